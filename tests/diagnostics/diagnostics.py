#!/usr/bin/env python3
"""diagnostics.py BUILD [--update]: what device code may not do, as the user reads it (KL-9).

Each .cpp here is a case: between "// expect:" lines at its end stands what falx++ says of it, each
error with its notes: "<line>:<column>: error: ...", notes in other files as "<file>: note: ...". All
cases of a target ("// target:", native_cpu without) are compiled as one program, at -O0 and -O2, and
all that is said must be expected: positions, chains of calls, the source line and its caret, no
duplicates. With SILENT defined no kernel calls the code, and nothing is said. Each sentence stands in
docs/diagnostics.md. --update writes what is said into the cases.
"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
DOCS = os.path.join(HERE, "..", "..", "docs", "diagnostics.md")
PREFIX = "// expect: "
OFF = "// clang-format off"
HEADERS = "sycl/sycl.hpp array cstdarg cstdio cstdlib iostream new optional stdexcept typeinfo".split()
MESSAGE = re.compile(r"(.+?):(\d+):(\d+): (error|warning|note|remark): (.*)")


def read_cases():
    cases = {}
    for name in sorted(os.listdir(HERE)):
        if not name.endswith(".cpp"):
            continue
        with open(os.path.join(HERE, name)) as file:
            lines = file.read().splitlines()
        target = next((l.split()[2] for l in lines if l.startswith("// target:")), "native_cpu")
        expected = [l[len(PREFIX):] for l in lines if l.startswith(PREFIX)]
        cases[name] = (target, expected)
    return cases


def compile_all(falx, folder, target, level, names, silent):
    source = os.path.join(folder, "all.cpp")
    with open(source, "w") as file:
        file.writelines(f"#include <{h}>\n" for h in HEADERS)
        file.writelines(f'#include "{os.path.join(HERE, n)}"\n' for n in names)
    command = [falx, "-fsycl", f"-fsycl-targets={target}", level, "-fPIC", "-shared", "-w", source,
               "-o", os.path.join(folder, "all.so")] + ["-DSILENT"] * silent
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def check_source(message, path, line, column, shown, faults):
    with open(path) as file:
        text = file.read().splitlines()[line - 1]
    blank = "".join("\t" if c == "\t" else " " for c in text[: column - 1])
    wanted = [f"{line:5} | {text}", f"      | {blank}^"]
    if shown != wanted:
        faults.append(f"{message}: shows {shown}, not {wanted}")


def read_messages(text, faults):
    """{case: what is said of it}: an error with its notes is of the first case that they name."""
    groups, lines = [], text.splitlines()
    for i, line in enumerate(lines):
        match = MESSAGE.match(line)
        if match:
            path, row, column, severity, sentence = match.groups()
            check_source(line, path, int(row), int(column), lines[i + 1 : i + 3], faults)
            if severity != "note":
                groups.append([])
            groups[-1].append((os.path.abspath(path), f"{row}:{column}", f"{severity}: {sentence}"))
        elif not re.match(r" +\d* \| ", line):
            faults.append(f"not understood: {line}")
    said = {}
    for group in groups:
        case = next((path for path, _, _ in group if os.path.dirname(path) == HERE), None)
        messages = [f"{place if path == case else os.path.basename(path)}: {sentence}"
                    for path, place, sentence in group]
        said.setdefault(os.path.basename(case or group[0][0]), []).extend(messages)
    return said


def update(said):
    for name, messages in said.items():
        path = os.path.join(HERE, name)
        with open(path) as file:
            lines = [l for l in file.read().splitlines() if not l.startswith((PREFIX, OFF))]
        while not lines[-1]:
            lines.pop()
        with open(path, "w") as file:
            file.write("\n".join(lines + ["", OFF] + [PREFIX + m for m in messages]) + "\n")


def main():
    falx = os.path.join(sys.argv[1], "bin", "falx++")
    cases, faults = read_cases(), []
    with open(DOCS) as file:
        docs = file.read()
    with tempfile.TemporaryDirectory() as folder:
        for target in sorted({t for t, _ in cases.values()}):
            names = [n for n, (t, _) in cases.items() if t == target]
            for level in ("-O0", "-O2"):
                run = compile_all(falx, folder, target, level, names, False)
                said = read_messages(run.stderr + run.stdout, faults)
                if run.returncode != 1:
                    faults.append(f"{target} {level}: ends with {run.returncode}")
                if "--update" in sys.argv:
                    update(said)
                    continue
                for name in sorted(set(names) | set(said)):
                    expected = cases.get(name, (target, []))[1]
                    if not expected:
                        faults.append(f"{name}: expects nothing")
                    if said.get(name) != expected:
                        faults.append(f"{name}, {level}:\n  said     " + "\n           ".join(
                            said.get(name, [])) + "\n  expected " + "\n           ".join(expected))
            silent = compile_all(falx, folder, target, "-O2", names, True)
            if silent.returncode or silent.stdout or silent.stderr:
                faults.append(f"{target}, code that no kernel calls: {silent.stderr}{silent.stdout}")
    for name, (_, expected) in cases.items():
        for message in expected:
            if ": error: " in message and f"`{name}:{message}`" not in docs:
                faults.append(f"docs/diagnostics.md lacks `{name}:{message}`")
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


sys.exit(main())
