#!/bin/sh
# check.sh <falx++> <folder to work in> [TEST...]: the programs of tests/sycl and examples with all checks of
# -fsycl-check= (docs/checker.md), built and run one after the other. Right programs have no report. Prints a line
# for each that is not clean, the kernels that are not checked, and the numbers. What has a result in the folder
# is not done again: an interrupted run goes on. TEST: sub_group for a folder, math/shapes, examples/heat.
#
#   FALX_TEST_LEVEL  the level of optimization (-O1)
#   FALX_TEST_LIMIT  seconds for a run (120); a build has ten times as many
#   FALX_TEST_JOBS   programs at the same time (as many as there are processors)
#   FALX_TEST_AGAIN  kinds of results that are done again, as 'time-out reports'
set -u
root=$(cd "$(dirname "$0")/../.." && pwd -P)

if [ "${1:-}" = --one ]; then # compiler, folder, name
  compiler=$2 folder=$3 name=$4 program=$3/$(echo "$4" | tr / -)
  limit=${FALX_TEST_LIMIT:-120}
  source=$root/tests/sycl/$name.cpp
  case $name in examples/*) source=$root/$name.cpp ;; esac
  options=$(sed -n '1s#^// options: *##p; s#^// falx: *##p' "$source" | tr '\n' ' ')
  # shellcheck disable=SC2086 # options are words
  timeout $((10 * limit)) "$compiler" -fsycl "${FALX_TEST_LEVEL:--O1}" -I"$root/tests" $options \
    -fsycl-check=bounds,races,barriers,uninit "$source" -o "$program" >"$program.build" 2>&1
  status=$?
  unchecked=$(sed -n 's/.*warning: the kernel \(.*\) is not checked.*/\1/p' "$program.build" | sort -u | grep -c .)
  if [ $status -ne 0 ]; then
    kind=build
  else
    cd "$folder" && timeout "$limit" "$program" >"$program.run" 2>&1
    status=$?
    case $status in
    0) kind=clean ;;
    77) kind=skips ;;
    124) kind=time-out ;;
    *) kind=fails ;;
    esac
    ! grep -q '^falx-check: ' "$program.run" || kind=reports
  fi
  rm -f "$program"
  echo "$kind $name $status $unchecked" >"$program.result.new"
  mv "$program.result.new" "$program.result"
  exit 0
fi

[ $# -ge 2 ] || {
  sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
  exit 2
}
compiler=$1
[ -x "$compiler" ] || {
  echo "check.sh: error: no compiler '$compiler'" >&2
  exit 2
}
mkdir -p "$2" && folder=$(cd "$2" && pwd) || exit 2
shift 2
names=$(cd "$root/tests/sycl" && find . -name '*.cpp' | sed 's#^\./##; s#\.cpp$##' | sort
  cd "$root" && find examples -maxdepth 1 -name '*.cpp' | sed 's#\.cpp$##' | sort)
if [ $# -gt 0 ]; then
  names=$(for part; do echo "$names" | grep -E "^$part(/|\$)" || echo "check.sh: no test '$part'" >&2; done)
fi
[ -n "$names" ] || exit 2
for name in $names; do
  result=$folder/$(echo "$name" | tr / -).result
  [ ! -e "$result" ] && echo "$name" && continue
  read -r kind rest <"$result"
  case " ${FALX_TEST_AGAIN:-} " in *" $kind "*) echo "$name" ;; esac
done | xargs -r -P "${FALX_TEST_JOBS:-$(nproc)}" -n 1 "$0" --one "$compiler" "$folder"

for name in $names; do
  cat "$folder/$(echo "$name" | tr / -).result"
done >"$folder/results.txt"
while read -r kind name status unchecked; do
  program=$folder/$(echo "$name" | tr / -)
  case $kind in
  build) echo "build    $name ($status): $(grep -m 1 error: "$program.build")" ;;
  time-out) echo "time-out $name" ;;
  skips) echo "skips    $name" ;;
  fails) echo "fails    $name ($status): $(head -n 1 "$program.run")" ;;
  reports)
    echo "reports  $name ($status)"
    grep -A6 '^falx-check: ' "$program.run"
    ;;
  esac
  [ "$unchecked" = 0 ] || echo "partly   $name: $unchecked kernels are not checked"
done <"$folder/results.txt"
for kind in clean reports fails build time-out skips; do
  echo "$kind: $(grep -c "^$kind " "$folder/results.txt")"
done
awk '{ if ($4) programs++; kernels += $4 } END { print "not checked:", kernels + 0, "kernels of", programs + 0, "programs" }' \
  "$folder/results.txt"
! grep -Eq '^(reports|fails|build) ' "$folder/results.txt"
