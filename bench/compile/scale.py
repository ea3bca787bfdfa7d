#!/usr/bin/env python3
"""How the time of falx-post-link grows with a kernel, step by step.

  bench/compile/scale.py [--build DIR] [--rounds N] [--no-vectorize | --ratio] [KIND ...]

Kinds: branches (divergent ifs, three blocks each), barriers, conditional (barriers under branches).
For each kind kernels of 600 to 4,800 basic blocks, or 50 to 400 barriers; CPU milliseconds, the
best of the rounds. The last column is the exponent between the two largest: 1 is linear. --ratio
adds the same without vectorization, and what vectorization multiplies the time with.
"""
import argparse
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
STATEMENTS = {
    "branches": "if (x < {mod}) x = (x * {odd}) ^ a[i * {small}];",
    "barriers": "t[l] = x + {i}; group_barrier(g); x += t[l ^ {small}]; group_barrier(g);",
    "conditional": "if (n > {i}) group_barrier(g);\n x += t[l ^ {small}]; t[l + 256 * {bit}] = x;",
}
COUNTS = {"branches": (200, 400, 800, 1600), "barriers": (25, 50, 100, 200),
          "conditional": (50, 100, 200, 400)}
SMALL_STEP = 20 # milliseconds that are not worth a line


def source(kind, count):
    body = "\n".join(STATEMENTS[kind].format(i=i, mod=i * 37 % 1000, odd=2 * i + 3,
                                             small=1 + i % 15, bit=i % 2) for i in range(count))
    return f"""#include <sycl/sycl.hpp>
int main() {{
  using sycl::group_barrier;
  sycl::queue q;
  int *a = sycl::malloc_shared<int>(1 << 16, q), n = 100;
  q.submit([&](sycl::handler &h) {{
    sycl::local_accessor<int> t(1024, h);
    h.parallel_for(sycl::nd_range<1>(1024, 256), [=](sycl::nd_item<1> item) {{
      auto g = item.get_group();
      int l = int(item.get_local_id(0)), i = int(item.get_global_id(0)), x = a[i];
      t[l] = x;
      {body}
      a[i] = x + n;
    }});
  }});
}}
"""


def compile_device(falx, folder, kind, count):
    """Unoptimized bitcode of the kernel, as falx++ gives it to falx-post-link."""
    text = folder / f"{kind}{count}.cpp"
    text.write_text(source(kind, count))
    subprocess.run([falx, "-fsycl", "-O2", "-save-temps", "-c", text, "-o", folder / "x.o"],
                   check=True, cwd=folder, stderr=subprocess.DEVNULL)
    return folder / f"{kind}{count}-native_cpu.bc"


def steps(post_link, bitcode, folder, options):
    done = subprocess.run([post_link, "--time", "-O2", "--march=native", "--emit=object", *options,
                           "-o", folder / "x.o", "--target=native_cpu", bitcode],
                          check=True, stderr=subprocess.PIPE, text=True)
    times = {}
    for time, name in re.findall(r"^ *([\d.]+) ms  (.+?)(?:\.part-\d+)?$", done.stderr, re.M):
        times[name] = times.get(name, 0) + float(time)
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    parser.add_argument("--build", default=str(HERE.parent.parent / "build"), help="build tree")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--no-vectorize", action="store_true", help="-fno-falx-vectorize")
    parser.add_argument("--ratio", action="store_true", help="compare with -fno-falx-vectorize")
    options = parser.parse_args()
    unknown = set(options.kinds) - set(COUNTS)
    if unknown:
        parser.error(f"unknown kind: {', '.join(sorted(unknown))}")
    tools = Path(options.build).resolve() / "bin"
    if not (tools / "falx++").exists():
        sys.exit(f"scale: no {tools / 'falx++'}: run ./falx build first")
    more = ["-fno-falx-vectorize"] if options.no_vectorize else []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for kind in options.kinds or COUNTS:
            columns, scalar = [], []
            for count in COUNTS[kind]:
                bitcode = compile_device(tools / "falx++", folder, kind, count)
                columns.append(measure(tools, bitcode, folder, options.rounds, more))
                if options.ratio:
                    scalar.append(measure(tools, bitcode, folder, options.rounds,
                                          ["-fno-falx-vectorize"]))
            print_table(kind, columns, scalar)


def measure(tools, bitcode, folder, rounds, more):
    runs = [steps(tools / "falx-post-link", bitcode, folder, more) for _ in range(rounds)]
    return {name: min(run.get(name, 0) for run in runs) for name in runs[0]}


def print_table(kind, columns, scalar):
    print(f"\n{kind:<24}" + "".join(f"{count:>9}" for count in COUNTS[kind]) + f"{'grows':>8}")
    rows = {name: [column.get(name, 0) for column in columns] for name in columns[-1]}
    rows["all"] = [sum(column.values()) for column in columns]
    if scalar:
        rows["without vectorization"] = [sum(column.values()) for column in scalar]
    for name, times in rows.items():
        if times[-1] >= SMALL_STEP:
            grows = math.log2(times[-1] / times[-2]) if times[-2] else math.inf
            print(f"{name:<24}" + "".join(f"{time:>9.0f}" for time in times) + f"{grows:>8.2f}")
    if scalar:
        ratios = [a / b for a, b in zip(rows["all"], rows["without vectorization"])]
        print(f"{'ratio':<24}" + "".join(f"{ratio:>9.2f}" for ratio in ratios))


if __name__ == "__main__":
    main()
