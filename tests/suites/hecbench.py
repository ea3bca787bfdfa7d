#!/usr/bin/env python3
"""Builds programs of HeCBench with their own Makefiles, unchanged, and runs those that verify themselves.

  tests/suites/hecbench.sh CHECKOUT [PROGRAM...] [options]

CHECKOUT is one of github.com/zjin-lcf/HeCBench; it is copied and not written to. Without names of PROGRAMs (folders
src/*-sycl), --count of them are chosen, in the order of the SHA-256 of their names, so that neither the alphabet nor
anybody's taste decides. Left out are programs that need what is not here for any compiler: a header of a library or of
other devices, a file that their Makefile names, or a build by CMake or Python, which chooses its own compiler. Each is
built by `make CC=falx++ CXX=falx++ GPU=no GCC_TOOLCHAIN=`.

A program verifies itself if its sources, or those of the version that it is compared with, print PASS and FAIL or such
words. It is run as its Makefile's target `run` does, but the number of repetitions becomes 1, and numbers above --largest
become --largest: these programs are for GPUs. The repetitions are the number that the program's usage calls so, else the
last of several. What takes longer than --run-limit runs again with --smaller for --largest.

Results: verified (says so, ends with 0), wrong (says FAIL, or ends otherwise), silent (says neither), slow (the limit),
GPU (takes no other device), data (ends because a file is not there; the checkout has not all of them).
What was printed is kept in the folder, and what is known is not repeated unless --again or --failed asks for it.
"""
import argparse
import hashlib
import json
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PASS = re.compile(r"\bPASS(ED)?\b|\bpassed\b|\bSUCCESS(FUL)?\b|\bverified\b|\bcorrect\b", re.I)
FAIL = re.compile(r"\bFAIL(ED|URE)?\b|\bmismatch|\bincorrect\b|\bnot correct\b|\bwrong\b", re.I)
NONE_FAILED = re.compile(r"\b(no|0|zero) (errors?|mismatch\w*|failures?)\b|"
                         r"\b(errors?|mismatch\w*|fail\w*) *[:=] *0\b", re.I)
NO_DATA = re.compile(r"error (opening|reading|loading)|(cannot|can't|could ?n[o']t|failed to|unable to) "
                     "(open|read|load)|no such file|file does not exist", re.I)
MEMORY = 12 << 30  # bytes of address space for a run: programs for GPUs may take all there is
PRINTING = threading.Lock()
RESULTS = "verified", "wrong", "silent", "slow", "GPU", "data"


def parse():
    parser = argparse.ArgumentParser(prog="hecbench.sh", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("programs", nargs="*", metavar="PROGRAM")
    parser.add_argument("--compiler", type=Path, default=ROOT / "build/bin/falx++", help="falx++ (build/bin/falx++)")
    parser.add_argument("--folder", type=Path, default=ROOT / "build/hecbench", help="to build in (build/hecbench)")
    parser.add_argument("--count", type=int, default=200, help="programs to choose (200)")
    parser.add_argument("--largest", type=int, default=1 << 20, help="largest number among arguments (1048576)")
    parser.add_argument("--smaller", type=int, default=64, help="largest number if that takes too long (64)")
    parser.add_argument("--build-limit", type=int, default=300, help="seconds for a build (300)")
    parser.add_argument("--run-limit", type=int, default=60, help="seconds for a run (60)")
    parser.add_argument("--jobs", type=int, default=1, help="programs at a time (1)")
    parser.add_argument("--no-run", action="store_true", help="only build")
    parser.add_argument("--failed", action="store_true", help="repeat what was not built, wrong or slow")
    parser.add_argument("--again", action="store_true", help="repeat everything")
    return parser.parse_args()


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run(command, folder, limit, log, prepare=None):
    """Exit status, None if the time was over; with all that it started, which ends with it."""
    with log.open("w") as out:
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                                   start_new_session=True, preexec_fn=prepare)
        try:
            return process.wait(limit)
        except subprocess.TimeoutExpired:
            return None
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()


