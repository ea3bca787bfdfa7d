#!/bin/sh
# A CMake project that was written for AdaptiveCpp: its package, by its older names too, with clang and gcc.
. "$(dirname "$0")/lib.sh"
need cmake
need ninja
native || { echo 'skipped: the project names its targets'; exit 77; }
root=$prefix/lib/falx/drop-in
configure() { # configure FOLDER OPTION...
  folder=$1
  shift
  cmake -G Ninja -S "$inputs/adaptivecpp" -B "$folder" -DCMAKE_PREFIX_PATH="$root" \
    "-DACPP_EXTRA_ARGS=--acpp-clang=/none -Wno-deprecated-declarations -fsycl-native-isa=baseline -DEXTRA" "$@"
}
built() { # built COMPILER OPTION...
  compiler=$1
  shift
  rm -rf build
  configure build -DCMAKE_CXX_COMPILER="$compiler" "$@" >log 2>&1 || fail "configure $compiler $*: $(cat log)"
  cmake --build build >log 2>&1 || fail "build $compiler $*: $(cat log)"
  [ "$(build/app)" = 'sum 4950' ] || fail "$compiler $*: another result"
}
built "$clang"
built "$falx" -DPACKAGE=hipSYCL -DHIPSYCL_TARGETS=omp
if command -v g++ >/dev/null; then
  built g++ -DPACKAGE=OpenSYCL -DACPP_TARGETS=generic
fi
configure other -DCMAKE_CXX_COMPILER="$clang" '-DACPP_TARGETS=omp;cuda:sm_80,sm_90;spirv' >log 2>&1 || fail "$(cat log)"
grep -q -e '-fsycl-targets=native_cpu,nvidia_gpu_sm_80,nvidia_gpu_sm_90,spir64 ' other/build.ninja || fail 'other targets'
# The compiler by its names.
one=-fsycl-native-isa=baseline
ok "$root/bin/acpp" --acpp-targets=omp "$one" -DFOR_SOURCES -DEXTRA -Wno-deprecated-declarations \
  "$inputs/adaptivecpp/sum.cpp" "$inputs/adaptivecpp/main.cpp" -o app
[ "$(./app)" = 'sum 4950' ] || fail 'acpp: another result'
ok "$root/bin/syclcc" "$one" -c "$inputs/adaptivecpp/main.cpp" -o main.o
refuses 1 "unknown target 'hip:gfx90a'" "$root/bin/acpp" --acpp-targets=hip:gfx90a "$inputs/adaptivecpp/main.cpp"

refuses 1 "Falx has no target for 'hip:gfx90a'" configure hip -DCMAKE_CXX_COMPILER="$clang" -DACPP_TARGETS=hip:gfx90a
refuses 1 'Falx has no target' configure hip2 -DPACKAGE=hipsycl -DCMAKE_CXX_COMPILER="$clang" -DHIPSYCL_TARGETS=hip
finish
