#!/bin/sh
# cores.sh --falx PREFIX [options] [STEP...]: what is measured on processors with many cores; see cores/main.py.
exec python3 "$(dirname "$0")/cores/main.py" "$@"
