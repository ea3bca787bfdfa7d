#!/bin/sh
# lifetime.sh PROGRAM: every case of lifetime.cpp, some times; the driver is asked to release what was made.
set -u
program=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0
fail() {
  echo "lifetime.sh: $1" >&2
  failures=1
}
# ends CASE [SETTING]: with 0, in time
ends() {
  rm -f "$work/calls"
  env "${2:-FALX_CUDA_DELAY_US=2000}" FALX_CUDA_TRACE="$work/calls" timeout 60 "$program" "$1" || fail "$1: ended with $?"
}
count() {
  grep -c "^$1" "$work/calls"
}
for round in 1 2 3 4 5; do
  for case in destructor in_flight static_buffer callbacks exit_in_host_task; do
    ends $case
    for pair in cuDevicePrimaryCtxRetain:cuDevicePrimaryCtxRelease cuStreamCreate:cuStreamDestroy \
      cuEventCreate:cuEventDestroy cuModuleLoad:cuModuleUnload; do
      [ "$(count "${pair%:*}")" = "$(count "${pair#*:}")" ] || fail "$case: ${pair%:*} more often than ${pair#*:}"
    done
  done
  ends other_thread
  ends overtaken
  ends lost "FALX_CUDA_FAIL=cuLaunchKernel ends=700"
done
ends long_series FALX_CUDA_DELAY_US=0
ends unused
[ ! -s "$work/calls" ] || fail "unused: the driver is called"
exit $failures
