#!/usr/bin/env python3
"""CPU time of falx++ on the sources of projects, beside plain clang++ with the same standard headers.

  bench/compile/projects.py [--build DIR] [--sycl-bench DIR] [--hecbench DIR] [--programs N] [--out DIR] [--check]

The folders are checkouts of github.com/unisa-hpc/sycl-bench and github.com/zjin-lcf/HeCBench. Of sycl-bench all sources
that its CMake builds are compiled, with the options of tests/suites/sycl-bench.sh; of HeCBench N programs (100), taken
evenly from the alphabet: every source that the program's Makefile names, with -std=c++17, the folders and macros of
that Makefile and -DUSE_GPU. All with -O2, no warnings asked for, one after the other, from an empty home folder: the
first program meets an empty cache. Sources that do not compile (libraries that are not here) are left out and counted.

Time is that of processors, user and system, of a command and all it starts, to the object: no link.
  falx++   falx++ -fsycl -O2 OPTIONS -MD -c SOURCE: both compilations, with precompiled headers
  plain    the same standard headers and the same host code, compiled once by clang++ -O2 as plain C++. SYCL code needs
           <sycl/sycl.hpp>, so this is clang++ -O2 OPTIONS -Xclang -fsycl-is-host -c SOURCE without precompiled headers,
           less what our headers cost by themselves: that of a file that includes <sycl/sycl.hpp> less that of one that
           includes the standard headers it brings (medians of five, printed first)
  headers  clang++ -O2 OPTIONS -c of a file that includes all standard headers that the source reads, and has no code but
           `int main() {}`: less than any program with them can cost. Measured once for each list of headers.
The ratios, falx++ to plain and to headers, are of the sums over a program's sources. --check also compiles everything
from source with falx++ and compares the objects.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
STANDARD = set(re.findall(r'"([a-z_0-9./]+)"', re.search(
    r"standard\[\] = \{(.*?)\};", (HERE.parent.parent / "driver/pch_source.c").read_text(), re.S)[1]))


def cost(command, environment, folder):
    """(CPU seconds, exit status) of one command and its children."""
    process = subprocess.Popen(command, env=environment, cwd=folder, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, process.returncode


def sources_of_hecbench(checkout, count):
    """Yields (name, folder, sources, options), evenly over the alphabet, more than count of them."""
    programs = sorted(path for path in (checkout / "src").glob("*-sycl") if (path / "Makefile").is_file())
    step = max(1, len(programs) // count)
    order = [program for first in range(step) for program in programs[first::step]]
    for program in order:
        makefile = (program / "Makefile").read_text(errors="replace").replace("\\\n", " ")
        named = re.search(r"^\s*source\s*:?=\s*(.*)$", makefile, re.M)
        names = [name for name in (named[1].split("#")[0].split() if named else []) if name.endswith(".cpp")]
        if not names or not all((program / name).is_file() for name in names):
            continue
        flags = " ".join(re.findall(r"^\s*CFLAGS\s*[:+]?=(.*)$", makefile, re.M))
        options = [word for word in re.findall(r"(?:^|\s)(-[ID][^\s$]+)(?=\s|$)", flags) if word != "-DDEBUG"]
        options += [] if "-DUSE_GPU" in options else ["-DUSE_GPU"]
        yield program.name, program, names, ["-std=c++17", *options]


def sources_of_sycl_bench(checkout):
    options = ["-std=c++17", "-DNDEBUG", "-march=native", f"-I{checkout}/include", f"-I{checkout}/polybench/common",
               "-DSYCL_BENCH_HAS_FP64_SUPPORT=1", "-D__DPCPP__"]
    for name in re.findall(r"^\s*(?:list\(APPEND benchmarks )?([^#\s]+\.cpp)", (checkout / "CMakeLists.txt").read_text(), re.M):
        yield Path(name).stem, (checkout / name).parent, [Path(name).name], options


class Bench:
    def __init__(self, arguments):
        self.build, self.out = arguments.build.resolve(), arguments.out.resolve()
        self.checks = arguments.check
        shutil.rmtree(self.out, ignore_errors=True)
        self.home = self.out / "home"
        self.home.mkdir(parents=True)
        self.falx = str(self.build / "bin/falx++")
        self.clang = os.environ.get("FALX_CLANG") or shutil.which("clang++-22") or "clang++"
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith(("FALX_", "XDG_", "GLIBC_"))}
        self.environment["HOME"] = str(self.home)
        self.rows, self.left_out, self.differ, self.known = [], [], [], {}

    def headers(self, listed):
        """Writes a file with the standard headers among those listed, and no code."""
        headers = set()
        for path in listed.replace("\\\n", " ").split()[1:]:
            found = re.search(r"/include/(?:x86_64-linux-gnu/)?(?:c\+\+/\d+/)?([a-z_0-9./]+)$", path)
            if path.startswith("/usr/") and found and found[1] in STANDARD:
                headers.add(found[1])
        text = "".join(f"#include <{header}>\n" for header in sorted(headers)) + "int main() {}\n"
        (self.out / "headers.cpp").write_text(text)
        return text

    def clang_cost(self, folder, *words):
        seconds, status = cost([self.clang, "-O2", "-w", *words, "-o", str(self.out / "plain.o")], self.environment, folder)
        if status:
            sys.exit(f"projects.py: error: in {folder}: {self.clang} -O2 {' '.join(words)} fails")
        return seconds

    def host_words(self):
        return ["-Xclang", "-fsycl-is-host", "-isystem", str(self.build / "include"), "-c"]

    def measure_own(self):
        """What our headers cost by themselves, in one host compilation."""
        source, listed = self.out / "own.cpp", self.out / "own.d"
        source.write_text("#include <sycl/sycl.hpp>\nint main() {}\n")
        words = ["-std=c++17", "-MD", "-MF", str(listed)]
        self.clang_cost(self.out, *words, *self.host_words(), str(source))
        self.headers(listed.read_text())
        times = [(self.clang_cost(self.out, *words, *self.host_words(), str(source)),
                  self.clang_cost(self.out, *words, "-c", "headers.cpp")) for _ in range(5)]
        ours, theirs = sorted(time[0] for time in times)[2], sorted(time[1] for time in times)[2]
        self.own = ours - theirs
        print(f"<sycl/sycl.hpp>: {ours:.3f} s, the standard headers that it brings: {theirs:.3f} s")

    def measure(self, suite, name, folder, sources, options):
        falx = plain = headers = 0.0
        output, listed, cold = (str(self.out / file) for file in ("out.o", "out.d", "cold.o"))
        for source in sources:
            command = [self.falx, "-fsycl", "-O2", *options, "-MD", "-MF", listed, "-c", source]
            seconds, status = cost([*command, "-o", output], self.environment, folder)
            if status:
                self.left_out.append(f"{suite}/{name}")
                return False
            falx += seconds
            files = Path(listed).read_text()
            key = (self.headers(files), *(option for option in options if not option.startswith(("-I", "-D"))))
            if key not in self.known:
                self.known[key] = self.clang_cost(folder, *options, "-MD", "-MF", listed, "-c", str(self.out / "headers.cpp"))
            headers += self.known[key]
            host = self.clang_cost(folder, *options, "-MD", "-MF", listed, *self.host_words(), source)
            plain += host - (self.own if "/sycl/sycl.hpp" in files else 0)
            if self.checks:
                cost([*command, "-fno-sycl-pch", "-o", cold], self.environment, folder)
                if Path(output).read_bytes() != Path(cold).read_bytes():
                    self.differ.append(f"{suite}/{name}/{source}")
        self.rows.append((suite, name, len(sources), falx, falx / plain, falx / headers, self.disk()))
        print(f"{suite:10} {name:32} {len(sources):3} {falx:7.2f} {plain:7.2f} {headers:8.2f} {falx / plain:10.2f}"
              f" {falx / headers:10.2f} {self.disk():5.0f}", flush=True)
        return True

    def disk(self):
        return sum(path.stat().st_size for path in self.home.rglob("*") if path.is_file()) / 1e6

    def report(self):
        def quantile(values, part):
            values = sorted(values)
            return values[min(len(values) - 1, int(part * len(values)))]

        print(f"\n{'':22} programs  first  minimum  quartile  median  quartile  maximum   last")
        for column, against in ((4, "plain"), (5, "headers")):
            for suite in [*dict.fromkeys(row[0] for row in self.rows), "all"]:
                ratios = [row[column] for row in self.rows if suite in (row[0], "all")]
                print(f"{suite + ' to ' + against:22} {len(ratios):8} {ratios[0]:6.2f} {min(ratios):8.2f}"
                      f" {quantile(ratios, 0.25):9.2f} {quantile(ratios, 0.5):7.2f} {quantile(ratios, 0.75):9.2f}"
                      f" {max(ratios):8.2f} {ratios[-1]:6.2f}")
        print(f"disk: {self.disk():.0f} MB, at most {max(row[6] for row in self.rows):.0f} MB")
        print(f"left out, for they do not compile here: {len(self.left_out)}: {' '.join(self.left_out)}")
        if self.checks:
            print(f"objects that differ from those from source: {len(self.differ)} {' '.join(self.differ)}")
        return 1 if self.differ else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=HERE.parent.parent / "build")
    parser.add_argument("--sycl-bench", type=Path)
    parser.add_argument("--hecbench", type=Path)
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--out", type=Path, default=Path("build/bench/projects"))
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    if not arguments.sycl_bench and not arguments.hecbench:
        parser.error("name a checkout with --sycl-bench or --hecbench")
    bench = Bench(arguments)
    bench.measure_own()
    print(f"{'suite':10} {'program':32} src  falx++   plain  headers   to plain to headers    MB")
    if arguments.sycl_bench:
        for program in sources_of_sycl_bench(arguments.sycl_bench.resolve()):
            bench.measure("sycl-bench", *program)
    if arguments.hecbench:
        count = 0
        for program in sources_of_hecbench(arguments.hecbench.resolve(), arguments.programs):
            count += bench.measure("HeCBench", *program)
            if count == arguments.programs:
                break
    return bench.report()


if __name__ == "__main__":
    sys.exit(main())
