#!/bin/sh
# The cache of preambles with our headers (docs/compile-time.md): programs of tests/sycl are the same
# code from it, byte for byte, and give the same results.
. "$(dirname "$0")/lib.sh"
tests=$here/../sycl
flags='-fsycl -O2 -fsycl-native-isa=baseline'

# Met for the second time it is made; programs with the same includes share it.
cached() {
  "$falx" $flags $pass -### -S "$source" -o out.ll 2>&1 | grep -q -e "$work/cache/[^ ]*pch"
}
for name in attributes/work_group_size queue/errors; do
  source=$tests/$name.cpp
  for pass in "-fsycl-device-only" "-fsycl-host-only -emit-llvm"; do
    FALX_PREAMBLE_CACHE=0
    ok "$falx" $flags $pass -S "$source" -o out.ll
    mv out.ll wanted.ll
    FALX_PREAMBLE_CACHE=$work/cache
    cached || ok "$falx" $flags $pass -S "$source" -o out.ll
    cached || ok "$falx" $flags $pass -S "$source" -o out.ll
    cached || fail "$name $pass: not from the cache"
    ok "$falx" $flags $pass -S "$source" -o out.ll
    cmp out.ll wanted.ll || fail "$name $pass: other code from the cache"
  done
done

# The base, made ahead: the first compilation uses it, also with every standard header before ours.
flags="$flags -std=c++20"
sed -n '/^static const char \*const orderless/,/;/p' "$here/../../driver/preamble_base.c" |
  grep -o '"[^"]*"' | tr -d '"' | while read -r header; do
  echo "#include <$header>" | "$clang" -std=c++20 -fsyntax-only -x c++ - 2>/dev/null &&
    echo "#include <$header>"
done >all.cpp
[ "$(wc -l <all.cpp)" -gt 90 ] || fail "only $(wc -l <all.cpp) standard headers"
printf '#include <sycl/sycl.hpp>\n#include <vector>\n' >>all.cpp
grep -v '^#include' "$tests/../../examples/nbody.cpp" >>all.cpp
for pass in "-fsycl-device-only" "-fsycl-host-only -emit-llvm"; do
  FALX_PREAMBLE_CACHE=$work/base
  ok "$falx" $flags $pass -fsycl-prepare-preamble
  for source in all.cpp "$tests/../../examples/nbody.cpp"; do
    FALX_PREAMBLE_CACHE=0
    ok "$falx" $flags $pass -S "$source" -o out.ll
    mv out.ll wanted.ll
    FALX_PREAMBLE_CACHE=$work/base
    "$falx" $flags $pass -### -S "$source" 2>&1 | grep -q -e "$work/base/.*-preamble-bytes=0,0" ||
      fail "$source $pass: not hoisted"
    ok "$falx" $flags $pass -S "$source" -o out.ll
    cmp out.ll wanted.ll || fail "$source $pass: other code with our header first"
  done
done
flags='-fsycl -O2 -fsycl-native-isa=baseline'
FALX_PREAMBLE_CACHE=$work/cache

# Programs.
for _ in 1 2; do
  ok "$falx" $flags "$inputs/app.cpp" "$inputs/kernel.cpp" "$inputs/external.cpp" -o app
done
ok ./app
cp app from-cache
FALX_PREAMBLE_CACHE=0
ok "$falx" $flags "$inputs/app.cpp" "$inputs/kernel.cpp" "$inputs/external.cpp" -o app
cmp app from-cache || fail "the programs differ"
finish
