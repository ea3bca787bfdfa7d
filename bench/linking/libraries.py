#!/usr/bin/env python3
"""Device code of many shared libraries, and of one that comes and goes.

  bench/linking/libraries.py [--build DIR] [--out DIR] [--short] [chain] [churn] [threads]

chain: a kernel calls a function of a library, which calls one of the next: 125 to 1,000 libraries. Milliseconds to
load them, for the first launch less a later one (resolution and build) and to unload them, the best of the rounds,
with a plot. churn: 10,000 rounds of dlopen, two kernels, dlclose; memory early and late. threads: 200 threads launch
the kernels of 50 libraries; FALX_CACHE_TRACE tells how often each program is made. Fails where resolution takes
a second, its cost is not linear, memory grows, or a program is made twice. --short is for tests.

Libraries are copies of one that falx++ makes, with other names in them.
"""
import argparse
import math
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help="chain, churn, threads (default: all)")
    parser.add_argument("--build", default=str(HERE.parent.parent / "build"), help="build tree")
    parser.add_argument("--out", default=None, help="results (default: BUILD/bench/libraries)")
    parser.add_argument("--asan", metavar="DIR", help="folder of a libfalx.so under AddressSanitizer")
    parser.add_argument("--rounds", type=int, help="of churn (default: 10000)")
    parser.add_argument("--short", action="store_true")
    options = parser.parse_args()
    parts = options.parts or ["chain", "churn", "threads"]
    if set(parts) - {"chain", "churn", "threads"}:
        parser.error(f"unknown: {', '.join(parts)}")
    falx = Path(options.build).resolve() / "bin" / "falx++"
    if not falx.exists():
        sys.exit(f"libraries: no {falx}: run ./falx build first")
    bench = Bench(options, falx)
    for part in parts:
        getattr(bench, part)()
    if bench.failures:
        sys.exit("libraries: " + "\nlibraries: ".join(bench.failures))


