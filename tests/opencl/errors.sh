#!/bin/sh
# errors.sh PROGRAM FALX++ SOURCE: what errors.cpp is told of calls of the driver that fail. Runs under
# with-driver.sh.
set -u
program=$1 falx=$2 source=$3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0
# told CALLS TEXT: with these calls failing, the program prints the text.
told() {
  printed=$(FALX_OPENCL_FAIL=$1 "$program" 2>&1)
  case $printed in
  *"$2"*) ;;
  *)
    echo "errors.sh: $1: printed '$printed', not '$2'" >&2
    failures=1
    ;;
  esac
}
told "" "right"
told clBuildProgram \
  "synchronous build error: $source:26: opencl: the driver cannot build a device program: CL_BUILD_PROGRAM_FAILURE (-11)"
told clBuildProgram=-6 "synchronous memory allocation failed: $source:26: opencl: the driver cannot build"
told clCreateProgramWithIL=-42 "build error: $source:26: opencl: the driver cannot take the device code as a SPIR-V module"
told clCreateKernel=-46 "the driver does not give out kernel 'main::writing': CL_INVALID_KERNEL_NAME (-46)"
told clEnqueueNDRangeKernel=-2 \
  "synchronous platform error: $source:26: opencl: a kernel cannot be submitted: CL_DEVICE_NOT_AVAILABLE (-2)"
told "clEnqueueNDRangeKernel ends=-2" "asynchronous platform error: $source:26: kernel main::writing failed: \
opencl: the device has ended it with an error: CL_DEVICE_NOT_AVAILABLE (-2)"
told "clEnqueueMemcpyINTEL ends=-5" "asynchronous runtime error: $source:28: memcpy failed: \
opencl: the device has ended it with an error: CL_OUT_OF_RESOURCES (-5)"
told clDeviceMemAllocINTEL=-4 "no memory"
told clCreateContext "memory allocation failed: opencl: a context of 1 devices cannot be created"
told clCreateCommandQueueWithProperties=-5 "opencl: a queue cannot be created: CL_OUT_OF_RESOURCES (-5)"
told clGetPlatformIDs=-1001 "the OpenCL loader finds no driver in /etc/OpenCL/vendors, or where OCL_ICD_VENDORS says"
told clGetDeviceInfo=-6 "memory allocation failed: no memory for the list of devices"
told clGetDeviceInfo=-2 "it cannot be used: opencl: the driver does not answer query 0 of a device: CL_DEVICE_NOT_AVAILABLE (-2)"

# The driver's own words, of options that it does not know.
"$falx" -fsycl -fsycl-targets=spir64 -Xsycl-target-backend=spir64 -no-such-option "$source" -o "$work/options" ||
  failures=1
program=$work/options
told "" "synchronous build error: $source:26: opencl: the driver cannot build a device program: "
told "" "no-such-option"
exit $failures
