"""A table as a pure state machine: commands go in, events come out, and a table is what its events make of it.

Nothing here waits, reads or writes anything, or knows what time it is: `now` comes in as a number.
"""