class Bench:
    def __init__(self, options, falx):
        self.out = Path(options.out or Path(options.build) / "bench" / "libraries").resolve()
        self.out.mkdir(parents=True, exist_ok=True)
        self.short, self.failures = options.short, []
        # AddressSanitizer keeps notes of its own of each dlopen, 100 bytes or so (of an instrumented library 600).
        self.most_kib = 4096 if options.asan else 512
        self.churn_rounds = options.rounds or (300 if self.short else 10000)
        self.environment = dict(os.environ, ONEAPI_DEVICE_SELECTOR="native_cpu:cpu")
        if options.asan:
            self.environment["LD_LIBRARY_PATH"] = options.asan
            self.environment.setdefault("ASAN_OPTIONS", "quarantine_size_mb=1:detect_leaks=1")
        flags = ["-fsycl", "-std=c++17", "-O2", "-march=native", "-fvisibility=hidden",
                 "-fsycl-allow-device-image-dependencies"]
        library = HERE / "one_library.sycl.cpp"
        checks = ["-fsanitize=address"] if options.asan else []
        commands = {"program": [HERE / "libraries.sycl.cpp", *checks, "-ldl"],
                    "next.so": [library, "-fPIC", "-shared"],
                    "last.so": [library, "-fPIC", "-shared", "-DLAST"]}
        for name, words in commands.items():
            subprocess.run([falx, *flags, *words, "-o", self.out / name], check=True)

    def library(self, folder, number, is_last):
        """A library of its own: names are as long as the ones they replace."""
        data = (self.out / ("last.so" if is_last else "next.so")).read_bytes()
        assert b"part_AAAA" in data and b"kernel_AAAA" in data and is_last != (b"part_BBBB" in data)
        for old, new in (b"AAAA", number), (b"BBBB", number + 1):
            data = re.sub(rb"(part_|kernel_)" + old, rb"\g<1>" + b"%04d" % new, data)
        path = folder / f"lib{number:04}.so"
        path.write_bytes(data)
        return path

    def libraries(self, count, is_chain):
        folder = self.out / "libraries"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for number in range(count):
            self.library(folder, number, not is_chain or number == count - 1)
        return folder

    def run(self, *arguments, **environment):
        done = subprocess.run([self.out / "program", *map(str, arguments)], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, env={**self.environment, **environment})
        if done.returncode:
            self.failures.append(f"{' '.join(map(str, arguments))}: status {done.returncode}: "
                                 f"{done.stdout}{done.stderr[-2000:]}")
        return done

    def chain(self):
        counts = [25, 50, 100] if self.short else [125, 250, 500, 1000]
        print(f"{'libraries':>10}{'load ms':>10}{'build ms':>10}{'unload ms':>10}")
        best = {}
        for count in counts:
            folder = self.libraries(count, True)
            runs = [[float(word) for word in self.run("chain", count, folder).stdout.split()]
                    for _ in range(2 if self.short else 7)]
            if not all(runs):
                return
            best[count] = [min(run[1] for run in runs), min(run[2] - run[3] for run in runs),
                           min(run[4] for run in runs)]
            print(f"{count:>10}" + "".join(f"{value:>10.1f}" for value in best[count]), flush=True)
        shutil.rmtree(self.out / "libraries")
        build = best[counts[-1]][1]
        grows = math.log2(max(build, 1e-3) / max(best[counts[-2]][1], 1e-3))
        print(f"the last doubling multiplies resolution and build by {2 ** grows:.2f}")
        if build > 1000:
            self.failures.append(f"resolution and build of {counts[-1]} libraries take {build:.0f} ms")
        if not self.short and grows > 1.4:
            self.failures.append(f"the cost of resolution grows by the power of {grows:.2f}")
        if not self.short:
            plot(best, self.out / "libraries.svg")

    def churn(self):
        shutil.copy(self.library(self.out, 0, True), self.out / "churn.so")
        done = self.run("churn", self.churn_rounds, self.out / "churn.so")
        if not done.returncode:
            rounds, early, late = map(int, done.stdout.split())
            print(f"{rounds} rounds of dlopen, use, dlclose: {early} KiB after a tenth, {late} at the end")
            if late - early > self.most_kib:
                self.failures.append(f"memory grows by {late - early} KiB")

    def threads(self):
        count, images = (50, 20) if self.short else (200, 50)
        done = self.run("threads", count, images, self.libraries(images, False), FALX_CACHE_TRACE="1")
        made = re.findall(r'"(\S*kernel_\d+)" => \{\S*lib(\d+)\.so,.*=> program (\d+)', done.stderr)
        programs = {number for _, _, number in made}
        print(f"{count} threads, kernels of {images} images: {len(made)} made, {len(programs)} programs")
        if not done.returncode and not len(made) == len(programs) == images:
            self.failures.append(f"{len(made)} kernels made, {len(programs)} programs: not {images}")


def plot(best, path):
    """Milliseconds over libraries, as SVG: 480 x 280 units for the data, right of and above (60, 300)."""
    most_x, most_y = max(best), max(max(values) for values in best.values()) or 1
    place = lambda x, y: (60 + 480 * x / most_x, 300 - 280 * y / most_y)
    words = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 560 345" font-family="sans-serif" font-size="12">',
             '<rect width="560" height="345" fill="white"/><path d="M60 20V300H540" fill="none" stroke="black"/>']
    for count in best:
        words.append(f'<text x="{place(count, 0)[0]:.0f}" y="318" text-anchor="middle">{count}</text>')
    for part in range(5):
        y = most_y * part / 4
        words.append(f'<text x="54" y="{place(0, y)[1] + 4:.0f}" text-anchor="end">{y:.3g}</text>')
    words.append('<text x="300" y="338" text-anchor="middle">libraries, each calling the next</text>'
                 '<text x="8" y="14">ms</text>')
    for column, (label, color) in enumerate([("dlopen of all", "#d95f02"), ("resolution and build", "#1b9e77"),
                                             ("dlclose of all", "#7570b3")]):
        points = " ".join("{:.1f},{:.1f}".format(*place(x, values[column])) for x, values in best.items())
        words.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"/>')
        words.append(f'<text x="80" y="{36 + 18 * column}" fill="{color}">{label}</text>')
    path.write_text("\n".join(words + ["</svg>"]) + "\n")
    print(f"plot: {path}")


if __name__ == "__main__":
    main()
