#!/usr/bin/env python3
"""Checks that passes are where a reader looks for them.

passes.py ROOT: compiler/passes.def, docs/ir.md and each target's list in compiler/pipeline/pipeline.c are in
the same order; a pass is in a file of its name, whose head names it and tests that exist.
"""
import pathlib
import re
import sys

DEF, LISTS, IR = "compiler/passes.def", "compiler/pipeline/pipeline.c", "docs/ir.md"


def read_passes(root):
    """(kind, stem, name) in the order of passes.def."""
    return re.findall(r'^FXC_(PASS|STAGE|JOIN)\((\w+), "([^"]+)"', (root / DEF).read_text(), re.M)


def read_lists(root):
    """Target to the stems of its steps."""
    lists = re.findall(r"fxc_(\w+)_steps\[\] = \{(.*?)\};", (root / LISTS).read_text(), re.S)
    return {target: re.findall(r"STEP\((\w+)\)", body) for target, body in lists}


def check_lists(passes, lists):
    stems = [stem for _, stem, _ in passes]
    for target, steps in lists.items():
        for before, after in zip(steps, steps[1:]):
            if stems.index(before) >= stems.index(after):
                yield f"{LISTS}: {target}: {after} stands behind {before}, and before it in {DEF}"


def check_document(root, passes, lists):
    listed = {stem for steps in lists.values() for stem in steps}
    named = []
    for line in re.findall(r"^\*\*(?:Next|Steps)\*\*(.*?)(?:\n\n|\Z)", (root / IR).read_text(), re.M | re.S):
        line = re.sub(r"\s*\(.*?\)", "", line, flags=re.S).split(":", 1)[1]
        named += re.findall(r"\[?\b[a-z0-9]+(?:-[a-z0-9]+)*\]?(?=[,.:]|\s*$)", line.replace("\n", " "))
    known = [name if kind == "PASS" else f"[{name}]" for kind, stem, name in passes
             if stem in listed]
    named = [name for name in named if name in known or name.strip("[]") in known]
    for wanted, found in zip(known + [None], named + [None]):
        if wanted != found:
            yield f"{IR}: the step {found} stands where {DEF} has {wanted}"
            return


def check_file(root, stem, name):
    files = [file for pattern in (f"{stem}.c", f"{stem}/{stem}.c") for file in root.glob(f"compiler/*/{pattern}")
             if file.read_text().startswith(f"/* {name}:")]
    if len(files) != 1:
        yield f"{DEF}: {name}: {len(files)} files {stem}.c below compiler/ begin with '/* {name}:' instead of one"
        return
    path = files[0].relative_to(root)
    tests = re.findall(r"tests/[\w/-]+", files[0].read_text().split("*/")[0])
    for test in tests:
        if not (root / test).exists():
            yield f"{path}: the head names {test}, which is not there"
    if not tests:
        yield f"{path}: the head names no tests"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    passes = read_passes(root)
    lists = read_lists(root)
    faults = [*check_lists(passes, lists), *check_document(root, passes, lists)]
    for kind, stem, name in passes:
        if kind == "PASS":
            faults += check_file(root, stem, name)
    for fault in faults:
        print(f"error: {fault}")
    if not passes or not lists:
        sys.exit(f"passes.py: error: {DEF} has no passes, or {LISTS} no lists")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
