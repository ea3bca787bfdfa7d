#!/bin/bash
# applications.sh PREFIX FOLDER CHECKOUTS [APPLICATION...]: builds applications that were written for DPC++ and
# icpx, unchanged, with their own build systems and Falx installed at PREFIX under the names of those compilers,
# runs them and looks for what their own verification says. CHECKOUTS holds a folder for each, named as below and
# with its submodules; what is not there is skipped. FOLDER gets what is built, and a log for each step.
# APPLICATION: which to take (default: all). Prints a line for each variant; ends with 0 if all of them are right.
# Which revisions, and what is known to fail: docs/conformance.md.
#
#   FALX_TEST_JOBS  compilations at the same time (make's -j; default: all processors)
set -u
[ $# -ge 3 ] || {
  echo "usage: applications.sh PREFIX FOLDER CHECKOUTS [APPLICATION...]" >&2
  exit 2
}
names=$1/lib/falx/drop-in
[ -x "$names/bin/icpx" ] && [ -d "$3" ] || {
  echo "applications.sh: error: no '$names/bin/icpx', or no folder '$3'" >&2
  exit 2
}
names=$(cd "$names" && pwd) && mkdir -p "$2/logs" && work=$(cd "$2" && pwd) && sources=$(cd "$3" && pwd) || exit 2
shift 3
only=" $* "
PATH=$names/bin:$PATH jobs=${FALX_TEST_JOBS:-$(nproc)} failures=0 targets= but_for= prepare=
export PATH

# Whether to take an application: it is asked for, and there.
take() {
  [ "$only" = "  " ] || case $only in *" $1 "*) ;; *) return 1 ;; esac
  [ -d "$sources/$1" ] && return
  say "$1" "skipped: no folder '$sources/$1'"
  return 1
}
say() { printf '%-36s %s\n' "$1" "$2"; }
fail() {
  failures=$((failures + 1))
  say "$1" "FAILED: $2"
}
# NAME SOURCE OPTION...: configures SOURCE and builds it in $work/NAME; targets has those to build (all), and
# but_for a part of the names of those that may fail.
build() {
  name=$1 log=$work/logs/$1.build
  local source=$2
  shift 2
  # shellcheck disable=SC2086
  { cmake -S "$source" -B "$work/$name" "$@" &&
    cmake --build "$work/$name" -j "$jobs" ${targets:+--target $targets} ${but_for:+-- -k}; } >"$log" 2>&1 && return
  if [ "$but_for" ] && ! grep 'build\.make:.*\] Error\|CMake Error' "$log" | grep -q -v "$but_for"; then
    return
  fi
  fail "$name" "is not built: $log"
  return 1
}
# NAME PATTERN COMMAND...: COMMAND ends with 0 and prints PATTERN, and nothing of wrong values.
verify() {
  local name=$1 pattern=$2 log=$work/logs/$1.run status=0
  shift 2
  timeout 600 "$@" >"$log" 2>&1 || status=$?
  if [ $status != 0 ] && grep -q 'no device matches the selector' "$log"; then
    say "$name" "skipped: asks for a device that is not here"
    return
  fi
  [ $status = 0 ] || { fail "$name" "ends with $status: $log"; return 1; }
  grep -q -E -e "$pattern" "$log" || { fail "$name" "does not print '$pattern': $log"; return 1; }
  if grep -q -i -E 'validation failed|failed validation|valid: *false' "$log"; then
    fail "$name" "wrong values: $log"
    return 1
  fi
  say "$name" right
}
# NAME FOLDER OPTION...: builds a copy of FOLDER, in which it then is, with make, after $prepare.
build_in_copy() {
  name=$1 log=$work/logs/$1.build
  rm -rf "${work:?}/$name" && mkdir -p "$work/$name" && cp -r "$2/." "$work/$name" && cd "$work/$name" || exit 2
  shift 2
  ${prepare:-true} && make -j "$jobs" "$@" >"$log" 2>&1 && return
  fail "$name" "is not built: $log"
  return 1
}

if take BabelStream; then # 5.0; it is silent about what is right
  for variant in sycl2020-acc:ONEAPI-ICPX sycl2020-usm:ONEAPI-Clang sycl2020-usm:DPCPP; do
    build BabelStream-"${variant/:/-}" "$sources/BabelStream" -DMODEL="${variant%:*}" \
      -DSYCL_COMPILER="${variant#*:}" -DSYCL_COMPILER_DIR="$names" || continue
    verify "$name" '^Dot ' "$work/$name/${variant%:*}-stream" -s 1048576 -n 20
  done
fi
if take BabelStream-develop; then
  if build BabelStream-develop "$sources/BabelStream-develop" -DMODEL=sycl -DSYCL_COMPILER=ONEAPI-Clang; then
    for option in "" --float; do
      verify "$name$option" '^Dot ' "$work/$name/sycl-stream" -s 1048576 -n 20 $option
    done
  fi
