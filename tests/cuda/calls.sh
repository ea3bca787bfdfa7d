#!/bin/sh
# calls.sh PROGRAM CALLS: what the program asks of memory, launches and graphs is what the file says. LD_LIBRARY_PATH has the
# fake driver.
set -u
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
FALX_CUDA_TRACE=$work/all "$1" || exit 1
grep -E '^cu(Mem|Launch|Graph)' "$work/all" | grep -v '^cuMemFree' >"$work/calls"
diff "$2" "$work/calls"
