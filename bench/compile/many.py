#!/usr/bin/env python3
"""Link time of a program with many kernels: falx-post-link, which splits, lowers, generates and wraps.

  bench/compile/many.py [--build DIR] [--kernels N] [--rounds N] [--keep DIR]

The kernels are of eight kinds (vector add, stencil, polynomial, loop with a branch, dot product, mathematics,
histogram, sum in a work-group), fifty in a source, no two the same. Lists, for one instruction set and for the
default three and for each way of splitting, seconds by the clock on one processor and on all, the processor time on
one, what of it is not LLVM's -O pipeline and code generation: reading, linking, lowering, vectorizing, splitting and
wrapping; and what splitting, describing and wrapping take, milliseconds: more than six for a kernel is a failure (3 s for
500; issue 4, C7). Then the milliseconds of each step.
"""
import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
PER_SOURCE = 50
KINDS = [
    "a[i] = b[i] * {f}f + c[i];",
    "int x = i % {n}, y = i / {n}; float s = 0;\n"
    "    if (x > 0 && y > 0 && x < {n} - 1 && y < 1000)\n"
    "      s = b[i - 1] + b[i + 1] + b[i - {n}] + b[i + {n}] - {f}f * b[i];\n"
    "    a[i] = s;",
    "float x = b[i], r = {f}f; r = r * x + 1.5f; r = r * x - 0.5f; r = r * x + c[i]; r = r * x + {f}f; a[i] = r;",
    "float x = b[i], y = c[i]; int k = 0;\n"
    "    for (; k < {n} && x * x + y * y < 4; k++) {{ float t = x * x - y * y + {f}f; y = 2 * x * y + b[i]; x = t; }}\n"
    "    d[i] = k;",
    "float s = 0; for (int k = 0; k < {n}; k++) s += b[i * {n} + k] * c[k]; a[i] = s * {f}f;",
    "a[i] = sycl::exp(b[i] * {f}f) + sycl::sqrt(sycl::fabs(c[i]));",
    "sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device> slot(d[(d[i + {n}] * 37) & 255]);\n"
    "    slot.fetch_add(1 + (b[i] > {f}f));",
]
GROUP = """    int l = int(item.get_local_id(0)), i = int(item.get_global_id(0));
    t[l] = b[i] * {f}f;
    sycl::group_barrier(item.get_group());
    for (int s = 64; s; s /= 2) {{ if (l < s) t[l] += t[l + s]; sycl::group_barrier(item.get_group()); }}
    if (l == 0) a[item.get_group(0)] = t[0] + {n};"""


def kernel(number):
    kind, words = number % 8, {"f": f"{0.25 + number / 64}", "n": 16 + number % 48}
    if kind == 7:
        return (f"  q.submit([&](sycl::handler &h) {{\n   sycl::local_accessor<float> t(128, h);\n"
                f"   h.parallel_for(sycl::nd_range<1>(n, 128), [=](sycl::nd_item<1> item) {{\n"
                f"{GROUP.format(**words)}\n   }});\n  }});\n")
    return (f"  q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> id) {{\n    int i = int(id[0]);\n"
            f"    {KINDS[kind].format(**words)}\n  }});\n")


def write_sources(folder, count):
    sources = []
    for first in range(0, count, PER_SOURCE):
        body = "".join(kernel(k) for k in range(first, min(first + PER_SOURCE, count)))
        path = folder / f"part{len(sources)}.cpp"
        path.write_text(f"#include <sycl/sycl.hpp>\nvoid part{len(sources)}(sycl::queue &q, float *a, "
                        f"float *b, float *c, int *d, std::size_t n) {{\n{body}}}\n")
        sources.append(path)
    calls = "".join(f"void part{i}(sycl::queue &, float *, float *, float *, int *, std::size_t);\n"
                    for i in range(len(sources)))
    calls += "int main() {\n  sycl::queue q;\n"
    calls += "".join(f"  part{i}(q, nullptr, nullptr, nullptr, nullptr, 0);\n" for i in range(len(sources)))
    (folder / "main.cpp").write_text("#include <sycl/sycl.hpp>\n" + calls + "}\n")
    return sources


