#!/bin/sh
# lib/falx/drop-in: the names of other SYCL compilers and what build systems expect around them.
. "$(dirname "$0")/lib.sh"
need cmake
need ninja
root=$prefix/lib/falx/drop-in
bin=$root/bin
ln -s "$bin" elsewhere

# Without -fsycl they are clang.
ok "$bin/clang" -c "$inputs/drop_in/seed.c" -o seed.o
ok elsewhere/icx -fsycl-unnamed-lambda -Xsycl-target-backend "-device x" -c "$inputs/drop_in/seed.c" -o seed.o
refuses 1 "error: declaration of anonymous class" "$bin/clang++" -Wno-deprecated -c "$inputs/drop_in/seed.c" -o seed.o
for pair in clang:c clang++:c++ icx:c icpx:c++; do
  name=${pair%:*} language=${pair#*:}
  "$bin/$name" -E -dM -x "$language" /dev/null >said.txt
  "$clang" --driver-mode=gcc -E -dM -x "$language" /dev/null | cmp - said.txt || fail "$name: other macros than clang's"
  "$bin/$name" --version | head -n 1 >said.txt
  "$clang" --version | head -n 1 | cmp - said.txt || fail "$name: another version than clang's"
done
refuses 1 "is falx++ itself" env FALX_CLANG="$bin/clang++" "$bin/icpx" -c "$inputs/drop_in/seed.c"
said=$("$bin/clang++" -Xclang -fsycl-is-host -E -dM -x c++ /dev/null)
says "SYCL_LANGUAGE_VERSION"
said=$("$bin/clang++" -cc1 -version)
says "LLVM version"

# dpcpp knows that it compiles SYCL. By hand, libsycl.so is the runtime.
ok elsewhere/dpcpp -O1 -c "$inputs/drop_in/twice.cpp" -o twice.o
ok "$bin/icpx" -fsycl -fsycl-link twice.o -o device.o
ok "$bin/icpx" -c "$inputs/drop_in/main.cpp" -o main.o
ok "$bin/icx" -c "$inputs/drop_in/seed.c" -o seed.o
ok "$bin/clang++" main.o twice.o seed.o device.o -lsycl -o by_name
ok ./by_name "$root/lib/libsycl.so"
ok "$clang" main.o twice.o seed.o device.o "-L$root/lib" -lsycl "-Wl,-rpath,$root/lib" -o by_folder
ok ./by_folder "$prefix/lib/libfalx.so"
ok "$bin/clang++" -fsycl main.o twice.o seed.o -l sycl -o with_sycl
ok ./with_sycl "$root/lib/libsycl.so"

# CMake, with the compilers on PATH.
PATH=$bin:$PATH cmake -G Ninja -S "$inputs/drop_in" -B build -DCMAKE_C_COMPILER=icx \
  -DCMAKE_CXX_COMPILER=icpx >configure.log 2>&1 || fail "configure: $(cat configure.log)"
cmake --build build >build.log 2>&1 || fail "build: $(cat build.log)"
ok build/by_function "$root/lib/libsycl.so"
ok build/by_target "$root/lib/libsycl.so"
refuses 1 "is not Falx's" cmake -G Ninja -S "$inputs/drop_in" -B other -DCMAKE_C_COMPILER="$bin/clang" \
  -DCMAKE_CXX_COMPILER="$clang" "-DIntelSYCL_DIR=$root/lib/cmake/IntelSYCL"
finish
