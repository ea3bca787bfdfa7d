#!/bin/sh
# A page of the guide as a user types it, with the tools of this build: page.sh BUILD PAGE.md
# FALX_GUIDE_CACHE: the folder for precompiled headers, which all pages share.
set -eu
prefix=$(cd "$1" && pwd)
page=$2
here=$(cd "$(dirname "$0")" && pwd)
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
mkdir -p "$prefix/tests/guide"
export HOME="$home" PATH="$prefix/bin:$PATH" FALX_PCH_CACHE="$prefix/tests/guide" PYTHONDONTWRITEBYTECODE=1
export ONEAPI_DEVICE_SELECTOR=native_cpu:cpu GUIDE_PREFIX="$prefix"
unset FALX_CLANG FALX_ADAPTER_DIR FALX_TRACE FALX_CHECK FALX_NUM_THREADS
"${FALX_PYTHON:-python3}" "$here/sessions.py" "$page"
