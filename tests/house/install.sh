#!/bin/sh
# Installs the build, stripped, and moves the tree: what the tests after this one use has another
# place than the one it was installed to, and names neither the source nor the build.
set -eu
cmake=$1 build=$2 source=$3 prefix=$4
rm -rf "$prefix" "$prefix.first"
"$cmake" --install "$build" --prefix "$prefix.first" --strip >"$build/tests/install.log"
mv "$prefix.first" "$prefix"
for path in bin/falx++ bin/falx-ls bin/falx-prof bin/falx-image bin/falx-post-link bin/falx-integration lib/libfalx.so lib/libfalx_check.so \
  lib/falx/libfalx_adapter_native_cpu.so include/falx/falx.h include/sycl/sycl.hpp \
  include/CL/sycl.hpp lib/falx/python/falx/__init__.py lib/falx/gdb/falx.py lib/cmake/Falx/FalxConfig.cmake lib/pkgconfig/falx.pc \
  lib/falx/drop-in/bin/icpx lib/falx/drop-in/lib/libsycl.so lib/falx/drop-in/include/sycl/sycl.hpp; do
  [ -e "$prefix/$path" ] || { echo "not installed: $path" >&2; exit 1; }
done
if grep -rIlF -e "$source" -e "$build" -e "$prefix" "$prefix"; then
  echo 'these files name the source, the build or the place they were installed to' >&2
  exit 1
fi
if readelf -d "$prefix"/bin/* "$prefix"/lib/*.so "$prefix"/lib/falx/*.so 2>/dev/null |
  grep -E 'R(UN)?PATH' | grep -F -e "$source" -e "$build"; then
  echo 'a run path names the source or the build' >&2
  exit 1
fi
