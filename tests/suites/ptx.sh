#!/bin/sh
# ptx.sh <falx++> <folder to build in> [TEST...]: compiles the kernels of tests/sycl for nvptx64-nvidia-cuda, and
# has NVIDIA's ptxas assemble each image for several devices. No GPU takes part. Prints a line for each that fails,
# and the numbers; ends with 0 if what fails is on the list, and nothing else is, and with 77 without a ptxas: that
# of a toolkit, or of the package nvidia-cuda-nvcc of PyPI. TEST: device_global/basic, or queue for a folder.
#
#   FALX_PTXAS          the assembler (the one in PATH, or /usr/local/cuda/bin/ptxas)
#   FALX_TEST_ARCHS     what to assemble for ("sm_75 sm_80 sm_90"; toolkits of version 13 know no sm_70)
#   FALX_TEST_LIST      a file of programs that cannot pass: name, and the reason (tests/cuda/ptx.txt);
#                       one that begins with "not run:" leaves the program out
#   FALX_TEST_LEVEL     the level of optimization (-O2)
#   FALX_TEST_JOBS      programs at the same time (as many as there are processors)
set -u
root=$(cd "$(dirname "$0")/../.." && pwd -P)

# Prints what is wrong with an image for a device: the first line that says so.
assemble() { # image, architecture
  "$FALX_PTXAS" -c "-arch=$2" "$1" -o /dev/null >"$1.log" 2>&1 ||
    echo "$2: $(grep -m 1 'error\|fatal' "$1.log" || head -n 1 "$1.log")"
}

if [ "${1:-}" = --one ]; then # compiler, folder, name
  compiler=$2 name=$4 work=$3/$(echo "$4" | tr / -)
  options=$(sed -n '1s#^// options: *##p' "$root/tests/sycl/$name.cpp")
  reason=$(sed -n "s#^$name  *##p" "$FALX_TEST_LIST")
  case $reason in
  'not run:'*)
    echo "listed $name: $reason"
    exit 0
    ;;
  esac
  rm -rf "$work" && mkdir -p "$work"
  # shellcheck disable=SC2086 # options are words
  set -- timeout 600 "$compiler" -fsycl "$FALX_TEST_LEVEL" -fsycl-targets=nvptx64-nvidia-cuda $options
  # The host's half tells nothing of PTX: an empty program takes its place.
  echo 'int main() {}' >"$work/host.cpp"
  if ! { "$@" -I"$root/tests" -fsycl-device-only "$root/tests/sycl/$name.cpp" -o "$work/device.bc" &&
    "$@" "-fsycl-add-targets=nvptx64-nvidia-cuda:$work/device.bc" -c "$work/host.cpp" -o "$work/host.o" &&
    "$@" "$work/host.o" "-fsycl-dump-device-code=$work" -o "$work/program"; } >"$work/log" 2>&1; then
    wrong=$(grep -m 1 error "$work/log")
  else
    wrong=$(for image in "$work"/*.ptx; do
      [ -e "$image" ] || continue
      tr -d '\000' <"$image" >"$image.text"
      least=$(sed -n 's/^\.target sm_\([0-9]*\).*/\1/p' "$image.text")
      for arch in $FALX_TEST_ARCHS; do
        [ "${arch#sm_}" -lt "$least" ] || assemble "$image.text" "$arch"
      done
    done)
  fi
  rm -rf "$work"
  case $wrong in
  '') [ -z "$reason" ] && echo "passes $name" || echo "FAILS  $name: passes, and is on the list" ;;
  *) [ -n "$reason" ] && echo "listed $name: $reason" ||
    echo "FAILS  $name: $(echo "$wrong" | head -n 1 | cut -c 1-240)" ;;
  esac
  exit 0
fi

[ $# -ge 2 ] || {
  sed -n '2,13s/^# \{0,1\}//p' "$0" >&2
  exit 2
}
compiler=$1
[ -x "$compiler" ] || {
  echo "ptx.sh: error: no compiler '$compiler'" >&2
  exit 2
}
FALX_PTXAS=${FALX_PTXAS:-$(command -v ptxas || echo /usr/local/cuda/bin/ptxas)}
[ -x "$FALX_PTXAS" ] || {
  echo "ptx.sh: there is no ptxas; FALX_PTXAS= names one" >&2
  exit 77
}
mkdir -p "$2" && folder=$(cd "$2" && pwd) || exit 2
shift 2
export FALX_PCH_CACHE="$folder/headers" # they differ in what they compile, not in headers
export FALX_PTXAS FALX_TEST_ARCHS="${FALX_TEST_ARCHS:-sm_75 sm_80 sm_90}"
export FALX_TEST_LEVEL="${FALX_TEST_LEVEL:--O2}" FALX_TEST_LIST="${FALX_TEST_LIST:-$root/tests/cuda/ptx.txt}"
names=$(cd "$root/tests/sycl" && find . -name '*.cpp' | sed 's#^\./##; s#\.cpp$##' | sort)
if [ $# -gt 0 ]; then
  names=$(for part; do echo "$names" | grep -E "^$part(/|\$)" || echo "ptx.sh: no test '$part'" >&2; done)
fi
[ -n "$names" ] || exit 2
echo "$names" | xargs -P "${FALX_TEST_JOBS:-$(nproc)}" -n 1 "$0" --one "$compiler" "$folder" >"$folder/results.txt"
sort "$folder/results.txt" | grep -v '^passes'
for kind in passes listed FAILS; do
  echo "$kind: $(grep -c "^$kind" "$folder/results.txt")"
done
! grep -q '^FAILS' "$folder/results.txt"
