# Shared by the flows: programs built the way users build them, in a folder of its own.
# Usage: . lib.sh BUILD-OR-INSTALL-FOLDER
#
#   FALX_TEST_TARGET    what falx++ compiles for, as in -fsycl-targets= (native_cpu)
#   FALX_TEST_SELECTOR  where programs run, as in ONEAPI_DEVICE_SELECTOR (native_cpu:cpu)
#   FALX_PCH_CACHE      the folder for precompiled headers (0: programs are compiled from source)
set -u
here=$(cd "$(dirname "$0")" && pwd)
inputs=$here/inputs
prefix=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tmp"
target=${FALX_TEST_TARGET:-native_cpu}
export TMPDIR="$work/tmp" ONEAPI_DEVICE_SELECTOR="${FALX_TEST_SELECTOR:-native_cpu:cpu}"
unset FALX_CLANG FALX_ADAPTER_DIR
export FALX_PCH_CACHE="${FALX_PCH_CACHE:-0}"
falx=$prefix/bin/falx++
clang=$(command -v clang++-22 || echo /usr/lib/llvm-22/bin/clang++)
cd "$work" || exit 1
if [ "$target" != native_cpu ]; then
  mkdir bin
  printf '#!/bin/sh\nexec "%s" -fsycl-targets=%s "$@"\n' "$falx" "$target" >bin/falx++
  chmod +x bin/falx++
  falx=$work/bin/falx++
fi
failures=0

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}
# ok COMMAND...: succeeds, says nothing, leaves no temporary file
ok() {
  said=$("$@" 2>&1)
  status=$?
  [ $status -eq 0 ] || fail "$*: status $status: $said"
  [ -z "$said" ] || [ $status -ne 0 ] || fail "$*: says '$said'"
  clean "$*"
}
# refuses STATUS "PART OF THE SENTENCE" COMMAND...
refuses() {
  wanted=$1 part=$2
  shift 2
  said=$("$@" 2>&1)
  status=$?
  [ $status -eq "$wanted" ] || fail "$*: status $status, not $wanted: $said"
  case $said in
  *"$part"*) ;;
  *) fail "$*: says '$said', not '$part'" ;;
  esac
  clean "$*"
}
says() {
  case $said in
  *"$1"*) ;;
  *) fail "'$1' is missing in '$said'" ;;
  esac
}
clean() {
  [ -z "$(ls -A "$TMPDIR")" ] || fail "$1: leaves $(ls -A "$TMPDIR") behind"
  rm -rf "$TMPDIR"/*
}
absent() {
  for path; do
    [ ! -e "$path" ] || fail "$path is there"
  done
}
# need TOOL: the flow cannot run without it
need() {
  command -v "$1" >/dev/null || {
    echo "skipped: $1 is not installed"
    exit 77
  }
}
# native: whether this is about native_cpu; each flow leaves out what other targets do not have
native() {
  [ "$target" = native_cpu ]
}
finish() {
  [ $failures -eq 0 ] || echo "$failures checks failed"
  [ $failures -eq 0 ]
  exit
}
