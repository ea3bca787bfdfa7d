#!/bin/sh
# sycl-device.sh <falx++> <folder to build in> [TEST...]: the programs of tests/sycl, unchanged, on another
# device than the default one. Prints a line for each that does not pass, and the numbers. Ends with 0 if what
# does not pass is on the list, and nothing else is. TEST: device_global/basic, or queue for a folder.
#
#   FALX_TEST_TARGET    what to compile for, as in -fsycl-targets= (spir64)
#   FALX_TEST_SELECTOR  where to run, as in ONEAPI_DEVICE_SELECTOR (opencl:*;null:*)
#   FALX_TEST_LIST      a file of programs that cannot pass there: name, and the reason (tests/opencl/sycl.txt);
#                       with "not run: " before it they are skipped
#   FALX_TEST_LEVEL     the level of optimization (-O2)
#   FALX_TEST_VALIDATOR a spirv-val that every module has to pass; Debian 12's does not know all capabilities
#   FALX_TEST_JOBS      programs at the same time (as many as there are processors)
#   FALX_TEST_LIMIT     seconds for a run (120)
#   FALX_TEST_RUNNER    a command that runs each program, as 'compute-sanitizer --error-exitcode 86'
#   FALX_TEST_OBJECTS   a build tree that has compiled these programs for another target: the host's half is taken
#                       from its objects
#   FALX_TEST_KEEP      not empty: programs stay in the folder, and those that are there are not built again
set -u
root=$(cd "$(dirname "$0")/../.." && pwd -P)

# Compiles $program from the test $name; further arguments are the compiler and its options. The two halves of a
# device_global belong to one compilation.
build() {
  object=${FALX_TEST_OBJECTS:-}/tests/test-$(echo "$name" | tr / -).$(basename "$name").o
  if [ -n "${FALX_TEST_OBJECTS:-}" ] && [ -e "$object" ] && ! grep -q device_global "$root/tests/sycl/$name.cpp"; then
    "$@" -fsycl-device-only "$root/tests/sycl/$name.cpp" -o "$program.bc" &&
      "$@" "-fsycl-add-targets=$FALX_TEST_TARGET:$program.bc" "$object" -o "$program"
  else
    "$@" "$root/tests/sycl/$name.cpp" -o "$program"
  fi
}

if [ "${1:-}" = --one ]; then # compiler, folder, name
  compiler=$2 folder=$3 name=$4 program=$3/$(echo "$4" | tr / -) status=
  options=$(sed -n '1s#^// options: *##p' "$root/tests/sycl/$name.cpp")
  reason=$(sed -n "s#^$name  *##p" "$FALX_TEST_LIST")
  case $reason in 'not run: '*) echo "skips  $name: $reason" && exit ;; esac
  [ -z "${FALX_TEST_VALIDATOR:-}" ] || options="$options -fsycl-dump-device-code=$program.images"
  # shellcheck disable=SC2086 # options are words
  if [ -n "${FALX_TEST_KEEP:-}" ] && [ -x "$program" ]; then
    status=there
  elif ! build timeout 600 "$compiler" -fsycl "$FALX_TEST_LEVEL" "-fsycl-targets=$FALX_TEST_TARGET" \
    -I"$root/tests" $options >"$program.log" 2>&1; then
    status=build
  elif [ -n "${FALX_TEST_VALIDATOR:-}" ] && ! (
    for image in "$program.images"/*.spv; do
      [ ! -e "$image" ] || "$FALX_TEST_VALIDATOR" --target-env spv1.4 "$image" || exit 1
    done
  ) >"$program.log" 2>&1; then
    status=invalid
  else
    status=there
  fi
  if [ "$status" = there ]; then
    status=0
    # shellcheck disable=SC2086 # the runner and its options are words
    ONEAPI_DEVICE_SELECTOR=$FALX_TEST_SELECTOR timeout "${FALX_TEST_LIMIT:-120}" ${FALX_TEST_RUNNER:-} "$program" \
      >"$program.log" 2>&1 || status=$?
  fi
  [ -n "${FALX_TEST_KEEP:-}" ] || rm -f "$program"
  rm -rf "$program.images" "$program.bc"
  case $status in
  0) [ -z "$reason" ] && echo "passes $name" || echo "FAILS  $name: passes, and is on the list" ;;
  77) echo "skips  $name" ;;
  *) [ -n "$reason" ] && echo "listed $name: $reason" ||
    echo "FAILS  $name ($status): $(grep -v '^PLEASE' "$program.log" | head -n 2 | tr '\n' ' ' | cut -c 1-240)" ;;
  esac
  exit 0
fi

[ $# -ge 2 ] || {
  sed -n '2,17s/^# \{0,1\}//p' "$0" >&2
  exit 2
}
compiler=$1
[ -x "$compiler" ] || {
  echo "sycl-device.sh: error: no compiler '$compiler'" >&2
  exit 2
}
mkdir -p "$2" && folder=$(cd "$2" && pwd) || exit 2
shift 2
export FALX_TEST_TARGET="${FALX_TEST_TARGET:-spir64}" FALX_TEST_SELECTOR="${FALX_TEST_SELECTOR:-opencl:*;null:*}"
export FALX_TEST_LEVEL="${FALX_TEST_LEVEL:--O2}" FALX_TEST_LIST="${FALX_TEST_LIST:-$root/tests/opencl/sycl.txt}"
names=$(cd "$root/tests/sycl" && find . -name '*.cpp' | sed 's#^\./##; s#\.cpp$##' | sort)
if [ $# -gt 0 ]; then
  names=$(for part; do echo "$names" | grep -E "^$part(/|\$)" || echo "sycl-device.sh: no test '$part'" >&2; done)
fi
[ -n "$names" ] || exit 2
echo "$names" | xargs -P "${FALX_TEST_JOBS:-$(nproc)}" -n 1 "$0" --one "$compiler" "$folder" >"$folder/results.txt"
sort "$folder/results.txt" | grep -v '^passes'
for kind in passes skips listed FAILS; do
  echo "$kind: $(grep -c "^$kind" "$folder/results.txt")"
done
[ "$(wc -l <"$folder/results.txt")" -eq "$(echo "$names" | wc -l)" ] || {
  echo "sycl-device.sh: error: $(echo "$names" | wc -l) programs, and another number of results" >&2
  exit 2
}
! grep -q '^FAILS' "$folder/results.txt"
