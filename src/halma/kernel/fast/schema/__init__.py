"""The one description of what Python hands to the C++ kernel: compiled rules and situations.

`types`, `containers` and `records` are the language of the description; `limits`, `rules` and `situation` are the
description itself, which `description` puts together; `headers` writes the C++ side of it: enumerations, structs and
the reader that checks every number. After a change `python -m halma.kernel.fast.schema` writes the headers anew.
"""
