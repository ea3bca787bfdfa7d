#!/bin/sh
# docs/c-api.md: programs in C11, by a plain C compiler, launch kernels of libraries by name. On other targets, too.
. "$(dirname "$0")/lib.sh"
cc=$(command -v gcc || command -v cc || command -v clang-22)
examples=$here/../../examples/c
export FALX_COMPILER="$falx" # for the target, too
c_program() { # SOURCE PROGRAM
  ok "$cc" -std=c11 -Wall -Wextra -pedantic -Werror "$1" "-I$prefix/include" "-L$prefix/lib" \
    "-Wl,-rpath,$prefix/lib" -lfalx -o "$2"
}
ok "$falx" -fsycl -O2 -shared -fPIC "$examples/kernels.cpp" -o libkernels.so
c_program "$examples/saxpy.c" saxpy
said=$(./saxpy ./libkernels.so 2>&1) || fail "saxpy: $said"
says "y[999] = 999, 500 of 1000 values are below zero"
refuses 1 "saxpy: error: invalid argument: cannot read './missing.so'" ./saxpy ./missing.so

ok "$falx" -fsycl -O1 -shared -fPIC "$inputs/c_api/kernels.cpp" -o libtypes.so
cp libtypes.so libother.so
c_program "$inputs/c_api/checks.c" checks
ok ./checks ./libtypes.so ./libother.so
# Not a kernel: an error where it is exported.
cat >wrong.cpp <<'END'
#include <sycl/sycl.hpp>

#include <sycl/ext/falx/export.hpp>
void plain(int *) {}
SYCL_EXT_FALX_EXPORT_KERNEL(plain)
END
refuses 1 "an exported kernel is a free-function kernel" "$falx" -fsycl -c wrong.cpp
finish
