#!/usr/bin/env python3
"""Checks the include arrows between folders: each folder includes itself and what ALLOWED names.

arrows.py ROOT prints every arrow that points the wrong way and exits 1 if there is one.
"""
import pathlib
import re
import sys

# Longest prefix first counts. A name stands for the folder and all below it, or for one file.
IMAGE = ["include/falx/image.h", "include/falx/native_cpu.h"]
ALLOWED = {
    "include/falx": [],
    "include/sycl": ["include/falx"],
    "include/CL": ["include/sycl"],
    "support": ["include/falx/image.h"],
    "driver": ["support", "include/falx/image.h"],
    "compiler": ["support"] + IMAGE,
    "compiler/ir": ["support", "compiler/diagnostics.h", "compiler/memory.h"] + IMAGE,
    "devicelib": ["include/falx/native_cpu.h"],
    "runtime": ["support", "include/falx"],
    "adapters/null": ["support", "include/falx"],
    "adapters/native_cpu": ["support", "include/falx"],
    "adapters/opencl": ["support", "include/falx"],
    "adapters/cuda": ["support", "include/falx"],
    "tools": ["support", "compiler", "include/falx", "runtime/settings.def"],
    "examples": ["include/sycl"],
    "bench": ["include"],
    "tests": ["support", "driver", "compiler", "runtime", "adapters", "tools", "include"],
}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def covers(name, path):
    return path == name or path.startswith(name + "/")


def resolve(root, source, quote, name):
    """The file that an include line means, relative to root; None for one that is not ours."""
    folders = [source.parent, root, root / "include"] if quote == '"' else [root / "include"]
    for folder in folders:
        path = (folder / name).resolve()
        if path.is_file() and root in path.parents:
            return path.relative_to(root).as_posix()
    return None


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    wrong = count = 0
    for top in sorted({name.split("/")[0] for name in ALLOWED}):
        for source in sorted((root / top).rglob("*")):
            if source.suffix not in (".c", ".h", ".hpp", ".cpp", ".def"):
                continue
            path = source.relative_to(root).as_posix()
            homes = [name for name in ALLOWED if covers(name, path)]
            if not homes:
                continue
            home = max(homes, key=len)
            text = source.read_text(encoding="utf-8", errors="replace")
            for match in INCLUDE.finditer(text):
                target = resolve(root, source, *match.groups())
                if target is None:
                    continue
                count += 1
                if not any(covers(name, target) for name in [home] + ALLOWED[home]):
                    line = text.count("\n", 0, match.start(2)) + 1
                    print(f"{path}:{line}: error: {home}/ may not include {target}; "
                          f"it may include {', '.join([home] + ALLOWED[home])}")
                    wrong += 1
    if count == 0:
        print(f"arrows.py: error: no include line of ours found below {root}")
        wrong = 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
