#!/bin/sh
# with-device.sh COMMAND...: runs it on a GPU that the adapter for CUDA can use. 77: there is none. FALX_LS is falx-ls.
set -u
export ONEAPI_DEVICE_SELECTOR='cuda:gpu'
if ! devices=$("$FALX_LS" --why 2>&1); then
  echo "$devices" >&2
  exit 77
fi
exec "$@"
