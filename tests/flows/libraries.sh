#!/bin/sh
# Many shared libraries with device code (issue 4, C3 and C4; requirements DL-7, DL-9, DL-14), in short: the long form is
# bench/linking/libraries.py without --short.
. "$(dirname "$0")/lib.sh"
need python3
python3 "$here/../../bench/linking/libraries.py" --build "$prefix" --out "$work/out" --short >said 2>&1 ||
  fail "libraries.py: $(cat said)"
said=$(cat said)
says "50 threads, kernels of 20 images: 20 made, 20 programs"
finish
