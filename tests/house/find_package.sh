#!/bin/sh
# A project that finds the moved installation with find_package, compiled with CXX=$compiler.
set -eu
cmake=$1 project=$2 work=$3 prefix=$4 compiler=$5
[ "$compiler" != falx++ ] || compiler=$prefix/bin/falx++
rm -rf "$work"
"$cmake" -G Ninja -S "$project" -B "$work" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$prefix"
"$cmake" --build "$work"
[ "$("$work/consumer")" = 'sum 499500, twice 999000' ]
