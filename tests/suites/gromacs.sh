#!/bin/sh
# gromacs.sh PREFIX FOLDER [checkout of github.com/gromacs/gromacs, or it is named by FALX_GROMACS]: configures
# GROMACS, unchanged, as its installation guide says for DPC++, with Falx installed at PREFIX, and prints what its
# checks say. Ends with 0 if it configures. FALX_GROMACS_BUILD=TARGET... builds these, too, such as libgromacs or
# gmx. CMake 3.28 or newer has to be first on PATH for GROMACS of 2026, 3.18 for that of 2024.
#
#   FALX_TEST_JOBS  compilations at the same time (2)
set -u
suite=${3:-${FALX_GROMACS:-}}
[ -n "$suite" ] || {
  echo "FALX_GROMACS names no checkout of GROMACS"
  exit 77
}
[ $# -ge 2 ] && [ -x "$1/lib/falx/drop-in/bin/icpx" ] && [ -d "$suite/src/gromacs" ] || {
  echo "usage: gromacs.sh PREFIX FOLDER CHECKOUT; PREFIX has lib/falx/drop-in" >&2
  exit 2
}
names=$(cd "$1/lib/falx/drop-in/bin" && pwd) && mkdir -p "$2" && work=$(cd "$2" && pwd) || exit 2
# Its own fftpack and no library for FFT on the device: neither oneMKL nor FFTW is needed.
cmake -G Ninja -S "$suite" -B "$work/build" -DCMAKE_C_COMPILER="$names/icx" -DCMAKE_CXX_COMPILER="$names/icpx" \
  -DGMX_GPU=SYCL -DGMX_SYCL=DPCPP -DGMX_GPU_FFT_LIBRARY=none -DGMX_FFT_LIBRARY=fftpack -DGMX_HWLOC=OFF \
  >"$work/configure.log" 2>&1 || {
  echo "gromacs.sh: error: cmake failed: $work/configure.log" >&2
  exit 1
}
grep -i 'sycl' "$work/configure.log" | sed 's/^-- //'
echo "GROMACS is configured in $work/build"
# shellcheck disable=SC2086 # targets are words
[ -z "${FALX_GROMACS_BUILD:-}" ] || cmake --build "$work/build" -j "${FALX_TEST_JOBS:-2}" --target $FALX_GROMACS_BUILD
