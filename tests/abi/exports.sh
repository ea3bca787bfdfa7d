#!/bin/sh
# exports.sh <library> <version script> <header...>: what the library exports, what its version
# script lists and what the headers declare are the same names.
set -eu
library=$1 map=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
nm -D --defined-only "$library" | sed -n 's/.* [TDBR] \(falx_[a-z_]*\).*/\1/p' | sort -u >"$folder/exported"
nm -D --defined-only "$library" | grep -v ' A ' | sed 's/.* //; s/@.*//' | sort -u >"$folder/all"
sed -n 's/^ *\([a-z_]*\);$/\1/p' "$map" | sort -u >"$folder/listed"
cat "$@" | grep -oE '\bfalx_[a-z_]+\(' | tr -d '(' | sort -u >"$folder/declared"
status=0
for pair in exported:all exported:listed listed:declared; do
  if ! diff "$folder/${pair%:*}" "$folder/${pair#*:}"; then
    echo "exports.sh: ${pair%:*} (<) and ${pair#*:} (>) differ" >&2
    status=1
  fi
done
exit $status
