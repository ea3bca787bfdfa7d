#!/bin/sh
# printf and assert in kernels: what they say, where, of which work-item.
. "$(dirname "$0")/lib.sh"
line=$(grep -n "STOP" "$inputs/messages.cpp" | cut -d: -f1)
group=$(grep -n "GROUP" "$inputs/messages.cpp" | cut -d: -f1)
all=$(grep -n "ALL" "$inputs/messages.cpp" | cut -d: -f1)
for level in -O0 -O2; do
  ok "$falx" -fsycl $level "$inputs/messages.cpp" -o messages
  said=$(./messages) || fail "$level: no assertion is wrong, and it ends with $?"
  [ "$said" = "printed -1 0.5" ] || fail "$level: says '$said'"
  refuses 134 "messages.cpp:$line: " sh -c './messages 87; exit $?'
  says "printed 87 0.5"
  says "operator()(sycl::item<2>) const: global id {0, 1, 37}, local id {"
  says ": Assertion \`number != wrong' failed."
  refuses 134 "messages.cpp:$group: " sh -c './messages 87 group; exit $?'
  says "global id {0, 0, 87}, local id {0, 0, 7}: Assertion \`number != wrong' failed."
  # Every work-item fails, on all threads at once: whole lines, and one end.
  said=$(FALX_NUM_THREADS=8 sh -c './messages -2 all; exit $?' 2>&1)
  [ $? -eq 134 ] || fail "$level: all assert, and it ends with $?"
  printf '%s\n' "$said" | grep -q "messages.cpp:$all: " || fail "$level: nobody asserts: $said"
  [ "$(printf '%s\n' "$said" | grep -v "Aborted" | grep "Assertion" | grep -vc "failed.$")" -eq 0 ] ||
    fail "$level: broken lines: $said"
done
ok "$falx" -fsycl -O2 -DNDEBUG "$inputs/messages.cpp" -o messages
for arguments in 87 "87 group" "-2 all"; do
  said=$(./messages $arguments) || fail "NDEBUG: $arguments asserts, $said"
done
finish
