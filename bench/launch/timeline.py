#!/usr/bin/env python3
"""What a timeline costs (FALX_TRACE=FILE.json): kernels of about 10, 100 and 1,000 microseconds, one behind the other.

  bench/launch/timeline.py [--build DIR] [--rounds N]

Each with and without a timeline in turn; prints the least of the rounds and their ratio.
"""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def nanoseconds(program, steps, count, trace):
    environment = {name: value for name, value in os.environ.items() if name != "FALX_TRACE"}
    if trace:
        environment["FALX_TRACE"] = str(trace)
    done = subprocess.run([program, str(steps), str(count)], env=environment, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"timeline.py: error: {program} ends with {done.returncode}")
    return float(done.stdout)


def main():
    parser = argparse.ArgumentParser(prog="timeline.py", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=HERE.parent.parent / "build")
    parser.add_argument("--rounds", type=int, default=9)
    arguments = parser.parse_args()
    falx = arguments.build / "bin/falx++"
    if not falx.is_file():
        sys.exit(f"timeline.py: error: no compiler '{falx}': ./falx build, or --build")
    with tempfile.TemporaryDirectory() as folder:
        program, trace = Path(folder) / "timeline", Path(folder) / "trace.json"
        subprocess.run([falx, "-fsycl", "-O2", HERE / "timeline.sycl.cpp", "-o", program], check=True)
        step = nanoseconds(program, 20000, 100, None) / 20000
        print(f"{'kernel, us':>10}{'with a timeline':>17}{'ratio':>8}{'more, us':>10}")
        for target in (10e3, 100e3, 1e6):
            steps, count = max(1, round(target / step)), max(100, round(5e8 / target))
            pairs = [[nanoseconds(program, steps, count, which) for which in (None, trace)]
                     for _ in range(arguments.rounds)]
            plain, traced = (min(pair[side] for pair in pairs) / 1000 for side in (0, 1))
            print(f"{plain:>10.1f}{traced:>17.1f}{traced / plain:>8.3f}{traced - plain:>10.2f}", flush=True)


if __name__ == "__main__":
    main()
