#!/usr/bin/env python3
"""Documents are at most 110 columns wide: doc_lines.py ROOT names each longer line and exits 1.

Table rows, code, and lists of messages (- `file:line:col: error: ...`) are as wide as they are."""
import pathlib
import re
import sys

WIDTH = 110
root = pathlib.Path(sys.argv[1])
wide = 0
for path in [root / "README.md", root / "CHANGELOG.md", *sorted((root / "docs").glob("**/*.md"))]:
    is_code = False
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code and len(line) > WIDTH and not re.match(r"\||    |- `\S+: error: ", line):
            print(f"{path.relative_to(root)}:{number}: error: {len(line)} columns, at most {WIDTH}")
            wide += 1
sys.exit(1 if wide else 0)
