#!/usr/bin/env python3
"""header_names.py ROOT: no header of include/sycl has a name of capitals alone that is not ours by its prefix: programs
define such macros, `-DFLOAT` say, before they include it. Macros of the C library and of a target are used as they are."""
import re
import sys
from pathlib import Path

OURS = re.compile(r"(SYCL|FALX|SPIRV|ONEAPI)_")
STANDARD = {"CHAR_BIT", "INT_MAX", "DBL_MAX", "PTRDIFF_MAX", "NULL"}
TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)\'', re.S)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.)*", re.M | re.S)


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def main():
    root = Path(sys.argv[1])
    headers = sorted((root / "include/sycl").rglob("*.hpp"))
    found = 0
    for path in headers:
        code = DIRECTIVE.sub(blank, TEXT.sub(blank, path.read_text()))
        for match in re.finditer(r"\b[A-Z][A-Z0-9_]{2,}\b", code):
            if not OURS.match(match[0]) and match[0] not in STANDARD:
                line = code.count("\n", 0, match.start()) + 1
                print(f"{path.relative_to(root)}:{line}: error: {match[0]} may be a program's macro: "
                      "write it in small letters")
                found += 1
    if not headers:
        print(f"{root}/include/sycl: error: no headers")
    return found > 0 or not headers


if __name__ == "__main__":
    sys.exit(main())
