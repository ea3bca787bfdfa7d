#!/bin/sh
# with-driver.sh COMMAND...: runs it with the layer between the adapter for OpenCL and the loader,
# on the first device that takes SPIR-V. 77: there is none. FALX_LIBRARIES and FALX_LAYER are folders
# of libraries.
set -u
loader=${FALX_OPENCL_BELOW:-}
if [ -z "$loader" ]; then
  folders=$(echo "${LD_LIBRARY_PATH:-}" | tr : ' ')
  for folder in $folders /usr/lib/x86_64-linux-gnu /usr/lib/aarch64-linux-gnu /usr/lib64 /usr/lib; do
    [ -z "$loader" ] && [ -e "$folder/libOpenCL.so.1" ] && loader=$folder/libOpenCL.so.1
  done
fi
if [ -z "$loader" ]; then
  echo "with-driver.sh: there is no libOpenCL.so.1 (Debian's ocl-icd-libopencl1)" >&2
  exit 77
fi
export FALX_OPENCL_BELOW="$loader" ONEAPI_DEVICE_SELECTOR='opencl:*'
export LD_LIBRARY_PATH="$FALX_LIBRARIES:$FALX_LAYER${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
if ! devices=$("$FALX_LS" 2>&1); then
  echo "$devices" >&2
  exit 77
fi
exec "$@"
