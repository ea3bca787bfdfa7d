#!/bin/sh
# headers.sh <include directory> <clang++>: every public header compiles alone and without a
# warning: the C ones as C11 and C++17 by two compilers, those of SYCL by the host pass; sycl.hpp
# also by the device pass, as C++20 and C++23, and by another host compiler. A header that another
# one of SYCL's begins with has been compiled alone when that one has.
set -u
include=$1 clangxx=$2
clang=$(echo "$clangxx" | sed 's/++//')
strict="-Wall -Wextra -Wpedantic -Wshadow -Werror -pedantic-errors -fsyntax-only -I$include"
sycl="$strict -Wno-deprecated-declarations -Wno-missing-field-initializers -xc++"
status=0
try() { # header, then a compiler's command line
  header=$1
  shift
  echo "#include <$header>" | "$@" - && return
  echo "headers.sh: $header alone does not compile: $*" >&2
  status=1
}
for path in "$include"/falx/*.h; do
  for compiler in "gcc -xc -std=c11" "$clang -xc -std=c11" "g++ -xc++ -std=c++17" \
    "$clangxx -xc++ -std=c++17"; do
    try "falx/${path##*/}" $compiler $strict
  done
done
headers=$(cd "$include" && find sycl CL -name '*.hpp' | sort)
begun_with=$(cd "$include" && for path in $headers; do
  awk -F '[<>]' '/^#(ifndef|define) FALX_[A-Z_0-9]+$/ || /^#pragma once/ || /^$/ || /^(\/\*| \*|\/\/)/ { next }
    /^#include <(sycl|CL)\// { print $2 }
    { exit }' "$path"
done | sort -u)
for path in $headers; do
  printf '%s\n' "$begun_with" | grep -qxF "$path" && continue
  try "$path" "$clangxx" -std=c++17 $sycl -Xclang -fsycl-is-host
done
for standard in c++17 c++20 c++23; do
  try sycl/sycl.hpp "$clangxx" -std=$standard $sycl -Wno-unused-parameter -Xclang -fsycl-is-device
  try sycl/sycl.hpp g++ -std=$standard $sycl
done
exit $status
