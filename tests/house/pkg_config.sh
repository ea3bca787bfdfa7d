#!/bin/sh
# The same project by hand, with the flags of the moved installation's pkg-config file.
set -eu
project=$1 work=$2 prefix=$3
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
pkg-config --exists falx || { echo 'pkg-config does not find falx' >&2; exit 1; }
rm -rf "$work"
mkdir -p "$work"
cxx=$(pkg-config --variable=cxx falx)
"$cxx" -c "$project/host.cpp" -o "$work/host.o"
"$cxx" $(pkg-config --cflags falx) "$project/main.cpp" "$project/twice.cpp" "$work/host.o" \
  -o "$work/consumer" $(pkg-config --libs falx)
[ "$("$work/consumer")" = 'sum 499500, twice 999000' ]
