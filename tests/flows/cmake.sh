#!/bin/sh
# A CMake project that knows nothing of SYCL, with CXX=falx++ and -fsycl among its flags.
. "$(dirname "$0")/lib.sh"
need cmake
need ninja
CXX=$falx cmake -G Ninja -S "$inputs/project" -B build -DCMAKE_CXX_FLAGS=-fsycl >configure.log 2>&1 ||
  fail "configure: $(cat configure.log)"
cmake --build build >build.log 2>&1 || fail "build: $(cat build.log)"
ok ./build/app
touch build.log
said=$(cmake --build build 2>&1)
says "no work to do"
finish
