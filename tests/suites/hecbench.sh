#!/bin/sh
# hecbench.sh CHECKOUT [PROGRAM...] [options]: builds and runs programs of HeCBench; see hecbench.py.
exec python3 "$(dirname "$0")/hecbench.py" "$@"
