#!/bin/sh
# NC-20: llvm-cov counts lines of kernels beside lines of the host.
. "$(dirname "$0")/lib.sh"
need llvm-cov-22
need llvm-profdata-22
echo 'int main() {}' | "$clang" -x c++ -fprofile-instr-generate - -o empty 2>/dev/null || {
  echo "skipped: clang's library for profiles is not installed"
  exit 77
}
for level in -O0 -O2; do
  ok "$falx" -fsycl $level -fprofile-instr-generate -fcoverage-mapping "$inputs/coverage.cpp" \
    -o counted
  # One thread: as with all of clang's counters, what two threads count at once may be lost.
  FALX_NUM_THREADS=1 LLVM_PROFILE_FILE=raw ok ./counted
  ok llvm-profdata-22 merge raw -o merged
  said=$(llvm-cov-22 show counted -instr-profile=merged "$inputs/coverage.cpp" | tr -s ' ')
  says "| 25| return value * 2;"
  says "| 1| int *out = "
  says "| 100| if (value % 4 == 0)"
  says "| 25| value = doubled(value);"
  says "| 100| out[id] = value;"
done
finish
