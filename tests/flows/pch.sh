#!/bin/sh
# Precompiled <sycl/sycl.hpp> with our headers (docs/compile-time.md): examples are the same code with
# it, byte for byte, also with every standard header before ours, and give the same results.
. "$(dirname "$0")/lib.sh"
flags='-fsycl -O2 -std=c++20 -fsycl-native-isa=baseline'
examples=$here/../../examples

sed -n '/^static const char \*const standard/,/;/p' "$here/../../driver/pch_source.c" |
  grep -o '"[^"]*"' | tr -d '"' | while read -r header; do
  echo "#include <$header>" | "$clang" -std=c++20 -fsyntax-only -x c++ - 2>/dev/null &&
    echo "#include <$header>"
done >all.cpp
[ "$(wc -l <all.cpp)" -gt 90 ] || fail "only $(wc -l <all.cpp) standard headers"
printf '#include <sycl/sycl.hpp>\n#include <vector>\n' >>all.cpp
grep -v '^#include' "$examples/nbody.cpp" >>all.cpp
for pass in "-fsycl-device-only" "-fsycl-host-only -emit-llvm"; do
  FALX_PCH_CACHE=$work/cache
  ok "$falx" $flags $pass -fsycl-prepare-pch
  for source in all.cpp "$examples/nbody.cpp" "$inputs/app.cpp"; do
    FALX_PCH_CACHE=0
    ok "$falx" $flags $pass -S "$source" -o wanted.ll
    FALX_PCH_CACHE=$work/cache
    "$falx" $flags $pass -### -S "$source" 2>&1 | grep -q -e "-include-pch -Xclang $work/cache/" ||
      fail "$source $pass: from source"
    ok "$falx" $flags $pass -S "$source" -o out.ll
    cmp out.ll wanted.ll || fail "$source $pass: other code with a precompiled header"
  done
done

# The whole program.
flags='-fsycl -O2 -fsycl-native-isa=baseline'
ok "$falx" $flags "$inputs/app.cpp" "$inputs/kernel.cpp" "$inputs/external.cpp" -o app
[ "$(find "$work/cache" -name '*-file*' | wc -l)" -eq 4 ] || fail "its headers were not precompiled"
ok ./app
cp app with-pch
FALX_PCH_CACHE=0
ok "$falx" $flags "$inputs/app.cpp" "$inputs/kernel.cpp" "$inputs/external.cpp" -o app
cmp app with-pch || fail "the programs differ"
finish
