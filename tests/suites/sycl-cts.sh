#!/bin/sh
# sycl-cts.sh <falx++> <folder to build in> <checkout of github.com/KhronosGroup/SYCL-CTS, with its
# submodules, or "" where FALX_SYCL_CTS names it> <category>...: builds these categories of the
# conformance suite, unchanged, by its own CMake, runs each with 1, 2 and 16 threads (or those that
# FALX_CTS_THREADS lists) and prints a table of its cases. Ends with 0 if all is built and none fails.
# CXXFLAGS has options for the compiler (default: -O1); the folder is for one set of them.
#
# Falx stands in for DPC++, whose name enables what the suite has of extensions; a file of ours finds
# it, since the suite's own asks for options that only DPC++ has.
set -u
[ $# -ge 4 ] || {
  echo "usage: sycl-cts.sh FALX++ FOLDER CHECKOUT CATEGORY..." >&2
  exit 2
}
compiler=$1 folder=$2 suite=${3:-${FALX_SYCL_CTS:-}}
shift 3
[ -n "$suite" ] || {
  echo "FALX_SYCL_CTS names no checkout of SYCL-CTS"
  exit 77
}
[ -x "$compiler" ] || {
  echo "sycl-cts.sh: error: no compiler '$compiler'" >&2
  exit 2
}
compiler=$(cd "$(dirname "$compiler")" && pwd)/$(basename "$compiler")
suite=$(cd "$suite" && pwd) && mkdir -p "$folder/cmake" && work=$(cd "$folder" && pwd) || exit 2

for category; do
  [ -d "$suite/tests/$category" ] || {
    echo "sycl-cts.sh: error: $suite/tests has no '$category'" >&2
    exit 2
  }
done
for category in $(ls "$suite/tests"); do # all but those wanted are left out
  case " $* " in *" $category "*) ;; *) echo "$category" ;; esac
done >"$work/excluded"

cat >"$work/cmake/FindDPCPP.cmake" <<'END'
add_library(DPCPP::Runtime INTERFACE IMPORTED GLOBAL)
target_link_options(DPCPP::Runtime INTERFACE -fsycl)
target_compile_options(DPCPP::Runtime INTERFACE -fsycl)
function(add_sycl_to_target)
  cmake_parse_arguments(args "" "TARGET" "SOURCES" ${ARGN})
  target_compile_options(${args_TARGET} PRIVATE -fsycl)
endfunction()
END
cmake -S "$suite" -B "$work/build" -G Ninja -DCMAKE_MODULE_PATH="$work/cmake" \
  -DSYCL_IMPLEMENTATION=DPCPP -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=None \
  -DCMAKE_CXX_FLAGS="${CXXFLAGS:--O1}" -DSYCL_CTS_EXCLUDE_TEST_CATEGORIES="$work/excluded" \
  -DSYCL_CTS_ENABLE_OPENCL_INTEROP_TESTS=OFF >"$work/configure.log" 2>&1 || {
  echo "sycl-cts.sh: error: cmake failed: $work/configure.log" >&2
  exit 1
}

failures=0
for category; do
  ninja -C "$work/build" -k0 ${FALX_CTS_JOBS:+-j"$FALX_CTS_JOBS"} "test_$category" \
    >"$work/$category.build.log" 2>&1 || {
    printf '%-24s not built: %s\n' "$category" "$work/$category.build.log"
    failures=$((failures + 1))
    continue
  }
  for threads in ${FALX_CTS_THREADS:-1 2 16}; do
    log=$work/$category.$threads.log
    FALX_NUM_THREADS=$threads timeout 1800 "$work/build/bin/test_$category" >"$log" 2>&1
    status=$?
    [ $status -eq 0 ] || failures=$((failures + 1))
    summary=$(grep -E '^(test cases:|All tests passed|No tests ran)' "$log" | tail -n 1)
    printf '%-24s %2d threads: status %d, %s\n' "$category" "$threads" $status \
      "${summary:-no summary: $log}"
  done
done
[ $failures -eq 0 ]
