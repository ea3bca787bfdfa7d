#!/bin/bash
# onedpl.sh <falx++> <folder to build in> [checkout of github.com/uxlfoundation/oneDPL, or it is named
# by FALX_ONEDPL]: compiles the programs in tests/suites/onedpl against it, each for shared memory
# and for buffers, runs them and prints each compilation's seconds, by the clock and of processors, and
# results. Ends with 0 if all are right.
# FALX_ONEDPL_ONLY names the programs to take; FALX_ONEDPL_OPTIONS replaces -O2.
set -u
compiler=$1 suite=${3:-${FALX_ONEDPL:-}} here=$(cd "$(dirname "$0")" && pwd)
[ -n "$suite" ] || {
  echo "FALX_ONEDPL names no checkout of oneDPL"
  exit 77
}
[ -x "$compiler" ] && [ -d "$suite/include/oneapi/dpl" ] || {
  echo "onedpl.sh: error: no compiler '$compiler', or no oneDPL in '$suite'" >&2
  exit 2
}
mkdir -p "$2" && work=$(cd "$2" && pwd) || exit 2
# The host's parallel policies would take TBB or OpenMP.
options="-DONEDPL_USE_TBB_BACKEND=0 -DONEDPL_USE_OPENMP_BACKEND=0 -DPSTL_USE_PARALLEL_POLICIES=0"
options="$options -D_GLIBCXX_USE_TBB_PAR_BACKEND=0"
failures=0
TIMEFORMAT='%R %U'
printf '%-18s %-8s %10s %10s  %s\n' program memory seconds 'CPU s' result
for source in "$here"/onedpl/*.cpp; do
  name=$(basename "$source" .cpp)
  case " ${FALX_ONEDPL_ONLY:-$name} " in *" $name "*) ;; *) continue ;; esac
  for memory in shared buffers; do
    macro=
    [ $memory = shared ] || macro=-DBUFFERS
    log="$work/$name-$memory.log"
    # shellcheck disable=SC2086
    seconds=$({ time timeout 600 "$compiler" -fsycl ${FALX_ONEDPL_OPTIONS:--O2} -std=c++17 -w $options \
      $macro -I"$suite/include" "$source" -o "$work/$name-$memory" >"$log" 2>&1; } 2>&1)
    if [ ! -x "$work/$name-$memory" ]; then
      result="does not compile: $log"
    elif timeout 120 "$work/$name-$memory" >>"$log" 2>&1; then
      result=right
    else
      result="wrong or stopped ($?): $log"
    fi
    [ "$result" = right ] || failures=$((failures + 1))
    # shellcheck disable=SC2086
    printf '%-18s %-8s %10s %10s  %s\n' "$name" $memory $seconds "$result"
  done
done
echo "$failures of them failed"
[ $failures = 0 ]
