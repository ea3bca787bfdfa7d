#!/usr/bin/env python3
"""What a command adds to the compilation of its source: clang on host and on device code, and the size of the object.

  bench/compile/groups.py [--build DIR] [--count N] [--rounds N] [--level -O2] [--headers DIR]

A source has N commands of one kind: a shortcut of the queue with shared memory; a command group with one accessor; and
one with its own buffer, accessor, wait and host_accessor, as conformance tests have. Lists milliseconds of processor
time for each command, the least of some rounds, less those of a source without; and bytes of the host's code.
--headers: another include/, to compare with.
"""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from projects import cost

HERE = Path(__file__).resolve().parent
KINDS = {
    "none": "",
    "shortcut": "  q.parallel_for<K<{n}>>(sycl::range<1>(1000), [=](sycl::id<1> i) {{ p[i] = p[i] * a + {n}; }}).wait();\n",
    "command group": "  q.submit([&](sycl::handler &h) {{\n    sycl::accessor x{{b, h}};\n"
                     "    h.parallel_for<K<{n}>>(sycl::range<1>(1000), [=](sycl::id<1> i) {{ x[i] = x[i] * a + {n}; }});\n  }});\n",
    "with buffer": "  {{\n    float given[1] = {{a}};\n    sycl::buffer<float> own(given, 1);\n"
                   "    q.submit([&](sycl::handler &h) {{\n      sycl::accessor x{{own, h, sycl::write_only}};\n"
                   "      h.single_task<K<{n}>>([=] {{ x[0] = a + {n}; }});\n    }}).wait_and_throw();\n"
                   "    sycl::host_accessor x{{own, sycl::read_only}};\n    a += x[0];\n  }}\n",
}
START = ("#include <sycl/sycl.hpp>\ntemplate <int> class K;\n"
         "float commands(sycl::queue &q, float *p, sycl::buffer<float> &b, float a) {\n  (void)p, (void)b;\n")


def seconds(command):
    used, status = cost(command, None, None)
    if status:
        sys.exit(f"groups.py: error: {command[0]} failed")
    return used


def main():
    parser = argparse.ArgumentParser(prog="groups.py", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=HERE.parent.parent / "build")
    parser.add_argument("--count", type=int, default=100, help="commands in a source (100)")
    parser.add_argument("--rounds", type=int, default=3, help="(3)")
    parser.add_argument("--level", default="-O2", help="optimization (-O2)")
    parser.add_argument("--headers", type=Path, help="the folder with sycl/sycl.hpp (that of the build)")
    arguments = parser.parse_args()
    falx = arguments.build / "bin/falx++"
    if not falx.is_file():
        sys.exit(f"groups.py: error: no compiler '{falx}': ./falx build, or --build")
    options = [falx, "-fsycl", "-std=c++17", "-w", arguments.level, "-fno-sycl-pch"]
    if arguments.headers:
        options.append(f"-I{arguments.headers}")
    with tempfile.TemporaryDirectory() as folder:
        path, out = Path(folder) / "commands.cpp", Path(folder) / "out"
        base = {}
        print(f"{'milliseconds each':<20}{'host':>8}{'device':>8}{'bytes':>8}")
        for name, text in KINDS.items():
            path.write_text(START + "".join(text.format(n=n) for n in range(arguments.count)) + "  return a;\n}\n")
            row = []
            for only in ("-fsycl-host-only", "-fsycl-device-only"):
                row.append(min(seconds([*options, only, "-c", path, "-o", out]) for _ in range(arguments.rounds)))
                if only == "-fsycl-host-only":
                    sizes = subprocess.run(["size", out], capture_output=True, text=True, check=True).stdout
                    size = int(sizes.splitlines()[1].split()[0])
            if name == "none":
                base = {"row": row, "size": size}
            else:
                each = [1000 * (now - before) / arguments.count for now, before in zip(row, base["row"])]
                print(f"{name:<20}{each[0]:>8.1f}{each[1]:>8.1f}{(size - base['size']) // arguments.count:>8}", flush=True)


if __name__ == "__main__":
    main()
