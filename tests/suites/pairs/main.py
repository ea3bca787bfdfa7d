#!/usr/bin/env python3
"""Measures SYCL programs of HeCBench, by falx++, beside the same programs in OpenMP, by clang++, on a CPU.

  tests/suites/pairs.sh --hecbench CHECKOUT [options] [PROGRAM...]

CHECKOUT is one of github.com/zjin-lcf/HeCBench; it is copied and not written to. PROGRAMs are names out of
pairs/programs.txt, which has for each its arguments and the text that it prints in front of a kernel's time;
none given: all. NAME-sycl is built by `make CC=falx++ GPU=no`, NAME-omp by `make CC=clang++ DEVICE=cpu`, with
-fopenmp for -qopenmp: its target regions run on the host. Both get -O3 and -march.

Both programs of a pair run in turn, with T threads on T processors, one of each core first, --rounds times. A
time is the least of all rounds: what the program says of its own kernels, or else wall time. A ratio is
OpenMP's time by Falx's; of several kernels the geometric mean; `*` marks one below 0.95. A program verifies
as in hecbench.py, or says nothing and ends with 0 (`silent`). Where OpenMP's program is wrong, nothing is
compared.

To measure where nothing can be built, on a machine with this folder, python3 and the built folder:

  tests/suites/pairs.sh --hecbench CHECKOUT --falx PREFIX --march x86-64-v4 --build FOLDER
  tests/suites/pairs.sh --run FOLDER --threads 1,4,16

The folder has the programs, Falx's runtime and libomp. Logs are in --out, with table.txt, and all times as
pairs.csv.
"""
import argparse
import os
import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parent.parent))
from pair import PairsSession, read_programs
from processors import numbers_of_threads
from session import ROOT, chosen


def parse():
    cpus = len(os.sched_getaffinity(0))
    parser = argparse.ArgumentParser(prog="pairs.sh", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("steps", nargs="*", metavar="PROGRAM")
    parser.add_argument("--hecbench", type=Path, help="a checkout of github.com/zjin-lcf/HeCBench")
    parser.add_argument("--falx", type=Path, default=ROOT / "build",
                        help="where Falx is installed, or a build folder (build)")
    parser.add_argument("--clang", type=Path, help="clang++ of version 22 (clang++-22, clang++)")
    parser.add_argument("--openmp", type=Path, metavar="DIR",
                        help="include/omp.h and lib/libomp.so, where clang++ has none of its own")
    parser.add_argument("--build", type=Path, metavar="FOLDER", help="only build, into this folder")
    parser.add_argument("--run", type=Path, metavar="FOLDER",
                        help="only run what --build left in this folder")
    parser.add_argument("--out", type=Path, default=Path("pairs-results"),
                        help="logs and programs (pairs-results)")
    parser.add_argument("--march", default="native", help="the processor that is compiled for (native)")
    parser.add_argument("--threads", default=str(cpus), help=f"numbers, with commas (all: {cpus})")
    parser.add_argument("--rounds", type=int, default=2, help="runs of each program (2)")
    parser.add_argument("--run-limit", type=int, default=60, help="seconds for a run (60)")
    parser.add_argument("--jobs", type=int, default=cpus, help="builds at the same time")
    parser.add_argument("--limit", type=float, default=3600, help="seconds for all of it (3600)")
    parser.add_argument("--trial", action="store_true", help="one round, and times are not judged")
    parser.add_argument("--list", action="store_true", help="names the programs and their arguments")
    return parser.parse_args()


def main():
    options, programs = parse(), read_programs()
    if options.list:
        print("\n".join(f"{name:24}{' '.join(program.arguments)}" for name, program in programs.items()))
        return 0
    if not options.run and not (options.hecbench and (options.hecbench / "src").is_dir()):
        sys.exit("pairs.sh: error: --hecbench=CHECKOUT has to name a folder with src")
    options.threads = numbers_of_threads("pairs.sh", options.threads)
    names = chosen("pairs.sh", programs, options.steps)
    session = PairsSession(options)
    if not options.build:
        print(f"pairs.sh: {len(names)} pairs; {session.machine()}", flush=True)
    steps = session.build_steps(programs, names)
    if options.build:
        return session.say_built(steps)
    session.run_steps(steps)
    session.summarize(steps)
    print(session.write_table())
    return session.close()


if __name__ == "__main__":
    sys.exit(main())
