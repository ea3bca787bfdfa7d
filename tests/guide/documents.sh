#!/bin/sh
# documents.sh BUILD: each block of code in docs/*.md is a file that another test tries, or stands in one; those of
# SYCL in samples/documents.cpp, which is compiled and run.
set -eu
prefix=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export ONEAPI_DEVICE_SELECTOR=native_cpu:cpu PYTHONDONTWRITEBYTECODE=1
for page in "$here"/../../docs/*.md; do
  "${FALX_PYTHON:-python3}" "$here/sessions.py" "$page" >"$work/said" || exit 1
done
"$prefix/bin/falx++" -fsycl -O1 "$here/samples/documents.cpp" -o "$work/documents"
"$work/documents"
