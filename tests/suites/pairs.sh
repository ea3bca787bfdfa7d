#!/bin/sh
# pairs.sh --hecbench CHECKOUT [options] [PROGRAM...]: HeCBench beside its OpenMP; see pairs/main.py.
exec python3 "$(dirname "$0")/pairs/main.py" "$@"
