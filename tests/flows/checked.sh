#!/bin/sh
# Sanitizers say in which line of a kernel a mistake is, on either side of a barrier.
. "$(dirname "$0")/lib.sh"
export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=0
has_any=false
# wrong MISTAKE "WHAT THE SANITIZER SAYS"
wrong() {
  place=checked.cpp:$(grep -n "MISTAKE: $1" "$inputs/checked.cpp" | cut -d: -f1):
  said=$(timeout 60 ./checked "$1" 2>&1)
  says "$2"
  says "$place"
}
for kind in address undefined; do
  echo 'int main() {}' | "$clang" -x c++ -fsanitize=$kind - -o empty 2>/dev/null || continue
  has_any=true
  for level in -O0 -O2; do
    [ $kind$level != undefined-O0 ] || continue # as clang makes it
    said=$("$falx" -fsycl $level -g -fsanitize=$kind -Rpass-missed=falx-vectorize \
      "$inputs/checked.cpp" -o checked 2>&1) || fail "$level $kind: $said"
    [ $kind$level != address-O2 ] || says "kernel not vectorized for x86-64: AddressSanitizer checks it"
    ok ./checked nothing
    if [ $kind = address ]; then
      wrong heap heap-buffer-overflow
      wrong stack stack-buffer-overflow
    else
      wrong stack "out of bounds"
      wrong overflow "signed integer overflow"
    fi
  done
done
$has_any || {
  echo "skipped: clang's libraries for sanitizers are not installed"
  exit 77
}
finish
