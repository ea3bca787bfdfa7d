#!/bin/bash
# kokkos.sh CHECKOUT [FOLDER [JOBS [TEST...]]]: Kokkos' core unit tests with its SYCL back end. Configures the
# checkout, unchanged, in FOLDER (build/kokkos) as its documentation says, builds the core library, and makes
# and runs a program of each test source that uses SYCL, JOBS at a time (2). TEST: names of such sources without
# .cpp, with the shell's wildcards, as TestSYCL_MDRange_*, or of whole programs, as
# Kokkos_CoreUnitTest_SYCLInterOpInit (default: all sources). Kokkos' own programs are made of up to 38 sources
# each; with one each, a fault costs that source alone. Prints, and keeps in FOLDER/table, for each the seconds
# of processors to compile and to link it, and how many cases passed, failed and were skipped; then the sum of
# all that FOLDER/table has. Ends with 0 if all of it is built and no case fails.
#
# FALX_KOKKOS_COMPILER names the icpx to use (that of this build folder); FALX_KOKKOS_CMAKE adds options of
# cmake, FALX_KOKKOS_LINK has those for linking the programs (-march=native: code for one instruction set, not
# three), FALX_KOKKOS_GTEST gtest's library, FALX_KOKKOS_LIMIT the seconds that a step may take (1200). A
# program that exists is not made again.
set -u
here=$(cd "$(dirname "$0")" && pwd)
suite=${1:-${FALX_KOKKOS:-}}
[ -n "$suite" ] || {
  echo "usage: kokkos.sh CHECKOUT [FOLDER [JOBS [TEST...]]]; FALX_KOKKOS names no checkout either"
  exit 77
}
compiler=${FALX_KOKKOS_COMPILER:-$here/../../build/lib/falx/drop-in/bin/icpx}
[ -x "$compiler" ] && [ -f "$suite/core/unit_test/CMakeLists.txt" ] || {
  echo "kokkos.sh: error: no compiler '$compiler', or no Kokkos in '$suite'" >&2
  exit 2
}
folder=${2:-$here/../../build/kokkos} jobs=${3:-2} limit=${FALX_KOKKOS_LIMIT:-1200}
shift $(($# < 3 ? $# : 3))
mkdir -p "$folder/programs" "$folder/logs" && work=$(cd "$folder" && pwd) || exit 2
# Kokkos looks for icpx by name and for clang++ beside it.
PATH=$(cd "$(dirname "$compiler")" && pwd):$PATH build=$work/build
export PATH build work limit

# shellcheck disable=SC2086
[ -f "$build/build.ninja" ] || cmake -G Ninja -S "$suite" -B "$build" -DCMAKE_CXX_COMPILER=icpx \
  -DKokkos_ENABLE_SYCL=ON -DKokkos_ENABLE_ONEDPL=OFF -DKokkos_ENABLE_TESTS=ON -DCMAKE_BUILD_TYPE=Release \
  ${FALX_KOKKOS_CMAKE:-} >"$work/configure.log" 2>&1 || {
  echo "kokkos.sh: error: cmake failed: $work/configure.log" >&2
  exit 1
}
unit=core/unit_test/CMakeFiles main=Kokkos_CoreUnitTest_SYCL1A.dir/UnitTestMainInit.cpp.o
ninja -C "$build" -j"$jobs" kokkoscore kokkoscontainers kokkosalgorithms kokkossimd "$unit/$main" \
  >"$work/library.log" 2>&1 || {
  echo "kokkos.sh: error: the core library is not built: $work/library.log" >&2
  exit 1
}
ninja -C "$build" -t targets all >"$work/targets"
programs='SYCL[1-3][A-D]*|SYCL_ViewSupport|Default'
sed -nE "s,^($unit/Kokkos_(CoreUnitTest_($programs)|IncrementalTest_SYCL)[.]dir/.*Test[^/]*[.]o): .*,\1,p" \
  "$work/targets" | grep -v UnitTestMain | sort -u >"$work/objects"
libraries="$(find /usr/lib /usr/local/lib -name libgtest.a | head -1)"
libraries="${FALX_KOKKOS_GTEST:-$libraries} containers/src/libkokkoscontainers.a core/src/libkokkoscore.a -ldl"
libraries="$libraries algorithms/src/libkokkosalgorithms.a simd/src/libkokkossimd.a"
link_options=${FALX_KOKKOS_LINK:--march=native}
export unit main libraries link_options

step() { # LOG COMMAND...: runs it in the build folder; prints the seconds of processors, or - if it fails
  local log=$1 TIMEFORMAT='%U' seconds
  shift
  seconds=$({ time (cd "$build" && timeout "$limit" "$@" >>"$log" 2>&1) || touch "$log.failed"; } 2>&1)
  [ ! -f "$log.failed" ] && echo "$seconds" || echo -
}
count() { # PATTERN LOG: the cases that gtest counts in the line
  sed -n "s/^\[ *$1 *\] \([0-9]*\) tests\{0,1\}[,.].*/\1/p" "$2" | tail -1 | grep . || echo 0
}
one() { # OBJECT, or a program of Kokkos' own
  local name log program compile=0 link=0 result=
  name=$(basename "$1" .cpp.o) log=$work/logs/$(basename "$1" .cpp.o).log
  program=$work/programs/$name
  rm -f "$log" "$log.failed"
  case $1 in
  *.o)
    if [ ! -x "$program" ]; then
      compile=$(step "$log" bash -c "$(ninja -C "$build" -t commands "$1" | tail -1)")
      # shellcheck disable=SC2086
      [ -f "$log.failed" ] || link=$(step "$log" icpx -O3 -DNDEBUG -fsycl -fno-sycl-id-queries-fit-in-int \
        -fsycl-dead-args-optimization $link_options "$unit/$main" "$1" -o "$program" $libraries)
    fi
    ;;
  *)
    program=$build/core/unit_test/$1
    link=$(step "$log" ninja -j1 "$1")
    ;;
  esac
  if [ -f "$log.failed" ]; then
    result="not built: $log"
    printf '%-44s %8s %8s %6s %6s %7s  %s\n' "$name" "$compile" "$link" - - - "$result"
    return
  fi
  (cd "$build/core/unit_test" && timeout "$limit" "$program") >"$log" 2>&1
  local status=$?
  [ $status = 0 ] && result=passed || result="status $status: $log"
  printf '%-44s %8s %8s %6s %6s %7s  %s\n' "$name" "$compile" "$link" "$(count PASSED "$log")" \
    "$(count FAILED "$log")" "$(count SKIPPED "$log")" "$result"
}
export -f step count one

if [ $# = 0 ]; then
  cat "$work/objects"
else
  for test; do
    found=$(while read -r object; do
      # shellcheck disable=SC2254
      case $(basename "$object" .cpp.o) in $test) echo "$object" ;; esac
    done <"$work/objects")
    echo "${found:-$test}"
  done
fi >"$work/chosen"
printf '%-44s %8s %8s %6s %6s %7s  %s\n' test compile link passed failed skipped result
xargs -P"$jobs" -I{} bash -c 'one {}' <"$work/chosen" | tee -a "$work/table"
awk '{ last[$1] = $0 }
  END {
    for (test in last) {
      $0 = last[test]
      sources++; missing += /not built/; passed += $4; failed += $5; skipped += $6; bad += $NF != "passed"
      wrong += /status/
    }
    printf "%d sources so far, %d not built, %d programs failed; ", sources, missing, wrong
    printf "cases: %d passed, %d failed, %d skipped\n", passed, failed, skipped
    exit bad != 0
  }' "$work/table"
