#!/bin/sh
# format.sh SOURCE-ROOT: clang-format-22 would change no C or C++ file that git tracks. Skipped where either of the
# two programs is missing.
set -eu
cd "$1"
command -v clang-format-22 >/dev/null || { echo "skipped: no clang-format-22"; exit 77; }
git rev-parse --git-dir >/dev/null 2>&1 || { echo "skipped: not a checkout of git"; exit 77; }
git ls-files -z '*.c' '*.h' '*.cpp' '*.hpp' | xargs -0 clang-format-22 --dry-run --Werror
