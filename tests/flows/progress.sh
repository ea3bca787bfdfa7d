#!/bin/sh
# docs/tools.md: a slow build says so on a terminal, and nowhere else.
. "$(dirname "$0")/lib.sh"
cc=$(command -v gcc || command -v cc || command -v clang-22)
python3 -c 'import pty; pty.openpty()' 2>/dev/null || { echo 'skipped: no terminal to be had'; exit 77; }
ok "$cc" -std=c11 "$inputs/progress.c" "-I$prefix/include" "-L$prefix/lib" "-Wl,-rpath,$prefix/lib" -lfalx -o progress
ok python3 "$here/progress.py" ./progress "$falx"
finish
