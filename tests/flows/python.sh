#!/bin/sh
# docs/python.md: the package falx launches kernels of libraries by name, with NumPy arrays.
. "$(dirname "$0")/lib.sh"
for python in python3 /usr/bin/python3 none; do
  "$python" -c 'import numpy' 2>/dev/null && break
done
[ "$python" != none ] || {
  echo 'skipped: no Python with NumPy (Debian: python3-numpy)'
  exit 77
}
root=$here/../..
export FALX_COMPILER="$falx" PYTHONDONTWRITEBYTECODE=1
PYTHONPATH=$root/python
[ -d "$prefix/lib/falx/python" ] && PYTHONPATH=$prefix/lib/falx/python || export FALX_LIBRARY="$prefix/lib/libfalx.so"
export PYTHONPATH
ok "$falx" -fsycl -O2 -shared -fPIC "$root/examples/c/kernels.cpp" -o libkernels.so
ok "$falx" -fsycl -O1 -shared -fPIC "$inputs/c_api/kernels.cpp" -o libtypes.so
said=$("$python" "$root/examples/python/saxpy.py" ./libkernels.so 2>&1) || fail "saxpy.py: $said"
says "kernel: saxpy(float, const float *, float *)"
says "y[999] = 999, 500 of 1000 values are below zero"
ok "$python" "$inputs/python/checks.py" ./libkernels.so ./libtypes.so "$ONEAPI_DEVICE_SELECTOR"
# Without NumPy there are devices, and a sentence about arrays.
mkdir empty
cat >empty/numpy.py <<'END'
raise ImportError("not here")
END
said=$(PYTHONPATH=empty:$PYTHONPATH "$python" -c 'import falx; falx.devices(); falx.zeros(3)' 2>&1)
says "install Debian's python3-numpy"
said=$(FALX_LIBRARY=./missing.so "$python" -c 'import falx; falx.devices()' 2>&1)
says "say where it is in FALX_LIBRARY"
finish
