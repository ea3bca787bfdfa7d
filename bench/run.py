#!/usr/bin/env python3
"""Runs the benchmarks side by side and writes a table, JSON and a plot.

  bench/run.py [--build DIR] [--out DIR] [--threads N] [--rounds N] [--quick] [GROUP ...]

Groups: kernels, launch, startup, compile, linking, specialization (default: all). Every comparison
builds both sides with the same clang, runs them in turn (A B A B ...) and takes medians; ratio =
other / Falx, so that more is better for Falx. A kernel is bench/kernels/<kernel>.sycl.cpp; beside
it stand OpenMP (.omp.cpp), for some a blocked C++ loop (.blocked.cpp), ISPC (.ispc) and OpenCL C
for Intel's CPU runtime (.cl). bench/peers.py fetches the last two. --sycl adds another SYCL
compiler, which gets the same sources as falx++:

  bench/run.py kernels --sycl 'DIR/bin/acpp --acpp-targets=omp.accelerated'

--target and --device take falx++'s programs elsewhere, here to the runtime that the OpenCL C runs on:

  bench/run.py kernels --target=spir64 --device=opencl:cpu
  bench/run.py kernels --target=nvptx64-nvidia-cuda --device=cuda:gpu --kernel=nbody --n=65536

On a GPU of NVIDIA the kernels of .cu, built by nvcc, take part; the times are those of the clock.
"""
import argparse
import json
import math
import os
import shlex
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import peers

HERE = Path(__file__).resolve().parent
GROUPS = ["kernels", "launch", "startup", "compile", "linking", "specialization"]
KERNELS = sorted(path.name.removesuffix(".sycl.cpp")
                 for path in (HERE / "kernels").glob("*.sycl.cpp"))
# What a kernel is compared with, where bench/kernels has the source: label, suffix.
PEERS = {"openmp": ".omp.cpp", "blocked": ".blocked.cpp", "ispc": ".ispc",
         "opencl": ".opencl.cpp", "cuda": ".cu", "sycl": ".sycl.cpp"}
FLAGS = ["-std=c++17", "-O3", "-march=native"]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("groups", nargs="*", metavar="GROUP")
    parser.add_argument("--build", default=str(HERE.parent / "build"), help="Falx's build tree")
    parser.add_argument("--out", default=None, help="results (default: BUILD/bench)")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--kernel", action="append", choices=KERNELS, help="only this one, ...")
    parser.add_argument("--no-peers", action="store_true",
                        help="compare with OpenMP alone, fetch nothing")
    parser.add_argument("--sycl", metavar="COMMAND", type=shlex.split,
                        help="another SYCL compiler to compare with, and its options")
    parser.add_argument("--target", metavar="NAME", help="what falx++ compiles for, as in -fsycl-targets=")
    parser.add_argument("--device", metavar="NAME", default="",
                        help="where its programs run, as in ONEAPI_DEVICE_SELECTOR")
    parser.add_argument("--n", default="default", help="the kernels' size (each has its own)")
    parser.add_argument("--quick", action="store_true", help="one round, few repetitions")
    options = parser.parse_args()
    groups = options.groups or GROUPS
    unknown = set(groups) - set(GROUPS)
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
    if bench.failures:
        sys.exit("bench: " + "\nbench: ".join(bench.failures))


