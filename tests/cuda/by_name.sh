#!/bin/sh
# by_name.sh BUILD KERNELS: programs in C and Python launch kernels by name on the driver without a GPU, which calls
# the functions of the library KERNELS in their place (by_name_kernels.c). LD_LIBRARY_PATH has the driver.
root=$(cd "$(dirname "$0")/../.." && pwd)
kernels=$(cd "$(dirname "$2")" && pwd)/${2##*/}
FALX_TEST_TARGET=nvptx64-nvidia-cuda FALX_TEST_SELECTOR=cuda:gpu
. "$root/tests/flows/lib.sh"
ok "$falx" -fsycl -O2 -shared -fPIC "$root/examples/c/kernels.cpp" -o libkernels.so
ok "$falx" -fsycl -O2 -shared -fPIC "$root/tests/flows/inputs/c_api/kernels.cpp" -o libtypes.so
cc=$(command -v gcc || command -v cc || command -v clang-22)
ok "$cc" -std=c11 -Wall -Wextra -pedantic -Werror "$root/tests/cuda/by_name.c" "$kernels" "-I$prefix/include" "-I$root" \
  "-L$prefix/lib" "-Wl,-rpath,$prefix/lib:${kernels%/*}" -lfalx -o by_name
FALX_CUDA_DEVICES=2 ok ./by_name ./libkernels.so ./libtypes.so
for python in python3 /usr/bin/python3 none; do
  "$python" -c 'import numpy' 2>/dev/null && break
done
if [ "$python" != none ]; then
  export PYTHONPATH="$root/python" PYTHONDONTWRITEBYTECODE=1 FALX_LIBRARY="$prefix/lib/libfalx.so"
  ok "$python" "$root/tests/cuda/by_name.py" "$kernels" ./libkernels.so ./libtypes.so
fi
finish
