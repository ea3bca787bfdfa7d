#!/usr/bin/env python3
"""Runs the benchmarks side by side and writes a table, JSON and a plot.

  bench/run.py [--build DIR] [--out DIR] [--threads N] [--rounds N] [--quick] [GROUP ...]

Groups: kernels, launch, startup, compile (default: all). Every comparison builds both sides with
the same clang, runs them in turn (A B A B ...) and takes medians; ratio = other / Falx, so that
more is better for Falx.
"""
import argparse
import json
import math
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
KERNELS = ["vector_add", "saxpy", "triad", "stencil", "nbody", "black_scholes", "sgemm_naive",
           "reduce_atomic"]
FLAGS = ["-std=c++17", "-O3", "-march=native"]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("groups", nargs="*", metavar="GROUP")
    parser.add_argument("--build", default=str(HERE.parent / "build"), help="Falx's build tree")
    parser.add_argument("--out", default=None, help="results (default: BUILD/bench)")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="one round, few repetitions")
    options = parser.parse_args()
    groups = options.groups or ["kernels", "launch", "startup", "compile"]
    unknown = set(groups) - {"kernels", "launch", "startup", "compile"}
    if unknown:
        parser.error(f"unknown group: {', '.join(sorted(unknown))}")
    bench = Bench(options)
    results = {"threads": options.threads, "cpu": cpu_name()}
    for group in groups:
        results[group] = getattr(bench, group)()
    (bench.out / "results.json").write_text(json.dumps(results, indent=2) + "\n")
    print(f"\nresults: {bench.out / 'results.json'}")
    if "kernels" in results:
        plot(results["kernels"], bench.out / "kernels.png")


