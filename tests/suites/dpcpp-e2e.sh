#!/bin/sh
# dpcpp-e2e.sh <falx++> <folder to build in> <checkout of github.com/intel/llvm-test-suite, or "" where
# FALX_DPCPP_E2E names it> [FOLDER...]: runs DPC++'s end-to-end tests, unchanged, with lit, on a device
# that is a CPU. FOLDER: those of its SYCL/ to run, or single tests (default: the list below). LIT_OPTS has
# options for lit, such as -j1. Ends with lit's exit status.
#
# Excluded are tests that look at what DPC++'s tracing of its plug-ins prints (SYCL_PI_TRACE) and those
# that call OpenCL or Level Zero themselves. Tests that require a GPU or an accelerator do nothing there.
set -u
[ $# -ge 3 ] || {
  echo "usage: dpcpp-e2e.sh FALX++ FOLDER CHECKOUT [FOLDER...]" >&2
  exit 2
}
compiler=$1 folder=$2 suite=${3:-${FALX_DPCPP_E2E:-}}
shift 3
[ -n "$suite" ] || {
  echo "FALX_DPCPP_E2E names no checkout of llvm-test-suite"
  exit 77
}
[ -x "$compiler" ] && [ -f "$suite/SYCL/lit.cfg.py" ] || {
  echo "dpcpp-e2e.sh: error: no compiler '$compiler', or no folder SYCL in '$suite'" >&2
  exit 2
}
lit=$(command -v lit || ls /usr/lib/llvm-22/bin/lit) || exit 2
compiler=$(cd "$(dirname "$compiler")" && pwd)/$(basename "$compiler")
suite=$(cd "$suite/SYCL" && pwd) && mkdir -p "$folder" && work=$(cd "$folder" && pwd) || exit 2
[ $# -gt 0 ] || set -- Basic Reduction SubGroup GroupAlgorithm USM Regression HostInteropTask \
  KernelAndProgram SpecConstants Sampler

grep -rlE 'SYCL_PI_TRACE|PI_TRACE|%opencl_lib|%level_zero_options|CL/cl.h|CL/opencl.h|level_zero/' "$suite" |
  sed "s|^$suite/||; s|\\.|[.]|g" | paste -s -d'|' >"$work/excluded"

cat >"$work/lit.site.cfg.py" <<END
import lit.formats
import os

config.name = "dpcpp-e2e"
config.suffixes = [".c", ".cpp"]
config.test_source_root = "$suite"
config.test_exec_root = "$work"
config.available_features.update(["linux", "cpu", "host"])

config.test_format = lit.formats.ShTest(True)
config.excludes = ["Inputs"]
config.environment["PATH"] = os.pathsep.join(["/usr/lib/llvm-22/bin", "$(dirname "$compiler")", os.environ["PATH"]])
config.environment["HOME"] = os.environ["HOME"]
config.substitutions += [
    ("%clangxx", " $compiler"), ("%clang", " $compiler"), ("%sycl_triple", "native_cpu"),
    ("%sycl_options", ""), ("%include_option", "-include"), ("%debug_option", "-g"),
    ("%cxx_std_option", "-std="), ("%threads_lib", "-lpthread"), ("%sycl_be", "native_cpu"),
    ("%BE_RUN_PLACEHOLDER", "env "), ("%sycl_include", "$(dirname "$compiler")/../include"),
]
for device in "CPU", "HOST", "GPU", "ACC":
    is_here = device == "CPU"
    for system in "", "_ON_LINUX":
        config.substitutions += [
            ("%%%s_RUN%s_PLACEHOLDER" % (device, system), "env " if is_here else "true "),
            ("%%%s_CHECK%s_PLACEHOLDER" % (device, system), "| FileCheck %s" if is_here else ""),
        ]
config.substitutions.append(("%GPU_L0_CHECK_PLACEHOLDER", ""))
END

for name; do
  shift
  [ -e "$suite/$name" ] || {
    echo "dpcpp-e2e.sh: error: $suite has no '$name'" >&2
    exit 2
  }
  [ -f "$suite/$name" ] || mkdir -p "$work/$name"
  set -- "$@" "$work/$name"
done
exec "$lit" --no-progress-bar --filter-out "$(cat "$work/excluded")" ${LIT_OPTS:-} "$@"
