#!/bin/sh
# dpcpp-e2e.sh <falx++> <folder to build in> <checkout of github.com/intel/llvm-test-suite, or of
# github.com/intel/llvm, or "" where FALX_DPCPP_E2E names it> [FOLDER...]: runs DPC++'s end-to-end tests,
# unchanged, with lit, on a device that is a CPU. FOLDER: those of its SYCL/ (or sycl/test-e2e/) to run, or
# single tests (default: the list below, of what is there). LIT_OPTS has options for lit, such as -j1. Ends with
# lit's exit status. Results: docs/conformance.md.
#
# Excluded are, by what their sources hold, tests
# - of what DPC++'s tracing prints: SYCL_PI_TRACE, XPTI, SYCL_PRINT_EXECUTION_GRAPH;
# - of OpenCL, Level Zero, CUDA and ESIMD themselves: their headers, libraries, namespaces and options;
# - that run nothing but on a GPU or an accelerator;
# - of DPC++'s own messages: -verify, what() of an exception compared with a text or given to FileCheck;
# - of names in DPC++'s namespaces detail, and of its numbers of errors, PI_ERROR_...;
# - with %T, which lit of LLVM 22 refuses.
# Those whose REQUIRES and UNSUPPORTED lines ask for something other than a CPU on Linux, lit skips.
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
tests=SYCL
[ -d "$suite/$tests" ] || tests=sycl/test-e2e
[ -x "$compiler" ] && [ -f "$suite/$tests/lit.cfg.py" ] || {
  echo "dpcpp-e2e.sh: error: no compiler '$compiler', or no folder SYCL or $tests in '$suite'" >&2
  exit 2
}
lit=$(command -v lit || ls /usr/lib/llvm-22/bin/lit) || exit 2
compiler=$(cd "$(dirname "$compiler")" && pwd)/$(basename "$compiler")
suite=$(cd "$suite/$tests" && pwd) && mkdir -p "$folder" && work=$(cd "$folder" && pwd) || exit 2
[ $# -gt 0 ] || set -- $(cd "$suite" && ls -d Basic Reduction SubGroup GroupAlgorithm USM Regression \
  HostInteropTask KernelAndProgram SpecConstants Sampler BFloat16 DeviceGlobal \
  DeviceImageDependencies 2>/dev/null)

trace='PI_TRACE|XPTI|PRINT_EXECUTION_GRAPH'
others='%(opencl_lib|level_zero_options|cuda_options)|CL/(cl|opencl)[.]h|backend/opencl|level_zero([.]h|/)'
others="$others|DEVICE_SELECTOR=.?(opencl|level_zero|cuda|hip)|oneapi::cuda|esimd"
messages='[ =]-verify|what\(\)\)[.](find|compare)|strcmp\(.*what\(\)'
details='PI_(ERROR|INVALID)_|(^|[^A-Za-z0-9_])detail(::|;)|[.][.]/helpers[.]hpp"'
holding() { # OPTIONS PATTERN
  grep -rE --include='*.c' --include='*.cpp' "$@" "$suite"
}
{
  holding -li "$trace|$others"
  holding -l "$messages|$details|%T([^A-Za-z_]|\$)"
  holding -l 'CHECK' | xargs -d '\n' grep -l 'what()' /dev/null
  holding -L '%(CPU|HOST|BE)_RUN|%[{]run|RUN: *(env .*)?%t' |
    xargs -d '\n' grep -lE '%(GPU|ACC)_RUN' /dev/null
} | sed "s|^$suite/||; s|\\.|[.]|g" | sort -u | paste -s -d'|' >"$work/excluded"

cat >"$work/lit.site.cfg.py" <<END
import lit.formats
import os

config.name = "dpcpp-e2e"
config.suffixes = [".c", ".cpp"]
config.test_source_root = "$suite"
config.test_exec_root = "$work"
config.recursiveExpansionLimit = 10
config.available_features.update(["linux", "cpu", "host", "any-device-is-cpu"])
config.available_features.update("aspect-" + aspect for aspect in (
    "cpu fp16 fp64 atomic64 online_compiler online_linker queue_profiling usm_device_allocations "
    "usm_host_allocations usm_shared_allocations usm_system_allocations").split())

config.test_format = lit.formats.ShTest(True)
config.excludes = ["Inputs"]
config.environment["PATH"] = os.pathsep.join(["/usr/lib/llvm-22/bin", "$(dirname "$compiler")", os.environ["PATH"]])
config.environment["HOME"] = os.environ["HOME"]
if "FALX_PCH_CACHE" in os.environ:
    config.environment["FALX_PCH_CACHE"] = os.environ["FALX_PCH_CACHE"]
config.substitutions += [
    ("%{build}", "%clangxx -fsycl %{sycl_target_opts} %s"), ("%{run}", "env "), ("%{run-aux}", ""),
    ("%{sycl_target_opts}", "-fsycl-targets=native_cpu"), ("%fPIC", "-fPIC"), ("%shared_lib", "-shared"),
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
# What DPC++ expects to fail is no different from the rest.
LIT_XFAIL_NOT=$(holding -l '^// *XFAIL' | sed "s|^$suite/||" | paste -s -d';')
export LIT_XFAIL_NOT
exec "$lit" --no-progress-bar --filter-out "$(grep . "$work/excluded" || echo ^$)" ${LIT_OPTS:-} "$@"
