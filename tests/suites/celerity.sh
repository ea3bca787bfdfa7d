#!/bin/bash
# celerity.sh CHECKOUT [FOLDER [JOBS [TEST...]]]: the tests of Celerity, the runtime for SYCL on clusters. Configures
# the checkout, unchanged, with its submodules, in FOLDER (build/celerity) as its documentation says for DPC++, builds
# with JOBS processes (2), and runs each program of unit tests, the integration test, and with one rank and with four
# the system tests and the examples: those write the same file with every number of ranks. TEST: names of such
# programs, with the shell's wildcards (default: all). Prints, and keeps in FOLDER/table, how many test cases passed,
# failed and were skipped; then the sum of all that FOLDER/table has. Ends with 0 if all of it is built and no case
# fails.
#
# FALX_CELERITY_COMPILER names the icpx to use (that of this build folder); FALX_CELERITY_CMAKE adds options of cmake,
# FALX_CELERITY_LIMIT the seconds that a program may run (600). A program that exists is not made again, one that has
# passed not run again: an interrupted run goes on where it stopped. Tests fail on the warning that there are not
# enough processors to bind threads to: with fewer than 16 nothing is bound (CELERITY_THREAD_PINNING=off).
set -u
here=$(cd "$(dirname "$0")" && pwd)
suite=${1:-${FALX_CELERITY:-}}
[ -n "$suite" ] || {
  echo "usage: celerity.sh CHECKOUT [FOLDER [JOBS [TEST...]]]; FALX_CELERITY names no checkout either"
  exit 77
}
compiler=${FALX_CELERITY_COMPILER:-$here/../../build/lib/falx/drop-in/bin/icpx}
[ -x "$compiler" ] && [ -f "$suite/cmake/TestDPCXX.cmake" ] && command -v mpirun >/dev/null || {
  echo "celerity.sh: error: no compiler '$compiler', no Celerity in '$suite', or no mpirun (Debian: openmpi-bin)" >&2
  exit 2
}
suite=$(cd "$suite" && pwd) compiler=$(cd "$(dirname "$compiler")" && pwd)/$(basename "$compiler")
folder=${2:-$here/../../build/celerity} jobs=${3:-2} limit=${FALX_CELERITY_LIMIT:-600}
shift $(($# < 3 ? $# : 3))
mkdir -p "$folder/logs" && folder=$(cd "$folder" && pwd) || exit 2
build=$folder/build table=$folder/table
touch "$table"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 # in a container
[ "$(nproc)" -ge 16 ] || export CELERITY_THREAD_PINNING=${CELERITY_THREAD_PINNING:-off}

# shellcheck disable=SC2086
[ -f "$build/build.ninja" ] || cmake -G Ninja -S "$suite" -B "$build" -DCMAKE_CXX_COMPILER="$compiler" \
  -DCELERITY_SYCL_IMPL=DPC++ -DCELERITY_DPCPP_TARGETS=native_cpu -DCELERITY_ENABLE_CUDA_BACKEND=OFF \
  -DCELERITY_DETAIL_INTEGRATION_TESTING=ON -DCMAKE_BUILD_TYPE=Release ${FALX_CELERITY_CMAKE:-} \
  >"$folder/configure.log" 2>&1 || {
  echo "celerity.sh: error: cmake failed: $folder/configure.log" >&2
  exit 1
}
image=$suite/docs/assets/tutorial_edge_detection_flower_by_reinhold_moeller.jpg
units=$(sed -n '/^set(TEST_TARGETS/,/)/s/^  \([a-z0-9_]*\)$/\1/p' "$suite/test/CMakeLists.txt")

count() { # count WORD LOG: of Catch2's last line about test cases; with several ranks, the first's
  case $1 in
  passed) sed -n 's/.*All tests passed (.* in \([0-9]*\) test cases\{0,1\}).*/\1/p;
                  s/.*test cases: .*[| ]\([0-9]*\) passed.*/\1/p' "$2" ;;
  *) sed -n "s/.*test cases: .*[| ]\([0-9]*\) $1\( |.*\)\{0,1\}\$/\1/p" "$2" ;; # not "failed as expected"
  esac | head -1 | grep . || echo 0
}
row() { # row NAME PASSED FAILED SKIPPED RESULT
  printf '%-38s %6s %6s %7s  %s\n' "$@" | tee -a "$table"
}
make() { # make NAME TARGET
  local name=$1 log=$folder/logs/$1.build
  ninja -C "$build" -j"$jobs" "$2" >"$log" 2>&1 && return
  row "$name" - - - "not built: $log"
  return 1
}
# run NAME RANKS PROGRAM ARGUMENTS...: in a folder of its own; 0 ranks: without mpirun
run() {
  local name=$1 ranks=$2 log=$folder/logs/$1.log status
  shift 2
  mkdir -p "$folder/runs/$name"
  [ "$ranks" = 0 ] || set -- mpirun --bind-to none --oversubscribe -np "$ranks" "$@"
  (cd "$folder/runs/$name" && timeout "$limit" "$@") >"$log" 2>&1
  status=$?
  return $status
}
is_chosen() { # is_chosen NAME: and has not passed before
  local pattern
  grep -q "^$1  *[0-9].* passed$" "$table" && return 1
  [ ${#chosen[@]} = 0 ] && return 0
  for pattern in "${chosen[@]}"; do
    # shellcheck disable=SC2254
    case $1 in $pattern) return 0 ;; esac
  done
  return 1
}
cases() { # cases NAME RANKS TARGET: a program of test cases
  is_chosen "$1" && make "$1" "$3" || return
  run "$1" "$2" "$build/$3" --colour-mode none
  local status=$? result=passed log=$folder/logs/$1.log
  [ $status = 0 ] || result="status $status: $log"
  row "$1" "$(count passed "$log")" "$(count failed "$log")" "$(count skipped "$log")" "$result"
}
example() { # example NAME FILE ARGUMENTS...: FILE is what it writes, or -
  local name=$1 file=$2 ranks result
  shift 2
  for ranks in 1 4; do
    is_chosen "$name/$ranks" && make "$name/$ranks" "examples/$name/$name" || continue
    result=passed
    run "$name/$ranks" $ranks "$build/examples/$name/$name" "$@" || result="status $?: $folder/logs/$name/$ranks.log"
    [ "$file" = - ] || [ -s "$folder/runs/$name/$ranks/$file" ] || result="no $file: $folder/logs/$name/$ranks.log"
    if [ "$file" != - ] && [ $ranks = 4 ] && [ "$result" = passed ]; then
      cmp -s "$folder/runs/$name/1/$file" "$folder/runs/$name/4/$file" || result="another $file than one rank's"
    fi
    [ "$result" = passed ] && row "$name/$ranks" 1 0 0 passed || row "$name/$ranks" 0 1 0 "$result"
  done
}

chosen=("$@")
mkdir -p "$folder"/logs/{hello_world,matmul,convolution,wave_sim,syncing,reduction,distr_tests,mpi_tests}
printf '%-38s %6s %6s %7s  %s\n' test passed failed skipped result
example hello_world -
example matmul -
example syncing -
example wave_sim wave_sim_result.bin -T 15 --dt 0.5 --sample-rate 2
example convolution output.png "$image"
example reduction output.jpg "$image"
for ranks in 1 4; do
  for name in mpi_tests distr_tests; do cases $name/$ranks $ranks test/system/$name; done
done
if is_chosen backend && make backend test/integration/backend; then
  if run backend 0 "$build/test/integration/backend" && run backend 0 env CELERITY_LOG_LEVEL=debug \
    "$build/test/integration/backend" 0 && grep -q 'No common backend specialization available' "$folder/logs/backend.log"
  then row backend 1 0 0 passed; else row backend 0 1 0 "failed: $folder/logs/backend.log"; fi
fi
for name in $units; do cases "$name" 0 "test/$name"; done
awk '{ last[$1] = $0 }
  END {
    for (test in last) {
      $0 = last[test]
      programs++; missing += /not built/; passed += $2; failed += $3; skipped += $4; bad += $NF != "passed"
    }
    printf "%d programs so far, %d not built; cases: %d passed, %d failed, %d skipped\n", programs, missing, passed,
           failed, skipped
    exit bad != 0
  }' "$table"
