#!/bin/sh
# refused.sh <falx++> <program>: the program does not compile, and the only error is the one its first
# line names, "// error: ...", of the line of the program that has "// here" behind it. A second line
# "// note: ..." names what is said with it, a third one "// also: ..." an error that only device code has: what is
# shown is what the first of the two compilations says.
set -u
expected=$(sed -n '1s,^// error: ,,p' "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if output=$("$1" -fsycl -DFALX_LEAN_HEADERS -c "$2" -o "$folder/object" 2>&1); then
  echo "$2: it compiles" >&2
  exit 1
fi
line=$(sed -n '/\/\/ here$/=' "$2")
note=$(sed -n '2s,^// note: ,,p' "$2")
also=$(sed -n '3s,^// also: ,,p' "$2")
output=$(printf '%s\n' "$output" | if [ "$also" ]; then grep -vF "error: $also"; else cat; fi)
if [ "$(printf '%s\n' "$output" | grep -c "error:")" -ne 1 ] ||
  ! printf '%s\n' "$output" | grep -F "error:" | grep -qF "$expected" ||
  { [ "$note" ] && ! printf '%s\n' "$output" | grep -qF "note: $note"; }; then
  printf '%s: not one error, which holds "%s":\n%s\n' "$2" "$expected" "$output" >&2
  exit 1
fi
printf '%s\n' "$output" | grep -qF "$2:$line:" && exit 0
printf '%s: nothing points to line %s:\n%s\n' "$2" "$line" "$output" >&2
exit 1
