"""Write the generated C++ headers: python -m halma.kernel.fast.schema [--check]."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from halma.kernel.fast.schema.description import SCHEMA
from halma.kernel.fast.schema.headers import headers

GENERATED = Path(__file__).parent.parent / "include" / "halma" / "generated"


def main() -> int:
    """Write the headers that are not as the schema says, or only name them."""
    parser = argparse.ArgumentParser(
        prog="python -m halma.kernel.fast.schema", description="Write the C++ headers anew."
    )
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a header is not up to date")
    given = parser.parse_args()
    if not GENERATED.is_dir():
        parser.error(f"there is no folder {GENERATED}: this halma was installed without its C++ sources")
    outdated = {
        GENERATED / name: text
        for name, text in headers(SCHEMA).items()
        if not (GENERATED / name).is_file() or (GENERATED / name).read_text(encoding="utf-8") != text
    }
    for path, text in outdated.items():
        print(path)
        if not given.check:
            path.write_text(text, encoding="utf-8", newline="\n")
    return 1 if given.check and outdated else 0


if __name__ == "__main__":
    sys.exit(main())
