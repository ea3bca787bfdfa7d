#!/bin/sh
# Separate compilation: objects, archives, shared libraries, and what linkers do to them (DL-14,
# DL-15).
. "$(dirname "$0")/lib.sh"
need gcc
ok "$falx" -fsycl -O1 -fPIC -c "$inputs/kernel.cpp" "$inputs/external.cpp"
ok gcc -c "$inputs/caller.c"

# Objects. Unused sections go, kernels stay.
ok "$falx" -fsycl -O1 caller.o kernel.o external.o -o objects
ok ./objects
ok "$falx" -fsycl -O1 -Wl,--gc-sections -static-libstdc++ caller.o kernel.o external.o -o collected
ok ./collected

# Archives: nothing of the host refers to external.o.
ar rcs libkernels.a external.o kernel.o
ar rcsT libthin.a external.o kernel.o
ar rcs libexternal.a external.o
for form in "libkernels.a" "-L. -lkernels" "libthin.a" "kernel.o libexternal.a"; do
  # shellcheck disable=SC2086
  ok "$falx" -fsycl -O1 caller.o $form -o archive
  ok ./archive
done

# The level is that of the compilations, which CMake's target_compile_options does not pass to links.
ok "$falx" -fsycl -O3 -g -march=haswell -c "$inputs/app.cpp"
ok "$falx" -fsycl app.o -o as_compiled
ok "$falx" -fsycl -O3 -g -march=haswell app.o -o as_said
ok ./as_compiled
cmp as_compiled as_said || fail "a link without -O makes other code than one with it"
ok "$falx" -fsycl -O0 app.o -o said_less
cmp as_compiled said_less || fail "a link with -O0 makes less of objects than their compilation asked for"

# The device code linked by falx++, the program by a compiler that knows nothing of it.
ok "$falx" -fsycl -O1 -fsycl-link kernel.o libexternal.a -o device.o
for linker in g++ "$clang"; do
  ok "$linker" caller.o kernel.o external.o device.o -L"$prefix/lib" -lfalx -Wl,-rpath,"$prefix/lib" -o linked
  ok ./linked
done
refuses 1 "-fsycl-link: the inputs have no device code; compile them with falx++ -fsycl -c" \
  "$falx" -fsycl -fsycl-link caller.o -o nothing.o
absent nothing.o

# Shared libraries, linked and loaded by plain C programs.
ok "$falx" -fsycl -O1 -shared kernel.o external.o -o libshared.so
ok gcc caller.o -L. -lshared -Wl,-rpath,. -o shared
ok ./shared
ok gcc "$inputs/load.c" -ldl -o load
ok ./load ./libshared.so
ok "$falx" -fsycl -O1 -shared kernel.o -L. -lexternal -o libpart.so
ok ./load ./libpart.so

# Everything hidden that can be.
ok "$falx" -fsycl -O2 -shared -fPIC -fvisibility=hidden -fvisibility-inlines-hidden -ffunction-sections \
  -Wl,--gc-sections "$inputs/kernel.cpp" "$inputs/external.cpp" -o libhidden.so
ok ./load ./libhidden.so ./libshared.so

# One name, three kernels: each library runs its own, even with other parameters.
for variant in 1 2; do
  ok "$falx" -fsycl -O1 -shared -fPIC -DVALUE=$variant "$inputs/same.cpp" -o libsame$variant.so
done
ok "$falx" -fsycl -O1 -shared -fPIC -DVALUE=3 -DWIDE "$inputs/same.cpp" -o libsame3.so
ok ./load ./libsame1.so ./libsame2.so ./libsame3.so
ok ./load ./libsame3.so ./libsame1.so ./libsame2.so
finish