class Bench:
    def __init__(self, options):
        self.falx = Path(options.build) / "bin" / "falx++"
        if not self.falx.exists():
            sys.exit(f"bench: no {self.falx}: run ./falx build first")
        self.clang = shutil.which("clang++-22") or sys.exit("bench: clang++-22 is not installed")
        self.out = Path(options.out) if options.out else Path(options.build) / "bench"
        self.out.mkdir(parents=True, exist_ok=True)
        self.rounds = 1 if options.quick else options.rounds
        self.repetitions = "3" if options.quick else "9"
        self.threads, self.peers = options.threads, not options.no_peers
        self.names, self.other_sycl = options.kernel or KERNELS, options.sycl
        self.target = [f"-fsycl-targets={options.target}"] if options.target else []
        self.failures = []
        self.environment = dict(os.environ, OMP_PROC_BIND="true", OMP_PLACES="threads")
        self.has_gpu, self.n = options.device.startswith("cuda"), options.n
        if options.device:
            self.environment["ONEAPI_DEVICE_SELECTOR"] = options.device

    def build(self, source, flags=FLAGS):
        """Compiles bench/<source> with falx++ (*.sycl.cpp) or clang++ with OpenMP."""
        program = self.out / source.replace("/", "_").removesuffix(".cpp")
        if source.endswith(".sycl.cpp"):
            command = [self.falx, "-fsycl", *self.target]
        else:
            command = [self.clang, "-fopenmp", "-Wno-pass-failed"] # omp simd that clang cannot do
        subprocess.run([*command, *flags, HERE / source, "-o", program], check=True)
        return program

    def run(self, program, *arguments, threads=None):
        """Its output, line by line and word by word."""
        threads = threads or self.threads
        environment = dict(self.environment, OMP_NUM_THREADS=str(threads),
                           FALX_NUM_THREADS=str(threads))
        # Intel's OpenCL runtime takes its number of threads from the process's set of CPUs.
        cpus = sorted(os.sched_getaffinity(0))[-threads:]
        done = subprocess.run([program, *arguments], env=environment, check=True,
                              stdout=subprocess.PIPE, text=True, timeout=600,
                              preexec_fn=lambda: os.sched_setaffinity(0, cpus))
        return [line.split() for line in done.stdout.splitlines()]

    def builders(self):
        """For each side of a comparison a function that makes the program of a kernel."""
        def cpp(name, suffix):
            return self.build(f"kernels/{name}{suffix}")

        sides = {"falx": cpp, "openmp": cpp, "blocked": cpp}
        ispc = self.peers and peers.ispc()
        if ispc:
            def with_ispc(name, suffix):
                compiled = self.out / f"kernels_{name}.ispc.o"
                subprocess.run([*ispc, "-O3", "--pic", "--wno-perf",
                                f"--target={peers.ispc_target()}",
                                HERE / f"kernels/{name}{suffix}", "-o", compiled], check=True)
                return self.build(f"kernels/{name}{suffix}.cpp", [*FLAGS, compiled])
            sides["ispc"] = with_ispc
        opencl = self.peers and peers.intel_opencl()
        if opencl:
            for name in ("OCL_ICD_FILENAMES", "OCL_ICD_VENDORS"):  # Khronos' loader, ocl-icd
                self.environment[name] = str(opencl / "lib/libintelocl.so")
            flags = [*FLAGS, f"-I{opencl / 'include'}", f"-L{opencl / 'lib'}", "-lOpenCL",
                     "-Wl,--disable-new-dtags", f"-Wl,-rpath,{opencl / 'lib'}"]
            sides["opencl"] = lambda name, suffix: self.build(f"kernels/{name}{suffix}", flags)
        nvcc = self.has_gpu and (shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc"))
        if nvcc:
            def with_nvcc(name, suffix):
                program = self.out / f"kernels_{name}.cuda"
                subprocess.run([nvcc, "-std=c++17", "-O3", "-arch=native", HERE / f"kernels/{name}{suffix}",
                                "-o", program], check=True)
                return program
            sides["cuda"] = with_nvcc
        if self.other_sycl:
            def other(name, suffix):
                program = self.out / f"kernels_{name}.other"
                subprocess.run([*self.other_sycl, *FLAGS, HERE / f"kernels/{name}{suffix}",
                                "-o", program], check=True)
                return program
            sides["sycl"] = other
        return sides

    def kernels(self):
        """One thread by the clock of the process's CPU time, all threads by the wall clock."""
        sides = self.builders()
        programs = {}
        for name in self.names:
            try:
                programs[name] = {"falx": sides["falx"](name, ".sycl.cpp")}
            except subprocess.CalledProcessError:
                self.failures.append(f"{name}: falx++ failed")
                continue
            for side, suffix in PEERS.items():
                if side in sides and (HERE / f"kernels/{name}{suffix}").exists():
                    programs[name][side] = sides[side](name, suffix)
        tables = {"1 thread, CPU time": self.compare(programs, 1)}
        if self.threads > 1:
            tables[f"{self.threads} threads, wall time"] = self.compare(programs, self.threads)
        return tables

    def compare(self, programs, threads):
        print(f"\n{threads} thread{'s'[threads == 1:]:<10}{'Falx ms':>17}"
              + "".join(f"{'/ ' + side:>10}" for side in PEERS))
        rows = {}
        for name, sides in programs.items():
            times, checks = {side: [] for side in sides}, {}
            for _ in range(self.rounds):
                for side, program in sides.items():
                    lines = self.run(program, self.n, self.repetitions, threads=threads)
                    times[side].extend(float(line[2 if threads == 1 else 1]) / 1e6
                                       for line in lines if line[0] == "time")
                    checks[side] = float(lines[-1][1])
            for side, check in checks.items():
                if not math.isclose(check, checks["openmp"], rel_tol=1e-3):
                    self.failures.append(f"{name}: {side} gives {check}, "
                                         f"OpenMP {checks['openmp']}")
            medians = {side: statistics.median(t) for side, t in times.items()}
            ratios = {side: medians[side] / medians["falx"] for side in sides if side != "falx"}
            rows[name] = {"ms": medians, "ratio": ratios}
            print(f"{name:<18}{medians['falx']:>17.3f}"
                  + "".join(f"{ratios[side]:>10.2f}" if side in ratios else " " * 10
                            for side in PEERS), flush=True)
        means = {}
        for side in PEERS:
            ratios = {name: row["ratio"][side] for name, row in rows.items()
                      if side in row["ratio"]}
            if not ratios:
                continue
            means[side] = math.exp(statistics.mean(map(math.log, ratios.values())))
            worst = min(ratios, key=ratios.get)
            print(f"{side}: geometric mean {means[side]:.2f} of {len(ratios)}, "
                  f"lowest {ratios[worst]:.2f} ({worst})")
        return {"rows": rows, "geometric_mean": means}

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

    def linking(self):
        """A hot loop that calls a function of a shared library's image, and the function inline."""
        library = self.out / "libstep.so"
        subprocess.run([self.falx, "-fsycl", *FLAGS, "-fPIC", "-shared",
                        HERE / "linking/library.sycl.cpp", "-o", library], check=True)
        program = self.build("linking/call.sycl.cpp",
                             [*FLAGS, f"-L{self.out}", "-lstep", f"-Wl,-rpath,{self.out}"])
        figures = {}
        for _ in range(self.rounds):
            for name, inline, imported in self.run(program, threads=1):
                ratios = figures.setdefault(name, [])
                ratios.append(float(inline) / float(imported))
        medians = {name: statistics.median(ratios) for name, ratios in figures.items()}
        print(f"\n{'imported, of the speed inline':<34}{'median':>8}")
        for name, value in medians.items():
            print(f"{name:<34}{value:>8.2f}")
        return medians

    def specialization(self):
        """A kernel whose constants are set while the program runs, beside the same with constexpr
        ones and with captured values; and what its first submission costs, compiling or not."""
        program = self.build("specialization/convolve.sycl.cpp", FLAGS)
        cache = self.out / "programs"
        shutil.rmtree(cache, ignore_errors=True)
        cache.mkdir(mode=0o700)
        names = ["constexpr, of the speed", "captured, of the speed"]
        figures = {name: [] for name in names}
        first = {"first submission, ms": [], "from the persistent cache, ms": []}
        for _ in range(self.rounds):
            for variables, what in (({}, "first submission, ms"),
                                    ({"FALX_CACHE_PERSISTENT": "1", "FALX_CACHE_DIR": str(cache)},
                                     "from the persistent cache, ms")):
                self.environment.update(variables)
                if variables and not first[what]:
                    self.run(program, threads=1)  # fills it
                (fixed, special, captured, cold), = self.run(program, threads=1)
                for name in variables:
                    del self.environment[name]
                figures[names[0]].append(float(fixed) / float(special))
                figures[names[1]].append(float(captured) / float(special))
                first[what].append(float(cold))
        medians = {name: statistics.median(v) for name, v in {**figures, **first}.items()}
        print(f"\n{'specialization constants':<34}{'median':>8}")
        for name, value in medians.items():
            print(f"{name:<34}{value:>8.2f}")
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
        """Compilations, in units of clang++'s of a plain program with the same standard headers:
        falx++ from source; with an empty cache of precompiled headers, twice; on a machine that is set
        up, where the header is there: docs/compile-time.md."""
        flags = ["-std=c++17", "-O2"]
        target, cache = self.out / "compiled", self.out / "pch"
        header = HERE / "startup/header_only.sycl.cpp"
        clang = self.clang
        include = ["-I", str(self.falx.parent.parent / "include")]
        falx = [str(self.falx), "-fsycl", *flags]
        one_kernel = [*falx, HERE / "startup/one_kernel.sycl.cpp", "-o", target]
        plain, cold, prepare = "clang++, OpenMP counterpart", "empty cache, 1st time", "preparation"
        commands = {
            plain: [clang, "-fopenmp", *flags, HERE / "startup/one_kernel.omp.cpp", "-o", target],
            "falx++, from source": [*one_kernel, "-fno-sycl-pch"],
            cold: one_kernel,
            "from then on": one_kernel,
            prepare: [*falx, "-fsycl-prepare-pch"],
            "prepared": one_kernel,
            "header, host pass": [clang, *flags, *include, "-Xclang", "-fsycl-is-host", "-c",
                                  header, "-o", target],
            "header, device pass": [clang, *flags, *include, "-Xclang", "-fsycl-is-device", "-c",
                                    "-emit-llvm", header, "-o", target],
        }
        figures = {name: [] for name in commands}
        environment = {**os.environ, "FALX_PCH_CACHE": str(cache.resolve())}
        for _ in range(self.rounds):
            for name, command in commands.items():
                if name in (cold, prepare):
                    shutil.rmtree(cache, ignore_errors=True)
                figures[name].append(cost(command, environment))
        shutil.rmtree(cache, ignore_errors=True)
        return report("compile", figures, plain)


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


def report(title, figures, unit=None):
    """unit: the row that the others' CPU time is divided by."""
    print(f"\n{title:<28}{'CPU ms':>9}{'wall ms':>9}{'MiB':>8}" + (f"{'ratio':>8}" if unit else ""))
    rows = {}
    for name, runs in figures.items():
        cpu, wall, memory = (statistics.median(column) for column in zip(*runs))
        rows[name] = {"cpu_ms": cpu * 1e3, "wall_ms": wall * 1e3, "mib": memory}
        if unit:
            rows[name]["ratio"] = cpu * 1e3 / rows[unit]["cpu_ms"]
        print(f"{name:<28}{cpu * 1e3:>9.1f}{wall * 1e3:>9.1f}{memory:>8.1f}" +
              (f"{rows[name]['ratio']:>8.2f}" if unit else ""))
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
    figure, charts = pyplot.subplots(len(kernels), figsize=(12, 4 * len(kernels)), squeeze=False)
    for (title, table), axes in zip(kernels.items(), charts[:, 0]):
        names = list(table["rows"])
        for number, side in enumerate(table["geometric_mean"]):
            bars = [(place + 0.2 * (number - 1.5), table["rows"][name]["ratio"][side])
                    for place, name in enumerate(names) if side in table["rows"][name]["ratio"]]
            axes.bar(*zip(*bars), width=0.2,
                     label=f"{side}, geometric mean {table['geometric_mean'][side]:.2f}")
        axes.axhline(1, color="black", linewidth=0.8)
        axes.set_yscale("log")
        axes.set_ylabel("other time / Falx time")
        axes.set_title(title)
        axes.set_xticks(range(len(names)), names, rotation=40, ha="right")
        axes.legend(fontsize="small")
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    print(f"plot: {path}")


if __name__ == "__main__":
    main()
