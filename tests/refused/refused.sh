#!/bin/sh
# refused.sh <falx++> <program>: the program does not compile, and the error is the one its first
# line names: "// error: ...".
set -u
expected=$(sed -n '1s,^// error: ,,p' "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if output=$("$1" -fsycl -c "$2" -o "$folder/object" 2>&1); then
  echo "$2: it compiles" >&2
  exit 1
fi
printf '%s\n' "$output" | grep -F "error:" | grep -qF "$expected" && exit 0
printf '%s: no error holds "%s":\n%s\n' "$2" "$expected" "$output" >&2
exit 1