fi
if take miniBUDE && build miniBUDE "$sources/miniBUDE" -DMODEL=sycl -DSYCL_COMPILER=ONEAPI-ICPX; then
  verify miniBUDE 'valid: *true' "$work/miniBUDE/sycl-bude" --deck "$sources/miniBUDE/data/bm1" \
    -n 4096 -p all -w 1,8,64
fi
if take CloverLeaf; then
  for variant in sycl-acc:ONEAPI-ICPX sycl-usm:ONEAPI-Clang; do
    build CloverLeaf-"${variant%:*}" "$sources/CloverLeaf" -DMODEL="${variant%:*}" \
      -DSYCL_COMPILER="${variant#*:}" -DENABLE_MPI=OFF || continue
    cd "$work/$name" || exit 2
    verify "$name" PASSED "./${variant%:*}-cloverleaf" \
      --file "$sources/CloverLeaf/InputDecks/clover_bm_short.in"
  done
fi
if take TeaLeaf; then
  for variant in sycl-acc:ONEAPI-ICPX sycl-usm:ONEAPI-Clang; do
    build TeaLeaf-"${variant%:*}" "$sources/TeaLeaf" -DMODEL="${variant%:*}" -DSYCL_COMPILER="${variant#*:}" \
      -DENABLE_MPI=OFF || continue
    for solver in cg jacobi cheby ppcg; do
      case $solver-$variant in cheby-sycl-usm*|ppcg-sycl-usm*) continue ;; esac # their own races
      mkdir -p "$work/$name/$solver" && cd "$work/$name/$solver" || exit 2
      sed -e 's/^\([xy]_cells\)=.*/\1=64/' -e 's/^end_step=.*/end_step=1/' "$sources/TeaLeaf/tea.in" >tea.in
      verify "$name-$solver" 'run PASSED' "../${variant%:*}-tealeaf" --solver $solver --file tea.in \
        --problems "$sources/TeaLeaf/tea.problems"
    done
  done
fi
# Its Makefile takes CC from the environment for the name of a tool chain.
if take XSBench && CC=oneapi build_in_copy XSBench "$sources/XSBench/sycl"; then
  for grid in unionized hash nuclide; do
    verify "XSBench-$grid" '\(Valid\)' ./XSBench -s small -m event -G $grid
  done
fi
if take RSBench && build_in_copy RSBench "$sources/RSBench/sycl" CC=icpx CFLAGS='-std=c++17 -fsycl -O3'; then
  verify RSBench '\(Valid\)' ./rsbench -s small -m event
fi
if take PRK; then # nstream-sycl and nstream-multigpu-dpcpp ask for GPUs
  prepare='cp common/make.defs.oneapi common/make.defs'
  if build_in_copy PRK "$sources/PRK" -C Cxx11 dpcpp; then
    for program in nstream-{dpcpp,sycl-explicit,sycl-usm,sycl-explicit-usm}:1000000 p2p-hyperplane-sycl:500 \
      stencil-{2d-sycl,sycl,sycl-usm}:512 transpose-{dpcpp,sycl,2d-sycl,sycl-usm}:512 pic-sycl:100; do
      options=(10 "${program#*:}")
      [ "${program%:*}" != pic-sycl ] || options+=(100 1 2 GEOMETRIC 0.99)
      verify "PRK-${program%:*}" 'Solution validates' "Cxx11/${program%:*}" "${options[@]}"
    done
  fi
  prepare=
fi
if take syclacademy; then
  but_for=oneMath # a library that is not here
  build syclacademy "$sources/syclacademy" -DSYCL_ACADEMY_USE_DPCPP=ON -DSYCL_ACADEMY_ENABLE_SOLUTIONS=ON \
    -DCMAKE_C_COMPILER=icx -DCMAKE_CXX_COMPILER=icpx -DCMAKE_BUILD_TYPE=Release && say syclacademy built
  but_for=
  while IFS= read -r program; do
    cd "$(dirname "$program")" && verify "syclacademy-$(basename "$program")" '' "$program"
  done < <(find "$work/syclacademy/Code_Exercises" -type f -perm -u+x -name '*solution*' | sort)
fi
if take portBLAS; then # it gets googletest by git; its library for one instruction set
  targets='blas3_gemm_test blas2_gemv_test'
  if build portBLAS "$sources/portBLAS" -DCMAKE_CXX_COMPILER=icpx -DCMAKE_BUILD_TYPE=Release -DSYCL_COMPILER=dpcpp \
    -DDPCPP_SYCL_TARGET=native_cpu -DBLAS_ENABLE_TESTING=ON -DBLAS_ENABLE_BENCHMARK=OFF \
    -DCMAKE_EXE_LINKER_FLAGS=-march=native -DCMAKE_SHARED_LINKER_FLAGS=-march=native; then
    for test in $targets; do
      verify "portBLAS-$test" 'PASSED' "$work/portBLAS/test/unittest/$test"
    done
  fi
  targets=
fi
exit $((failures > 0))
