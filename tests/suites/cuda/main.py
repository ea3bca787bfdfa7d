#!/usr/bin/env python3
"""Tests and measures Falx on an NVIDIA GPU, and prints one table: a line for each thing measured.

  tests/suites/cuda.sh --falx PREFIX [options] [STEP...]

A STEP is a line of the table (H1 ... H8) or a part of one; --list names all. None given: all. What does not measure
runs in parallel, everything is built before the first measurement, and nothing is measured while something else
runs. Every command has a limit, and all of them together have --limit: what no longer fits is `not run`. Logs of
all commands are in the folder, and table.txt, which is written again after each step.

  H1  tests/sycl, flows, cases of tests/lifetime, tests/soak, categories of the conformance suite (--cts)
  H2  the kernels of bench/kernels that have a .cu, beside nvcc's code
  H3  pairs of programs of HeCBench (--hecbench), built by their Makefiles
  H4  BabelStream (--babelstream), USM and accessors beside its CUDA variant; a prime number of items
  H5  launches, by Falx and by the driver's own functions
  H6  the first kernel's end, from cold and warm caches
  H7  compute-sanitizer on tests/sycl; errors: no memory, illegal address, drivers and devices that are missing
  H8  several devices: n-body and a stencil on one and on all

Needed there: g++, cmake, ninja, nvcc, compute-sanitizer, clang 22. On a machine without a GPU the steps can be tried
with --device=native_cpu:cpu --trial, which builds small problems for --target=native_cpu, and nothing by nvcc.
"""
import argparse
import os
import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parent.parent))
import applications
import conformance
import speed
from gpu import GpuSession
from session import chosen, listed

STEPS = dict(sorted({**conformance.STEPS, **speed.STEPS, **applications.STEPS}.items()))


def parse():
    parser = argparse.ArgumentParser(prog="cuda.sh", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("steps", nargs="*", metavar="STEP")
    parser.add_argument("--falx", type=Path, help="where Falx is installed, or a build folder")
    parser.add_argument("--clang", type=Path, help="clang++ of version 22, if it is not where falx++ looks")
    parser.add_argument("--hecbench", type=Path, help="a checkout of github.com/zjin-lcf/HeCBench; src/ of 8 pairs will do")
    parser.add_argument("--babelstream", type=Path, help="a checkout of github.com/UoB-HPC/BabelStream, version 5.0")
    parser.add_argument("--cts", type=Path, help="a checkout of github.com/KhronosGroup/SYCL-CTS, with submodules")
    parser.add_argument("--categories", default=",".join(conformance.CATEGORIES), help="categories of --cts, with commas")
    parser.add_argument("--out", type=Path, default=Path("cuda-results"), help="folder for logs and programs (cuda-results)")
    parser.add_argument("--arch", default="sm_90", help="what both compilers build for (sm_90)")
    parser.add_argument("--device", default="cuda:gpu", help="where programs run, as in ONEAPI_DEVICE_SELECTOR (cuda:gpu)")
    parser.add_argument("--target", default=None, help="what falx++ compiles for (nvptx64-nvidia-cuda)")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="commands at the same time")
    parser.add_argument("--limit", type=float, default=540, help="seconds for all of it (540)")
    parser.add_argument("--tests", default="", help="tests/sycl: only these, with commas, as queue or queue/in_order")
    parser.add_argument("--kernel", action="append", default=[], help="H2: only this kernel, ...")
    parser.add_argument("--trial", action="store_true", help="small problems, few repetitions: the numbers say nothing")
    parser.add_argument("--list", action="store_true", help="names the steps")
    return parser.parse_args()


def main():
    options = parse()
    if options.list:
        print(listed(STEPS))
        return 0
    names = chosen("cuda.sh", STEPS, options.steps)
    session = GpuSession(options)
    print(f"cuda.sh: {', '.join(names)}; {session.machine()}", flush=True)
    steps = session.build_steps(STEPS, names)
    session.run_steps(sorted(steps, key=lambda step: (not step.measures, step.priority)))
    print(session.write_table())
    return session.close()


if __name__ == "__main__":
    sys.exit(main())