def make(compiler, *words):
    return ["make", f"CC={compiler}", f"CXX={compiler}", "GPU=no", "GCC_TOOLCHAIN=", *words]


def missing(arguments, folder):
    """The first thing that it needs and that is not here."""
    made = subprocess.run(make(arguments.compiler, "-n", "-B"), cwd=folder, capture_output=True, text=True)
    file = re.search(r"No rule to make target '([^']+)'", made.stderr)
    builder = re.search(r"(?:^|&&)\s*(cmake|python3?|pip3?)\b", made.stdout, re.M)
    if file or builder:
        return file[1] if file else builder[1]
    for line in made.stdout.replace("\\\n", " ").splitlines():
        try:
            words = shlex.split(line)
        except ValueError:
            continue
        if not words or words[0] != str(arguments.compiler) or "-c" not in words:
            continue
        flags = [word + words[i + 1] if word in ("-I", "-D") and i + 1 < len(words) else word
                 for i, word in enumerate(words) if re.match(r"-[ID]|-std=", word)]
        for source in (word for word in words if re.search(r"\.(cpp|cc|cxx|c)$", word)):
            command = ["clang++-22", "-M", "-MG", "-w", "-fsyntax-only", "-Xclang", "-fsycl-is-host", *flags,
                       f"-I{ROOT}/include", source]
            rule = subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout
            for word in rule.replace("\\\n", " ").split()[1:]:
                if not (folder / word).exists():
                    return word
    return None


def choose(arguments, source, pool):
    """Copies the programs, with what they share with others. Yields (name, folder, what is missing)."""
    work = arguments.folder / "src"
    if not work.exists():
        shutil.copytree(source, work, symlinks=True)
    names = [path.name for path in source.glob("*-sycl") if (path / "Makefile").is_file()]
    if arguments.programs:
        unknown = set(arguments.programs) - set(names)
        if unknown:
            sys.exit(f"hecbench: error: no program {', '.join(sorted(unknown))} in {source}")
        names = arguments.programs
    else:
        names.sort(key=lambda name: hashlib.sha256(name.encode()).hexdigest())
    count = 0
    for i in range(0, len(names), arguments.jobs):
        some = names[i:i + arguments.jobs]
        for name, what in zip(some, pool.map(lambda name: missing(arguments, work / name), some)):
            if count == arguments.count and not arguments.programs:
                return
            count += what is None
            yield name, work / name, what


def repetitions(folder, count):
    """Which of its arguments, beginning with 1, a program calls repetitions in its usage; None if it calls none so."""
    for path in folder.glob("*.c*"):
        usage = re.search(r"usage.*", path.read_text(errors="replace"), re.I)
        labels = re.findall(r"<([^<>]+)>", usage[0]) if usage else []
        named = [i for i, label in enumerate(labels, 1) if re.search(r"repe|iterations|times", label, re.I)]
        if len(labels) == count and len(named) == 1:
            return named[0]
    return None


def command_of(arguments, folder, largest):
    """What the target `run` does, with no number above `largest`; None if there is none."""
    printed = subprocess.run(make(arguments.compiler, "-n", "run"), cwd=folder, capture_output=True, text=True).stdout
    lines = [line.strip() for line in printed.replace("\\\n", " ").splitlines() if re.match(r"[^#]*\./\w", line)]
    if not lines:
        return None
    words = shlex.split(lines[-1])
    numbers = [i for i, word in enumerate(words) if i and re.fullmatch(r"\d+", word)]
    for i in numbers:
        words[i] = str(min(int(words[i]), largest))
    repeated = repetitions(folder, len(words) - 1)
    if repeated in numbers:
        words[repeated] = "1"
    elif numbers and (len(numbers) > 1 or len(words) == 2):
        words[numbers[-1]] = "1"
    return words


