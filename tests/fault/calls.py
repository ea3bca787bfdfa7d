#!/usr/bin/env python3
"""Checks that calls.txt knows every call of the given libraries into the C library.

calls.py NM CALLS LIBRARY...
"""
import re
import subprocess
import sys

# Of compilers and sanitizers, not of the sources.
IGNORED = re.compile(r"_ITM_|__gmon_start__|__(asan|ubsan|tsan|lsan|sanitizer|sancov)_|__stack_chk_|_?_?gcov|__llvm_")


def known(path):
    names = {}
    for number, line in enumerate(open(path), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        words, colon, reason = line.partition(": ")
        if not colon or not reason:
            sys.exit(f"{path}:{number}: no reason: {line}")
        for name in words.split():
            if name in names:
                sys.exit(f"{path}:{number}: {name} stands here twice")
            names[name] = reason
    return names


def undefined(nm, library):
    text = subprocess.run([nm, "-D", "--undefined-only", library], check=True, text=True,
                          capture_output=True).stdout
    return {line.split()[-1].split("@")[0] for line in text.splitlines() if line.strip()}


def main():
    nm, calls, libraries = sys.argv[1], sys.argv[2], sys.argv[3:]
    names = known(calls)
    missing = 0
    found = set()
    for library in libraries:
        called = {name for name in undefined(nm, library) if not IGNORED.match(name)}
        if not called:
            sys.exit(f"{library}: {nm} finds no call in it")
        found |= called
        for name in sorted(called - names.keys()):
            missing += 1
            print(f"{library} calls {name}: have it fail in tests/fault/fault.c, or say in "
                  f"tests/fault/calls.txt why not")
    fails = {name for name in found & names.keys() if names[name].startswith("fails")}
    print(f"{len(found)} calls, {len(fails)} of them fail")
    return 1 if missing or not fails else 0


sys.exit(main())
