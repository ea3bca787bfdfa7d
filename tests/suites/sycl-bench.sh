#!/bin/sh
# sycl-bench.sh <falx++> <folder to build in> [checkout of github.com/unisa-hpc/sycl-bench, or it is
# named by FALX_SYCL_BENCH]: builds the suite, unchanged, by its own CMake, runs every benchmark with
# its verification on and prints a table. Ends with 0 if every one is built and none fails.
#
#   FALX_TEST_TARGET    what to compile for, as in -fsycl-targets= (native_cpu)
#   FALX_TEST_SELECTOR  where to run, as in ONEAPI_DEVICE_SELECTOR (where the program's default device is)
#   FALX_TEST_TYPE      that device's type, as the suite's option --device takes it (cpu)
#   FALX_TEST_JOBS      compilations at the same time (ninja's default)
#   FALX_TEST_OPTIONS   more options for the compiler, such as -fsycl-check=bounds,races,barriers,uninit;
#                       what the checker reports (docs/checker.md) is counted, and a report is a failure
#   FALX_TEST_SHRINK    the sizes that the benchmarks work on are divided by this power of two (1): checked
#                       kernels take hundreds of times as long
#
# Options are the suite's own but for -ffast-math, which it forces on its build type Release: there
# the host reorders the sums of its references, and float and double differ by more than the
# tolerances of lin_reg_error and nbody allow, whatever the device computes.
set -u
compiler=$1 suite=${3:-${FALX_SYCL_BENCH:-}}
[ -n "$suite" ] || {
  echo "FALX_SYCL_BENCH names no checkout of sycl-bench"
  exit 77
}
[ -x "$compiler" ] || {
  echo "sycl-bench.sh: error: no compiler '$compiler'" >&2
  exit 2
}
compiler=$(cd "$(dirname "$compiler")" && pwd)/$(basename "$compiler") # CMake wants it whole
target=${FALX_TEST_TARGET:+-fsycl-targets=$FALX_TEST_TARGET}
[ -z "${FALX_TEST_SELECTOR:-}" ] || export ONEAPI_DEVICE_SELECTOR="$FALX_TEST_SELECTOR"
mkdir -p "$2/run/in" && work=$(cd "$2" && pwd) || exit 2

cmake -S "$suite" -B "$work/build" -G Ninja -DSYCL_IMPL=dpcpp -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_BUILD_TYPE=Plain -DCMAKE_CXX_FLAGS="-O3 -DNDEBUG -march=native $target ${FALX_TEST_OPTIONS:-}" \
  -DSYCL_BENCH_HAS_FP64_SUPPORT=ON -DSYCL_BENCH_HAS_KERNEL_REDUCTIONS=ON \
  -DSYCL_BENCH_HAS_GROUP_ALGORITHMS=ON >"$work/configure.log" 2>&1 || {
  echo "sycl-bench.sh: error: cmake failed: $work/configure.log" >&2
  exit 1
}
ninja -C "$work/build" -k0 ${FALX_TEST_JOBS:+-j"$FALX_TEST_JOBS"} >"$work/build.log" 2>&1

# Its image, at the two places where the programs look; another where the checkout has none.
mkdir -p "$work/share" "$work/run/share"
image="$suite/share/Brommy.bmp"
[ -s "$image" ] || {
  image="$work/image.bmp"
  python3 - "$image" <<'END'
import struct, sys
w = h = 640
rows = b"".join(bytes((x * y % 256, (x // 40 + y // 40) % 2 * 200, x * 255 // w))
                for y in range(h) for x in range(w))
open(sys.argv[1], "wb").write(b"BM" + struct.pack("<IHHI", 54 + len(rows), 0, 0, 54) + struct.pack(
    "<IiiHHIIiiII", 40, w, h, 1, 24, 0, len(rows), 2835, 2835, 0, 0) + rows)
END
}
cp "$image" "$work/share/Brommy.bmp" && cp "$image" "$work/run/share/Brommy.bmp"

failures=0
try() { # program, options
  program=$1 size=$((${2#--size=} / ${FALX_TEST_SHRINK:-1}))
  shift 2
  if [ ! -x "$work/build/$program" ]; then
    printf '%-32s not built\n' "$program"
    failures=$((failures + 1))
    return
  fi
  (cd "$work/run/in" && timeout 300 "$work/build/$program" --device="${FALX_TEST_TYPE:-cpu}" --num-runs=3 \
    --size=$size "$@") \
    >"$work/$program.log" 2>&1
  status=$?
  pass=$(grep -c 'Verification: PASS' "$work/$program.log")
  fail=$(grep -c 'Verification: FAIL' "$work/$program.log")
  none=$(grep -c 'Verification: N/A' "$work/$program.log")
  reports=$(grep -c '^falx-check: ' "$work/$program.log")
  verdict=ok
  if [ $status -ne 0 ] || [ "$fail" -ne 0 ] || [ "$reports" -ne 0 ] || [ $((pass + none)) -eq 0 ] ||
    grep -q '^\(SYCL e\|E\)rror' "$work/$program.log"; then
    verdict="FAILS (status $status, $reports reports, $work/$program.log)"
    failures=$((failures + 1))
  fi
  printf '%-32s built, %2d verify, %d fail, %2d without verification: %s\n' \
    "$program" "$pass" "$fail" "$none" "$verdict"
}

for program in arith local_mem sf pattern_L2; do try $program --size=65536; done
try DRAM --size=256
try host_device_bandwidth --size=64
for program in median sobel sobel5 sobel7; do try $program --size=512; done
for program in scalar_prod vec_add kmeans mol_dyn; do try $program --size=262144; done
try lin_reg_error --size=16384
try nbody --size=2048
# Beyond this size the references fail: an int overflows, sums in float are no longer exact.
for program in segmentedreduction reduction; do try $program --size=65536; done
for kind in sequential independent; do try dag_task_throughput_$kind --size=4096; done
try blocked_transform --size=65536
try matmulchain --size=512
for program in 2DConvolution gesummv atax bicg mvt; do try $program --size=2048; done
for program in 2mm 3mm gemm syrk syr2k correlation covariance fdtd2d; do
  try $program --size=512
done
try gramschmidt --size=256
try 3DConvolution --size=128
try atomic_reduction --size=262144
try usm_instr_mix --size=16384 --instr-mix=6
try usm_pinned_overhead --size=262144 --num-copies=5
try usm_allocation_latency --size=262144
try kernel_reduction --size=262144
try reduce_over_group --size=262144
# On one thread: work-groups of lin_reg_coeff write what others have yet to read, and
# usm_accessors_latency frees memory that its in-order queue still uses.
export FALX_NUM_THREADS=1
try lin_reg_coeff --size=262144
try usm_accessors_latency --size=65536
echo "$failures of the programs fail"
[ $failures -eq 0 ]
