#!/bin/sh
# sycl-cts.sh CHECKOUT [CATEGORY...] [options]: builds and runs the conformance suite; see sycl_cts.py.
exec python3 "$(dirname "$0")/sycl_cts.py" "$@"
