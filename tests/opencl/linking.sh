#!/bin/sh
# linking.sh FALX++ INPUTS: document 001's example for spir64, linked by the driver, and its programs
# on disk. Runs under with-driver.sh.
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