def verifies(folder):
    texts = "".join(path.read_text(errors="replace") for path in
                    [*folder.rglob("*.cpp"), *folder.rglob("*.h"), *folder.rglob("*.hpp")])
    printed = " ".join(re.findall(r'"(?:[^"\\\n]|\\.)*"', texts))
    return PASS.search(printed) is not None and FAIL.search(printed) is not None


def verdict(status, text):
    if status is None:
        return "slow"
    text = NONE_FAILED.sub("", text)
    if "no device matches the selector" in text:
        return "GPU"
    if NO_DATA.search(text):
        return "data"
    if status or FAIL.search(text):
        return "wrong"
    return "verified" if PASS.search(text) else "silent"


def known_path_of(arguments):
    return arguments.folder / "results.json"


def test(arguments, name, folder):
    """Builds and runs a program; keeps and returns its record."""
    log = arguments.folder / "logs"
    log.mkdir(exist_ok=True)
    began = time.monotonic()
    status = run(make(arguments.compiler, "-B"), folder, arguments.build_limit, log / f"{name}.build")
    record = {"name": name, "build": "built" if status == 0 else "too long" if status is None else "not built",
              "seconds": round(time.monotonic() - began, 1), "run": "-"}
    is_run = status == 0 and not arguments.no_run and verifies(folder)
    commands = [command_of(arguments, folder, n) for n in (arguments.largest, arguments.smaller)] if is_run else []
    for command in dict.fromkeys(shlex.join(words) for words in commands if words):
        began = time.monotonic()
        status = run(shlex.split(command), folder, arguments.run_limit, log / f"{name}.run", limit_memory)
        record["run"] = verdict(status, (log / f"{name}.run").read_text(errors="replace"))
        record["command"] = command
        record["run_seconds"] = round(time.monotonic() - began, 1)
        if record["run"] != "slow":
            break
    with PRINTING:
        with known_path_of(arguments).open("a") as out:
            out.write(json.dumps(record) + "\n")
        print(f"{name:30} {record['build']:9} {record['run']:9} {record['seconds']:6} s {record.get('command', '')}",
              flush=True)
    return record


def main():
    arguments = parse()
    arguments.compiler = arguments.compiler.resolve()
    arguments.folder = arguments.folder.resolve()
    source = arguments.checkout / "src"
    if not arguments.compiler.is_file() or not source.is_dir():
        sys.exit(f"hecbench: error: no compiler '{arguments.compiler}', or no folder src in '{arguments.checkout}'")
    arguments.folder.mkdir(parents=True, exist_ok=True)
    known_path = known_path_of(arguments)
    known = {record["name"]: record for record in map(json.loads, known_path.read_text().splitlines())} \
        if known_path.exists() and not arguments.again else {}
    records, left_out, futures = [], [], []
    with ThreadPoolExecutor(arguments.jobs) as pool, ThreadPoolExecutor(arguments.jobs) as choosers:
        for name, folder, what in choose(arguments, source, choosers):
            if what:
                left_out.append(f"{name} ({what})")
                continue
            record = known.get(name)
            is_bad = record and (record["build"] != "built" or record["run"] in ("wrong", "slow"))
            if record and not (arguments.failed and is_bad):
                records.append(record)
            else:
                futures.append(pool.submit(test, arguments, name, folder))
    records += [future.result() for future in futures]
    built = [record for record in records if record["build"] == "built"]
    print(f"{len(records)} programs, {len(left_out)} left out: {', '.join(left_out)}")
    print(f"{len(built)} built ({100 * len(built) / max(1, len(records)):.1f} %); not: "
          + ", ".join(record["name"] for record in records if record["build"] != "built"))
    ran = [record for record in built if record["run"] != "-"]
    for result in RESULTS:
        names = [record["name"] for record in ran if record["run"] == result]
        print(f"{len(names)} {result}" + (": " + ", ".join(names) if result != "verified" else ""))
    return len(built) != len(records) or any(record["run"] == "wrong" for record in ran)


if __name__ == "__main__":
    sys.exit(main())
