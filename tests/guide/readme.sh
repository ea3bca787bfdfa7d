#!/bin/sh
# The program of the README, compiled and run as it says there. readme.sh BUILD
. "$(dirname "$0")/../flows/lib.sh"
readme=$here/../../README.md
sed -n '/^```cpp$/,/^```$/p' "$readme" | sed '/^```/d' >squares.cpp
command=$(sed -n 's/^    build\/bin\/\(falx++ .* squares\.cpp .*\)$/\1/p' "$readme")
[ -n "$command" ] || fail "no command for squares.cpp"
said=$(PATH=$prefix/bin:$PATH sh -c "$command" 2>&1) || fail "$command: $said"
[ "$said" = "0 1 4 9 16 25 36 49 64 81" ] || fail "squares.cpp prints '$said'"
# Files that it names are there.
for file in $(sed -n 's/^    \.\/falx run \(examples\/[^ ]*\).*/\1/p' "$readme"); do
  [ -f "$here/../../$file" ] || fail "no $file"
  examples=yes
done
[ "${examples:-}" ] || fail "no example"
finish
