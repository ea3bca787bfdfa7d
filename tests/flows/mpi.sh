#!/bin/sh
# docs/mpi.md: examples/mpi with four ranks have the serial results, to the bit; ranks share the processors; four
# ranks that start at once share the cache on disk.
. "$(dirname "$0")/lib.sh"
native || { echo 'skipped: about native_cpu'; exit 77; }
for tool in mpirun mpicxx cmake ninja; do need $tool; done # Debian: openmpi-bin, libopenmpi-dev
mpirun --version 2>&1 | grep -q 'Open MPI' || { echo 'skipped: mpirun is not Open MPI'"'"'s'; exit 77; }
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 # in a container
ranks() {
  timeout 60 mpirun --oversubscribe "$@" 2>&1
}

# Both ways to compile.
OMPI_CXX=$falx ok mpicxx -fsycl -O2 "$here/../../examples/mpi/heat.cpp" -o heat
{ cmake -G Ninja -S "$here/../../examples/mpi" -B . -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$clang" &&
  cmake --build . --target nbody; } >log 2>&1 || fail "CMake: $(cat log)"
for name in heat nbody; do
  said=$(timeout 60 ./$name 101 20 serial 2>&1) || fail "$name, serial: $said"
  for number in 3 4; do
    said=$(ranks -np $number ./$name 101 20 ranks) || fail "$name: $said"
    says "20 steps, $number ranks"
    cmp serial ranks || fail "$name: $number ranks have another result"
  done
  rm -f serial ranks
done
said=$(ranks -np 4 ./heat 3 1) && fail "heat of three rows with four ranks: $said"
says "heat: 4 ranks need a plate of as many rows; SIZE is 3"

# Threads of a rank: its processors if it is bound, else its share; at least one.
all=$(getconf _NPROCESSORS_ONLN)
threads() { # threads MOST ARGUMENTS...: of each rank
  most=$1
  shift
  said=$(ranks "$@" "$prefix/bin/falx-ls" --json)
  for number in $(echo "$said" | sed -n 's/.*"compute_units":[^0-9]*\([0-9]*\).*/\1/p'); do
    [ "$number" -ge 1 ] && [ "$number" -le "$most" ] || fail "$*: a rank has $number threads of $all processors"
  done
  says '"compute_units"'
}
threads 1 -np 1 --bind-to core
threads $((all > 1 ? all / 2 : 1)) -np 2 --bind-to none
threads 1 -np $((2 * all)) --bind-to none

# The cache.
ok "$falx" -fsycl -O1 -fsycl-native-isa=baseline "$inputs/specialization/app.cpp" "$inputs/specialization/lib.cpp" \
  -o values
mkdir -m 700 cache
export FALX_CACHE_PERSISTENT=1 FALX_CACHE_DIR="$work/cache" FALX_CACHE_TRACE=1
for start in first second; do
  said=$(ranks -np 4 ./values 9)
  [ "$(echo "$said" | grep -c '^9090$')" = 4 ] || fail "$start start of four ranks: $said"
  [ "$(find cache -name '*.falx-program' | wc -l)" = 1 ] || fail "the cache after the $start start: $(ls cache)"
done
[ "$(echo "$said" | grep -c 'hit on disk')" = 4 ] || fail "the second start builds again: $said"
finish
