#!/bin/sh
# printf and assert in kernels: what they say, where, of which work-item.
. "$(dirname "$0")/lib.sh"
line=$(grep -n "STOP" "$inputs/messages.cpp" | cut -d: -f1)
for level in -O0 -O2; do
  ok "$falx" -fsycl $level "$inputs/messages.cpp" -o messages
  said=$(./messages) || fail "$level: no assertion is wrong, and it ends with $?"
  [ "$said" = "printed -1 0.5" ] || fail "$level: says '$said'"
  refuses 134 "messages.cpp:$line: " sh -c './messages 87; exit $?'
  says "printed 87 0.5"
  says "operator()(sycl::item<2>) const: work-item {0, 1, 37}: Assertion \`number != wrong' failed."
done
ok "$falx" -fsycl -O2 -DNDEBUG "$inputs/messages.cpp" -o messages
said=$(./messages 87) || fail "NDEBUG: asserts, $said"
finish
