#!/bin/sh
# math-device.sh <falx++> <program> [OPTION...]: makes of tests/math/sweep.cpp a program that measures the errors
# of mathematical functions on another device than native_cpu, and can be carried to where that is: MPFR is
# linked into it. OPTIONs are falx++'s.
#
#   FALX_TEST_TARGET  what to compile for, as in -fsycl-targets= (nvptx64-nvidia-cuda)
#
# There: ONEAPI_DEVICE_SELECTOR='cuda:*' ./program --print
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
[ $# -ge 2 ] || {
  sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
  exit 2
}
compiler=$1 program=$2
shift 2
"${CC:-clang-22}" -std=c11 -D_GNU_SOURCE -O2 -I"$root" -c "$root/tests/math/reference.c" -o "$program.reference.o"
"$compiler" -fsycl -O2 "-fsycl-targets=${FALX_TEST_TARGET:-nvptx64-nvidia-cuda}" "$@" -I"$root/tests/math" \
  "$root/tests/math/sweep.cpp" "$program.reference.o" -Wl,-Bstatic -lmpfr -lgmp -Wl,-Bdynamic -lm -o "$program"
rm -f "$program.reference.o"
