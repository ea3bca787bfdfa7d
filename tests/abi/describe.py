#!/usr/bin/env python3
"""The public ABI of libfalx.so against its stored description, tests/abi/libfalx.txt.

describe.py LIBRARY INCLUDE-FOLDER CLANG [--update [--break]]: one line for each exported symbol with its
version, function with its type, member of a struct with its offset, and enumerator with its value, of
falx.h and image.h. Lines that are gone or different break programs, and fail; so do new lines, which
--update stores. --break stores the others, too: for a new FALX_ABI_VERSION and libfalx.so.N.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HEADERS = ("falx/falx.h", "falx/image.h")
STORED = pathlib.Path(__file__).with_name("libfalx.txt")


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def symbols(library):
    for line in run("nm", "-D", "--defined-only", "--with-symbol-versions", library).splitlines():
        kind, name = line.split()[-2:]
        if kind != "A":
            yield f"symbol {name.replace('@@', '@')}"


def constant(node):
    """The value of the outermost constant expression in a node; None without one."""
    if node["kind"] == "ConstantExpr":
        return int(node["value"])
    return next((found for found in map(constant, node.get("inner", ())) if found is not None), None)


def functions_and_values(tree):
    for node in tree["inner"]:
        if node["kind"] == "FunctionDecl" and node.get("name", "").startswith("falx_"):
            yield f"function {node['name']}: {node['type']['qualType']}"
        if node["kind"] == "EnumDecl":
            value = -1
            for item in node.get("inner", ()):
                if item["kind"] == "EnumConstantDecl":
                    given = constant(item)
                    value = value + 1 if given is None else given
                    if re.match(r"FALX_(?!STATUS_COUNT).*(?<!_FLAGS)$", item["name"]):  # those grow
                        yield f"value {item['name']} = {value}"


def structs(layouts):
    for layout in layouts.split("*** Dumping AST Record Layout")[1:]:
        lines = [re.sub(r"\((unnamed|anonymous)[^)]*\)", r"(\1)", line) for line in layout.splitlines() if line]
        first = re.fullmatch(r" *0 \| ((?:struct|union) falx_\w+)", lines[0])
        if not first:
            continue  # nested ones are printed within theirs
        path = [first.group(1)]
        for line in lines[1:]:
            size = re.fullmatch(r" *\| \[(sizeof=\d+, align=\d+)\]", line)
            if size:
                yield f"{path[0]}: {size.group(1)}"
                continue
            offset, indent, what = re.fullmatch(r" *(\d+)[:\d-]* \|( +)(.+)", line).groups()
            depth = (len(indent) - 1) // 2
            kind, _, name = what.rpartition(" ")
            path[depth:] = [name]
            yield f"{path[0]}.{'.'.join(path[1:])}: {kind} at {offset}"


def describe(library, include, clang):
    with tempfile.NamedTemporaryFile("w", suffix=".c") as source:
        source.write("".join(f'#include "{header}"\n' for header in HEADERS))
        source.flush()
        compile_it = [clang, "-std=c11", f"-I{include}", "-fsyntax-only", source.name, "-Xclang"]
        tree = json.loads(run(*compile_it, "-ast-dump=json"))
        layouts = run(*compile_it, "-fdump-record-layouts-complete")
    lines = {*symbols(library), *functions_and_values(tree), *structs(layouts)}
    if not all(any(line.startswith(kind) for line in lines) for kind in ("symbol", "function", "value", "struct")):
        sys.exit("describe.py: error: a part of the description is empty; does CLANG print what it should?")
    return lines


def main():
    options = [argument for argument in sys.argv[1:] if argument.startswith("--")]
    lines = describe(*[argument for argument in sys.argv[1:] if not argument.startswith("--")])
    stored = set(STORED.read_text().splitlines()) if STORED.exists() else set()
    gone, new = sorted(stored - lines), sorted(lines - stored)
    for sign, some in (("-", gone), ("+", new)):
        for line in some:
            print(f"{sign} {line}")
    if gone and "--break" not in options:
        sys.exit("describe.py: error: these changes break programs that were compiled with earlier headers: take "
                 "them back, or see docs/c-api.md, Versions")
    if "--update" in options:
        STORED.write_text("".join(f"{line}\n" for line in sorted(lines)))
    elif new:
        sys.exit("describe.py: error: the description lacks what is new: run this command with --update, and see "
                 "docs/c-api.md, Versions")


if __name__ == "__main__":
    main()