class Bench:
    def __init__(self, options):
        self.falx = Path(options.build) / "bin" / "falx++"
        if not self.falx.exists():
            sys.exit(f"bench: no {self.falx}: run ./falx build first")
        self.clang = shutil.which("clang++-22") or sys.exit("bench: clang++-22 is not installed")
        self.out = Path(options.out) if options.out else Path(options.build) / "bench"
        self.out.mkdir(parents=True, exist_ok=True)
        self.rounds = 1 if options.quick else options.rounds
        self.repetitions = "3" if options.quick else "15"
        self.environment = dict(os.environ, OMP_NUM_THREADS=str(options.threads),
                                FALX_NUM_THREADS=str(options.threads),
                                OMP_PROC_BIND="true", OMP_PLACES="threads")

    def build(self, source, flags=FLAGS):
        """Compiles bench/<source> with falx++ (*.sycl.cpp) or clang++ with OpenMP."""
        program = self.out / source.replace("/", "_").removesuffix(".cpp")
        if source.endswith(".sycl.cpp"):
            command = [self.falx, "-fsycl"]
        else:
            command = [self.clang, "-fopenmp"]
        subprocess.run([*command, *flags, HERE / source, "-o", program], check=True)
        return program

    def run(self, program, *arguments):
        done = subprocess.run([program, *arguments], env=self.environment, check=True,
                              stdout=subprocess.PIPE, text=True, timeout=600)
        return [line.split() for line in done.stdout.splitlines()]

    def kernels(self):
        print(f"\n{'kernel':<16}{'Falx ms':>10}{'OpenMP ms':>11}{'ratio':>8}")
        rows = {}
        for name in KERNELS:
            sides = [self.build(f"kernels/{name}.{side}.cpp") for side in ("sycl", "omp")]
            times, checks = ([], []), [None, None]
            for _ in range(self.rounds):
                for side in (0, 1):
                    lines = self.run(sides[side], "default", self.repetitions)
                    times[side].extend(float(value) for key, value in lines if key == "time")
                    checks[side] = next(float(value) for key, value in lines if key == "check")
            if not math.isclose(*checks, rel_tol=1e-4):
                sys.exit(f"bench: {name}: results differ: {checks}")
            falx, other = (statistics.median(t) / 1e6 for t in times)
            rows[name] = {"falx_ms": falx, "openmp_ms": other, "ratio": other / falx}
            print(f"{name:<16}{falx:>10.3f}{other:>11.3f}{other / falx:>8.2f}", flush=True)
        mean = math.exp(statistics.mean(math.log(row["ratio"]) for row in rows.values()))
        worst = min(rows, key=lambda name: rows[name]["ratio"])
        print(f"geometric mean {mean:.2f}, lowest {rows[worst]['ratio']:.2f} ({worst})")
        return {"rows": rows, "geometric_mean": mean}

    def launch(self):
        sides = [self.build(f"launch/launch.{side}.cpp", ["-std=c++17", "-O2"])
                 for side in ("sycl", "omp")]
        figures = {}
        for _ in range(self.rounds):
            for side, program in zip(("falx", "openmp"), sides):
                for figure, value in self.run(program):
                    figures.setdefault(f"{side} {figure}", []).append(float(value))
        medians = {name: statistics.median(values) for name, values in figures.items()}
        print(f"\n{'launch, ns each':<34}{'median':>8}")
        for name, value in medians.items():
            print(f"{name:<34}{value:>8.0f}")
        return medians

    def startup(self):
        programs = {
            "falx one kernel": self.build("startup/one_kernel.sycl.cpp", ["-O2"]),
            "openmp one loop": self.build("startup/one_kernel.omp.cpp", ["-O2"]),
            "falx linked, unused": self.build("startup/unused.sycl.cpp", ["-O2"]),
            "plain C++": self.build("startup/plain.cpp", ["-O2"]),
            "true": Path(shutil.which("true")),
        }
        figures = {name: [] for name in programs}
        for _ in range(self.rounds * 20):
            for name, program in programs.items():
                figures[name].append(cost([program], self.environment))
        return report("start to exit", figures)

    def compile(self):
        flags = ["-std=c++17", "-O2"]
        target = self.out / "compiled"
        header = HERE / "startup/header_only.sycl.cpp"
        falx, clang = str(self.falx), self.clang
        include = ["-I", str(self.falx.parent.parent / "include")]
        commands = {
            "falx one kernel": [falx, "-fsycl", *flags, HERE / "startup/one_kernel.sycl.cpp",
                                "-o", target],
            "clang openmp counterpart": [clang, "-fopenmp", *flags,
                                         HERE / "startup/one_kernel.omp.cpp", "-o", target],
            "header, host pass": [clang, *flags, *include, "-Xclang", "-fsycl-is-host", "-c",
                                  header, "-o", target],
            "header, device pass": [clang, *flags, *include, "-Xclang", "-fsycl-is-device", "-c",
                                    "-emit-llvm", header, "-o", target],
        }
        figures = {name: [] for name in commands}
        for _ in range(self.rounds):
            for name, command in commands.items():
                figures[name].append(cost(command, os.environ))
        return report("compile", figures)


def cost(command, environment):
    """(CPU seconds, wall seconds, peak MiB) of one command and its children."""
    start = time.monotonic()
    process = subprocess.Popen(command, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"bench: {command[0]} failed with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024


def report(title, figures):
    print(f"\n{title:<28}{'CPU ms':>9}{'wall ms':>9}{'MiB':>8}")
    rows = {}
    for name, runs in figures.items():
        cpu, wall, memory = (statistics.median(column) for column in zip(*runs))
        rows[name] = {"cpu_ms": cpu * 1e3, "wall_ms": wall * 1e3, "mib": memory}
        print(f"{name:<28}{cpu * 1e3:>9.1f}{wall * 1e3:>9.1f}{memory:>8.1f}")
    return rows


def cpu_name():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown"


def plot(kernels, path):
    try:
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        print("no plot: install python3-matplotlib")
        return
    names = list(kernels["rows"])
    ratios = [kernels["rows"][name]["ratio"] for name in names]
    figure, axes = pyplot.subplots(figsize=(8, 4))
    axes.bar(names, ratios, color=["#2a7f62" if r >= 1 else "#c44536" for r in ratios])
    axes.axhline(1, color="black", linewidth=0.8)
    axes.set_ylabel("OpenMP time / Falx time")
    axes.set_title(f"Falx beside OpenMP, geometric mean {kernels['geometric_mean']:.2f}")
    axes.tick_params(axis="x", rotation=30)
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    print(f"plot: {path}")


if __name__ == "__main__":
    main()
