#!/bin/sh
# NC-21, issue 3, item 7: programs for another processor, from the runtime's own build to a run
# under user-mode emulation. Usage: run.sh ARCH CMAKE SOURCE BUILD
set -eu
arch=$1 cmake=$2 source=$3 build=$4
triple=$arch-linux-gnu
inputs=$source/tests/cross
for tool in "qemu-$arch" "$triple-ld" "$triple-g++" clang-22 ninja; do
  command -v "$tool" >/dev/null || {
    echo "skipped: $tool is not installed"
    exit 77
  }
done
[ "$(uname -m)" != "$arch" ] || {
  echo "skipped: this is no other processor"
  exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() {
  echo "FAILED: $*"
  exit 1
}
run() { qemu-$arch -L "/usr/$triple" "$@"; }

# An installation with the tools of this build and libraries for both processors.
mkdir -p prefix/bin
cp "$build/bin/falx++" "$build/bin/falx-post-link" "$build/bin/falx-image" prefix/bin
ln -s "$source/include" prefix/include
falx=$work/prefix/bin/falx++
said=$("$falx" --target=$triple -fsycl "$inputs/program.cpp" -o none 2>&1) && fail "links without a library"
case $said in
*"there is no libfalx.so for '$triple' in $work/prefix/lib/$triple or a folder of -L"*) ;;
*) fail "says '$said'" ;;
esac
"$cmake" -S "$source" -B "$build/cross-$arch" -G Ninja --toolchain "$source/cmake/toolchains/$triple.cmake" \
  -DCMAKE_BUILD_TYPE=Release >configured 2>&1 || fail "$(cat configured)"
"$cmake" --build "$build/cross-$arch" >built 2>&1 || fail "$(cat built)"
rm prefix/include
"$cmake" --install "$build/cross-$arch" --prefix "$work/prefix" >installed 2>&1 || fail "$(cat installed)"

# Debian 12's linker for riscv64 crashes on clang's debug information where it may relax code.
debug="-O0 -g"
[ "$arch" != riscv64 ] || debug="-O0 -g -mno-relax"
for options in "$debug" "-O2"; do
  # shellcheck disable=SC2086
  "$falx" --target=$triple -fsycl $options "$inputs/program.cpp" -o program
  run ./program || fail "program, $options: status $?"
done
# Compiled and linked apart; an archive; a library of the program's own.
"$falx" --target=$triple -fsycl -O2 -fPIC -DPART -c "$inputs/program.cpp" -o part.o
"$falx" --target=$triple -fsycl -O2 -DWHOLE -c "$inputs/program.cpp" -o whole.o
"$triple-ar" rcs libpart.a part.o
"$falx" --target=$triple -fsycl -O2 whole.o libpart.a -o apart
run ./apart || fail "apart: status $?"
"$falx" --target=$triple -fsycl -O2 -shared part.o -o libshared.so
"$falx" --target=$triple -fsycl -O2 whole.o ./libshared.so -o shared
run ./shared || fail "shared: status $?"
# Functions of shared libraries: a chain, structs, vectors, pointers, ids, rows of work-items (DL-7, DL-16); many kernels,
# which are generated in parts.
linking=$source/tests/flows/inputs/linking
for part in 1 2 3; do
  "$falx" --target=$triple -fsycl -O2 -fPIC -shared -fsycl-allow-device-image-dependencies -DPART=$part \
    "$linking/chain.cpp" -o liblink_$part.so
done
"$falx" --target=$triple -fsycl -O2 -fPIC -shared -fsycl-allow-device-image-dependencies "$linking/forms.cpp" -o liblink_4.so
"$falx" --target=$triple -fsycl -O2 -fPIC -shared "$linking/doc_lib.cpp" -o libhelpers.so
libraries="-L. -llink_1 -llink_2 -llink_3 -llink_4 -lhelpers -Wl,-rpath,."
for source_name in use parts; do
  # shellcheck disable=SC2086
  "$falx" --target=$triple -fsycl -O2 "$linking/$source_name.cpp" $libraries -o $source_name
  run ./$source_name || fail "$source_name: status $?"
done
prefix/bin/falx-image program | grep -q "native_cpu, native code for generic" || fail "falx-image: $(prefix/bin/falx-image program)"
# Device code of one processor does not go into a program for another.
"$falx" -fsycl-device-only -fsycl-targets=native_cpu -O2 --target=x86_64-linux-gnu "$inputs/program.cpp" -o x86.bc
said=$("$falx" --target=$triple -fsycl -O2 -c x86.bc -o none.o 2>&1) && fail "takes code for x86_64"
case $said in
*"the device code is for x86_64-"*"and the program for $triple; compile and link with the same --target="*) ;;
*) fail "says '$said'" ;;
esac
