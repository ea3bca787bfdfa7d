#!/bin/sh
# assert.sh FALX++ SOURCE: a kernel's failed assertion says where it is and of which work-item, and the program
# ends; a driver without what that needs is told. Runs under with-driver.sh.
set -u
falx=$1 source=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0
fail() {
  echo "assert.sh: $*" >&2
  failures=1
}
line() { # MARK: of the assertion
  grep -n "$1" "$source" | cut -d: -f1
}
# ends STATUS "PART" ARGUMENT...
ends() {
  wanted=$1 part=$2
  shift 2
  said=$(sh -c './messages "$@"; exit $?' sh "$@" 2>&1)
  status=$?
  [ $status -eq "$wanted" ] || fail "$level $*: ends with $status, not $wanted: $said"
  case $said in
  *"$part"*) ;;
  *) fail "$level $*: says '$said', not '$part'" ;;
  esac
}
# Where Intel's driver for CPUs makes vectors of work-items, it may name another one of the same vector.
export CL_CONFIG_CPU_VECTORIZER_MODE=1
for level in -O0 -O2; do
  "$falx" -fsycl $level -fsycl-targets=spir64 "$source" -o messages || fail "$level does not compile"
  ends 0 "printed -1 0.5"
  ends 134 "messages.cpp:$(line STOP): " 87
  ends 134 "operator()(sycl::item<2>) const: global id: [0,1,37], local id: [0,0," 87
  ends 134 "Assertion \`number != wrong\` failed." 87
  ends 134 "messages.cpp:$(line GROUP): " 87 group
  ends 134 "global id: [0,0,87], local id: [0,0,7] Assertion" 87 group
  ends 134 "messages.cpp:$(line ALL): " -2 all
done
export FALX_OPENCL_HIDE=cl_intel_devicelib_assert
ends 134 "kernels with assertions need a driver with cl_intel_devicelib_assert; compile them with -DNDEBUG" 1
"$falx" -fsycl -O2 -DNDEBUG -fsycl-targets=spir64 "$source" -o messages || fail "NDEBUG does not compile"
for arguments in "87" "87 group" "-2 all"; do
  # shellcheck disable=SC2086
  ends 0 printed $arguments
done
exit $failures
