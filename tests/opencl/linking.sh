#!/bin/sh
# linking.sh FALX++ INPUTS: document 001's example for spir64, linked by the driver, its programs on
# disk, and a library for two kinds of device. Runs under with-driver.sh.
set -u
falx=$1 inputs=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
fail() {
  echo "linking.sh: $*" >&2
  exit 1
}
"$falx" -fsycl -fsycl-targets=spir64 -O2 -fPIC "$inputs/doc_lib.cpp" -shared -o "$work/libhelpers.so" &&
  "$falx" -fsycl -fsycl-targets=spir64 -O2 "$inputs/doc_app.cpp" -L"$work" -lhelpers -Wl,-rpath,"$work" \
    -o "$work/app" || fail "the example does not compile"

# A library with images of both kinds, and programs of one kind each.
"$falx" -fsycl -fsycl-targets=native_cpu,spir64 -O2 -fPIC "$inputs/doc_lib.cpp" -shared -o "$work/libboth.so" ||
  fail "a library for two targets does not compile"
for target in native_cpu spir64; do
  "$falx" -fsycl -fsycl-targets=$target -O2 "$inputs/doc_app.cpp" -L"$work" -lboth -Wl,-rpath,"$work" \
    -o "$work/one" || fail "a program for $target does not link with it"
  printed=$(ONEAPI_DEVICE_SELECTOR='*:*' "$work/one") # each runs where it has code
  [ "$printed" = "0 2 4 6 8 10 12 14 " ] || fail "the program for $target prints '$printed'"
done

# run TRACE: the program, with the calls of the driver in a file.
run() {
  printed=$(FALX_OPENCL_TRACE="$work/$1" FALX_CACHE_PERSISTENT=1 FALX_CACHE_DIR="$work/cache" "$work/app")
  [ "$printed" = "0 2 4 6 8 10 12 14 " ] || fail "the example prints '$printed'"
}
run first
[ "$(grep -c '^clCompileProgram 0' "$work/first")" = 2 ] || fail "two images are to be compiled"
grep -q '^clLinkProgram made' "$work/first" || fail "nothing was linked"
run second
grep -q '^clCreateProgramWithBinary made' "$work/second" || fail "the linked program was not kept"
if grep -q '^clCompileProgram\|^clLinkProgram' "$work/second"; then
  fail "what was kept was compiled again"
fi
