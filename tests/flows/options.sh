#!/bin/sh
# Options that change code, targets and images.
. "$(dirname "$0")/lib.sh"
for options in "-O0 -g" "-Og" "-O1" "-Os" "-O3 -g" "-O2 -march=native -ffast-math"; do
  # shellcheck disable=SC2086
  ok "$falx" -fsycl $options "$inputs/app.cpp" -o app
  ok ./app
done

# Sanitizers, where clang's libraries for them are installed: kernels are checked too.
for kind in address undefined; do
  echo 'int main() {}' | "$clang" -x c++ -fsanitize=$kind - -o sanitized 2>/dev/null || continue
  ok "$falx" -fsycl -O1 -fsanitize=$kind "$inputs/app.cpp" -o app
  ok ./app
done

# Those that do not reach kernels say what does.
refuses 0 "warning: -fsanitize=thread does not check kernels; -fsycl-check=races, in a build without it, does" \
  "$falx" -fsycl -fsanitize=undefined,thread -c "$inputs/app.cpp" -o thread.o
refuses 0 "warning: -fsanitize=memory does not check kernels; -fsycl-check=uninit" \
  "$falx" -fsycl -fsanitize=memory -c "$inputs/app.cpp" -o memory.o

ok "$falx" -fsycl -O1 -fsycl-native-isa=baseline -fsycl-device-code-split=per_kernel \
  "$inputs/kernel.cpp" "$inputs/external.cpp" \
  -x c "$inputs/caller.c" -o split
ok ./split
images=$("$prefix/bin/falx-image" split | grep -c '^ *image:') # two kernels and an export (DL-3)
[ "$images" -eq 3 ] || fail "per_kernel: $images images, not 3"

ok "$falx" -fsycl -O1 -fsycl-targets=native_cpu,spir64 "$inputs/app.cpp" -o both
ok ./both
said=$("$prefix/bin/falx-image" both)
says "native_cpu, native code for x86-64,"
says "spir64, SPIR-V"
finish
