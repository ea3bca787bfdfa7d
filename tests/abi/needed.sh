#!/bin/sh
# needed.sh <library...>: none of them links LLVM or a C++ library, and none of our tools is needed.
set -u
status=0
for library in "$@"; do
  needed=$(readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
  for name in $needed; do
    case $name in
    libc.so.*|libm.so.*|libdl.so.*|libpthread.so.*|librt.so.*|libgcc_s.so.*|ld-linux*|libfalx.so.*) ;;
    libasan.so.*|libubsan.so.*|libtsan.so.*|libclang_rt.*) ;; # the sanitizers' own builds
    *)
      echo "$library needs $name" >&2
      status=1
      ;;
    esac
  done
done
exit $status
