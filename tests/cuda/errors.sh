#!/bin/sh
# errors.sh PROGRAM SOURCE CALLS FALX-LS: what errors.cpp is told of calls of the driver that fail, which calls it
# makes, and what falx-ls says of drivers and devices that cannot be used. LD_LIBRARY_PATH has the fake driver.
set -u
program=$1 source=$2 calls=$3 ls=$4
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0
# expect WHAT PRINTED TEXT
expect() {
  case $2 in
  *"$3"*) ;;
  *)
    echo "errors.sh: $1: printed '$2', not '$3'" >&2
    failures=1
    ;;
  esac
}
# told CALLS TEXT: with these calls failing, the program prints the text.
told() {
  expect "$1" "$(FALX_CUDA_FAIL=$1 "$program" 2>&1)" "$2"
}
line=$(grep -n 'class writing' "$source" | cut -d: -f1)
told "" "right"
told cuModuleLoadDataEx=218 \
  "synchronous build error: $source:$line: cuda: the driver cannot build a device program for NVIDIA H200: CUDA_ERROR_INVALID_PTX (218)"
told cuModuleLoadDataEx=2 "synchronous memory allocation failed: $source:$line: cuda: the driver cannot build"
told cuModuleGetFunction=201 "the driver does not give out kernel '"
told cuLaunchKernel=701 \
  "synchronous nd_range error: $source:$line: cuda: a kernel cannot be submitted to NVIDIA H200: CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"
told "cuLaunchKernel ends=700" "asynchronous runtime error: $source:$line: kernel main::writing failed: cuda: a command \
did not come to its end: NVIDIA H200 has ended a command with CUDA_ERROR_ILLEGAL_ADDRESS (700), an illegal memory access \
was encountered"
told "cuLaunchKernel ends=710" "synchronous runtime error: $source:$((line + 2)): cuda: a command cannot be submitted: \
NVIDIA H200 has ended a command with CUDA_ERROR_ASSERT (710), device-side assert triggered; CUDA's context is lost"
told cuMemAlloc=2 "no memory"
told cuDevicePrimaryCtxRetain=2 "memory allocation failed: cuda: no context can be made for NVIDIA H200"
told cuStreamCreateWithPriority=2 "cuda: a stream of NVIDIA H200 cannot be created: CUDA_ERROR_OUT_OF_MEMORY (2)"

# says SETTING TEXT: falx-ls --why
says() {
  expect "$1" "$(env "$1" "$ls" --why 2>&1)" "$2"
}
says FALX_CUDA_VERSION=10020 "the driver is for CUDA 10.2; one for CUDA 11.0 (release 450) or later is needed"
says FALX_CUDA_DEVICES=0 "the driver finds no NVIDIA GPU (CUDA_ERROR_NO_DEVICE)"
says FALX_CUDA_ATTRIBUTES=75=6 "it cannot be used: cuda: its compute capability is 6.0; 7.0 or later is needed"
says FALX_CUDA_FAIL=cuInit=2 "it cannot start: cuda: the driver does not start; it reserves more addresses"
says FALX_CUDA_FAIL=cuInit=999 "it cannot start: cuda: the driver does not start: CUDA_ERROR_UNKNOWN (999)"
says FALX_CUDA_FAIL=cuDeviceGetAttribute=999 "it does not answer what it is: cuda: the driver does not say what it is"
expect none "$(env -u LD_LIBRARY_PATH ONEAPI_DEVICE_SELECTOR=cuda:gpu "$ls" --why 2>&1)" \
  "cuda: there is no NVIDIA driver: libcuda.so.1"

FALX_CUDA_TRACE=$work/calls "$program" >/dev/null
diff "$calls" "$work/calls" || failures=1
exit $failures