def compile_device(falx, folder, sources):
    """Bitcode as falx++ gives it to falx-post-link, two at a time."""
    bitcode = [source.with_suffix(".bc") for source in sources]
    waiting = [[falx, "-fsycl", "-fsycl-device-only", "-O2", source, "-o", out]
               for source, out in zip(sources, bitcode) if not out.exists()]
    while waiting:
        several = [subprocess.Popen(waiting.pop()) for _ in range(min(len(waiting), 2))]
        if any([process.wait() for process in several]):
            sys.exit("many: falx++ failed")
    return bitcode


def post_link(tool, folder, bitcode, words, cores):
    """Seconds of the clock and of processors, and milliseconds of each step."""
    begin, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([tool, "--time", "-O2", *words, "--emit=object", "-o", folder / "x.o",
                           "--target=native_cpu", *bitcode], check=True, stderr=subprocess.PIPE, text=True,
                          preexec_fn=lambda: os.sched_setaffinity(0, cores))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    steps = {}
    for milliseconds, name in re.findall(r"^ *([\d.]+) ms  (.+)$", done.stderr, re.M):
        name = re.sub(r"\.?part-\d+$", "", name)
        steps[name] = steps.get(name, 0) + float(milliseconds)
    return (time.monotonic() - begin,
            after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, steps)


def best(rounds, *arguments):
    return min((post_link(*arguments) for _ in range(rounds)), key=lambda run: run[0])


def measure(options, folder):
    tools = Path(options.build).resolve() / "bin"
    if not (tools / "falx++").exists():
        sys.exit(f"many: no {tools / 'falx++'}: run ./falx build first")
    bitcode = compile_device(tools / "falx++", folder, write_sources(folder, options.kernels))
    cores = sorted(os.sched_getaffinity(0))
    columns, steps = {"one": ["--march=native"], "three": ["--isa=baseline,v3,v4"]}, {}
    print(f"{options.kernels} kernels, {len(cores)} processors; seconds\n\n{'split':<12}{'ISAs':>6}{'on one':>9}"
          f"{'on all':>9}{'CPU':>9}{'of it ours':>12}{'split, wrap ms':>16}")
    for split in options.splits:
        for name in options.isas:
            words = [*columns[name], f"--split={split}"]
            one = best(options.rounds, tools / "falx-post-link", folder, bitcode, words, cores[:1])
            every = best(options.rounds, tools / "falx-post-link", folder, bitcode, words, cores)
            steps[split, name] = one[2]
            print(f"{split:<12}{name:>6}{one[0]:>9.2f}{every[0]:>9.2f}{one[1]:>9.2f}{ours(one):>12.2f}"
                  f"{split_and_wrap(one):>16.0f}", flush=True)
            if split_and_wrap(one) > 6 * options.kernels:
                sys.exit(f"many: splitting and wrapping take {split_and_wrap(one):.0f} ms")
    for (split, name), times in steps.items():
        print(f"\nmilliseconds of each step, split={split}, ISAs: {name}")
        for step, milliseconds in times.items():
            print(f"  {step:<34}{milliseconds:>8.0f}")


def ours(run):
    """Seconds of processor time less those of LLVM's late pipeline and code generation."""
    return run[1] - sum(milliseconds for step, milliseconds in run[2].items()
                        if re.match(r"(optimize|generate)(\.|$)", step)) / 1000


def split_and_wrap(run):
    return sum(milliseconds for step, milliseconds in run[2].items() if re.match(r"(split|wrap|merge)(\.|$)", step))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(HERE.parent.parent / "build"), help="build tree")
    parser.add_argument("--kernels", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--keep", help="folder for sources and bitcode, used again the next time")
    parser.add_argument("--splits", nargs="*", default=["auto", "off", "per_source", "per_kernel"])
    parser.add_argument("--isas", nargs="*", choices=["one", "three"], default=["one", "three"])
    options = parser.parse_args()
    if options.keep:
        Path(options.keep).mkdir(parents=True, exist_ok=True)
        measure(options, Path(options.keep))
        return
    with tempfile.TemporaryDirectory() as name:
        measure(options, Path(name))


if __name__ == "__main__":
    main()
