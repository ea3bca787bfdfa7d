#!/bin/sh
# The installed tree stays small: libfalx.so with the native_cpu adapter below 1 MB, all below 8 MB.
set -eu
prefix=$1 build_type=$2
[ "$build_type" = Release ] || { echo "sizes count for a Release build, this is $build_type"; exit 77; }
size() { find "$@" -type f -exec stat -c %s {} + | awk '{ n += $1 } END { print n + 0 }'; }
runtime=$(size "$(readlink -f "$prefix/lib/libfalx.so")" "$prefix/lib/falx/libfalx_adapter_native_cpu.so")
whole=$(size "$prefix")
echo "libfalx.so and the native_cpu adapter: $runtime bytes; the installation: $whole bytes"
[ "$runtime" -lt 1000000 ] && [ "$whole" -lt 8000000 ]
