#!/usr/bin/env python3
"""Measures Falx on a processor with many cores, and prints one table: a line for each thing measured.

  tests/suites/cores.sh --falx PREFIX [options] [STEP...]

A STEP is a line of the table (K1 ... K4) or a part of one; --list names all. None given: all. Everything is built in
parallel before the first measurement, and nothing is measured while something else runs. Every command has a limit,
and all of them together have --limit: K1 repeats its rounds until the time that the other steps need is left. Logs of
all commands are in the folder, with table.txt, which is written again after each step (K1: after each round), the
times of K1 as kernels.json and those of K3 as sizes.csv and a plot.

  K1  bench/kernels beside OpenMP (bound threads) at --threads, in turn: ratios, scaling, geometric means
  K2  with all threads: ISPC (--ispc) and Intel's OpenCL runtime for CPUs (--opencl)
  K3  additions of 2^6 to 2^26 elements with one thread and with all, Falx and OpenMP; with sleeping threads, too
  K4  host threads that submit at the same time; two programs side by side; more threads than processors; a quota

A program that runs with T threads has T processors, one of each core first. Times are wall times, medians of all
rounds; a ratio is OpenMP's time by Falx's, and `*` marks one below 0.95. Needed there: python3, g++, clang 22 with
libomp. --trial is for trying the script out: small problems, one round, and times are not judged.
"""
import argparse
import os
import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parent.parent))
import kernels
import sharing
import sizes
from cores import CoresSession
from processors import numbers_of_threads
from session import chosen, listed

STEPS = {**kernels.STEPS, **sizes.STEPS, **sharing.STEPS}


def parse():
    cpus = len(os.sched_getaffinity(0))
    parser = argparse.ArgumentParser(prog="cores.sh", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("steps", nargs="*", metavar="STEP")
    parser.add_argument("--falx", type=Path, help="where Falx is installed, or a build folder")
    parser.add_argument("--clang", type=Path, help="clang++ of version 22 for both sides (clang++-22, clang++)")
    parser.add_argument("--ispc", type=Path, help="ispc, or a folder with objects that --make-ispc made")
    parser.add_argument("--make-ispc", type=Path, metavar="DIR", help="compile bench's ISPC kernels into DIR, and end")
    parser.add_argument("--opencl", type=Path, help="a folder with include/CL and lib/ of Intel's OpenCL runtime")
    parser.add_argument("--out", type=Path, default=Path("cores-results"), help="logs and programs (cores-results)")
    parser.add_argument("--threads", default="1,2,4,8,16", help="of K1; more than processors are left out (1,2,4,8,16)")
    parser.add_argument("--kernel", action="append", default=[], help="K1, K2: only this kernel, ...")
    parser.add_argument("--n", default="default", help="K1, K2: the kernels' size (each has its own)")
    parser.add_argument("--steps-ms", type=int, default=60, help="K1, K2: milliseconds of steps in a round (60)")
    parser.add_argument("--jobs", type=int, default=cpus, help="builds at the same time")
    parser.add_argument("--limit", type=float, default=450, help="seconds for all of it (450)")
    parser.add_argument("--trial", action="store_true", help="small problems, one round: the numbers say nothing")
    parser.add_argument("--list", action="store_true", help="names the steps")
    options = parser.parse_args()
    options.threads = numbers_of_threads("cores.sh", options.threads)
    return options


def main():
    options = parse()
    if options.list:
        print(listed(STEPS))
        return 0
    if options.make_ispc:
        return kernels.make_ispc(options.make_ispc)
    names = chosen("cores.sh", STEPS, options.steps)
    session = CoresSession(options)
    print(f"cores.sh: {', '.join(names)}; {session.machine()}", flush=True)
    steps = session.build_steps(STEPS, names)
    print(f"built; {session.left():.0f} s are left", flush=True)
    for place, step in enumerate(steps):
        step.reserve = sum(later.seconds for later in steps[place + 1:] if not later.skipped)
    session.run_steps(steps)
    print(f"table: {session.out / 'table.txt'}; {session.left():.0f} s were left")
    return session.close()


if __name__ == "__main__":
    sys.exit(main())
