#!/bin/sh
# cuda.sh --falx PREFIX [options] [STEP...]: everything that is measured on an NVIDIA GPU; see cuda/main.py.
exec python3 "$(dirname "$0")/cuda/main.py" "$@"
