#!/bin/sh
# The check of names in headers finds one in code, with its line, and leaves comments, texts, directives and
# names with our prefixes alone; a tree without headers is an error.
set -eu
python=$1 check=$2
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
! "$python" "$check" "$tree" >"$tree/output" || { echo "accepted: no headers" >&2; exit 1; }
mkdir -p "$tree/include/sycl"
header=$tree/include/sycl/a.hpp
printf '/* FLOAT\n */ // FLOAT\n#define FLOAT 1\nconst char *SYCL_TEXT = "FLOAT";\n' >"$header"
"$python" "$check" "$tree" >"$tree/output" || { cat "$tree/output" >&2; exit 1; }
echo 'enum { FLOAT = 4 };' >>"$header"
! "$python" "$check" "$tree" >"$tree/output" || { echo "accepted: FLOAT" >&2; exit 1; }
grep -q '^include/sycl/a.hpp:5: error: FLOAT ' "$tree/output" || { cat "$tree/output" >&2; exit 1; }
