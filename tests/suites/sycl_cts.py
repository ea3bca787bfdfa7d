#!/usr/bin/env python3
"""Builds and runs the Khronos conformance suite, unchanged, source by source; writes a table of its categories.

  tests/suites/sycl-cts.sh CHECKOUT [CATEGORY...] [options]

CHECKOUT is one of github.com/KhronosGroup/SYCL-CTS with its submodules. The suite's own CMake says how each source is
compiled and makes the generated ones; each source then becomes a program of its own, so one that does not build hides no
other. Categories are folders of its tests/, such as `usm` or `extension/khr_queue_flush`; none given: all of them.

A run that was interrupted goes on where it stopped: what a source printed is kept in the folder for as long as compiler,
runtime and headers are the same files. --failed repeats what did not pass. 0: everything was built and nothing failed.

falx++ stands in for DPC++, whose name enables what the suite has of extensions; a FindDPCPP.cmake of ours takes the
place of the suite's, which asks for options that only DPC++ has. Tests of OpenCL interoperability are left out.
"""
import argparse
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as xml
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FIND_DPCPP = """add_library(DPCPP::Runtime INTERFACE IMPORTED GLOBAL)
target_link_options(DPCPP::Runtime INTERFACE -fsycl)
target_compile_options(DPCPP::Runtime INTERFACE -fsycl)
function(add_sycl_to_target)
  cmake_parse_arguments(args "" "TARGET" "SOURCES" ${ARGN})
  target_compile_options(${args_TARGET} PRIVATE -fsycl)
endfunction()
"""
COMMON = ["tests/common/CMakeFiles/main_function_object.dir/main.cpp.o", "util/libutil.a", "oclmath/liboclmath.a",
          "vendor/Catch2/src/libCatch2.a"]
# Each takes more than two minutes of a processor: they start first, so that no processor waits for one at the end.
SLOWEST = ("handler/handler_copy_", "buffer/buffer_constructors_core", "buffer/buffer_api_core",
           "accessor_legacy/accessor_api_buffer_core", "accessor_legacy/accessor_constructors_buffer",
           "group/group_async_work_group_copy", "nd_item/nd_item_async_work_group_copy", "id/id",
           "spec_constants/spec_constants_via_kernel_bundle_core", "math_builtin_api/math_builtin_float_",
           "reduction/reduction_without_identity_param_")


def stop(message):
    sys.exit(f"sycl-cts: error: {message}")


def parse():
    parser = argparse.ArgumentParser(prog="sycl-cts.sh", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("categories", nargs="*", metavar="CATEGORY")
    parser.add_argument("--compiler", type=Path, default=ROOT / "build/bin/falx++", help="falx++ (build/bin/falx++)")
    parser.add_argument("--folder", type=Path, default=ROOT / "build/sycl-cts", help="to build in (build/sycl-cts)")
    parser.add_argument("--levels", default="-O1", help="optimization levels, as -O0,-O1,-O2 (-O1)")
    parser.add_argument("--target", default="", help="what to compile for, as in -fsycl-targets= (native_cpu)")
    parser.add_argument("--native-isa", default="", help="the only code for native_cpu, as -fsycl-native-isa= takes it "
                        "(v4 where that is what runs: less to build than all)")
    parser.add_argument("--device", default="", help="where to run, as in ONEAPI_DEVICE_SELECTOR (native_cpu, or, with "
                        "a --target, the default device)")
    parser.add_argument("--threads", default="", help="run with each FALX_NUM_THREADS, as 1,2,16 (as many as there are)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="sources at a time")
    parser.add_argument("--timeout", type=int, default=600, help="seconds for each step of a source (600)")
    parser.add_argument("--failed", action="store_true", help="repeat what did not pass")
    parser.add_argument("--keep", action="store_true", help="keep the programs, in FOLDER/programs")
    parser.add_argument("--no-run", action="store_true", help="only build")
    parser.add_argument("--table", type=Path, help="write the table to this file (docs/conformance.md)")
    arguments = parser.parse_args()
    if not arguments.device and not arguments.target:
        arguments.device = "native_cpu:cpu"  # what there is beside it has no code
    return arguments


def digest_of(compiler):
    """Of all files that decide what a source becomes: a change of any starts over."""
    top = compiler.parent.parent
    include = next((d for d in (top / "include/sycl", ROOT / "include/sycl") if d.is_dir()), None)
    files = sorted([*compiler.parent.glob("falx*"), *(top / "lib").glob("libfalx.so*"), *(top / "lib").rglob("*adapter*.so"),
                    *(include.parent.rglob("*") if include else [])])
    digest = hashlib.sha256()
    for file in files:
        if file.is_file():
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def configure(arguments, work):
    """Runs the suite's CMake and builds what all sources share. Returns its build folder."""
    (work / "cmake").mkdir(parents=True, exist_ok=True)
    (work / "cmake/FindDPCPP.cmake").write_text(FIND_DPCPP)
    build = work / "build"
    log = work / "configure.log"
    command = ["cmake", "-S", arguments.checkout, "-B", build, "-G", "Ninja", f"-DCMAKE_MODULE_PATH={work}/cmake",
               "-DSYCL_IMPLEMENTATION=DPCPP", f"-DCMAKE_CXX_COMPILER={arguments.compiler}", "-DCMAKE_BUILD_TYPE=None",
               "-DCMAKE_CXX_FLAGS=-O1", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-DSYCL_CTS_ENABLE_EXT_ONEAPI_TESTS=ON",
               "-DSYCL_CTS_ENABLE_KHR_TESTS=ON", "-DSYCL_CTS_ENABLE_OPENCL_INTEROP_TESTS=OFF",
               "-DCMAKE_POLICY_VERSION_MINIMUM=3.5"]
    with log.open("w") as out:
        if subprocess.run(command, stdout=out, stderr=out).returncode:
            stop(f"cmake failed: {log}")
        rules = subprocess.run(["ninja", "-C", build, "-t", "targets", "all"], capture_output=True, text=True).stdout
        made = [line.split(":")[0] for line in rules.splitlines() if line.endswith(": CUSTOM_COMMAND")]
        made = [name for name in made if name.endswith((".cpp", ".h", ".hpp"))]
        if subprocess.run(["ninja", "-C", build, "-j", str(arguments.jobs), *COMMON, *made], stdout=out,
                          stderr=out).returncode:
            stop(f"what the tests share was not built: {log}")
    return build


def sources_of(build, checkout, categories):
    """Yields (category, name, command, is_test) of the categories wanted. What has no test cases is a part of its
    category's programs."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = Path(entry["file"])
        for tests in (checkout / "tests", build / "tests"):
            if tests in path.parents:
                name = path.relative_to(tests)
                category = "/".join(name.parts[:2] if name.parts[0] == "extension" else name.parts[:1])
                if category != "common" and (not categories or category in categories):
                    is_test = re.search("TEST_CASE|test_proxy", path.read_text(errors="replace")) is not None
                    yield category, str(name.with_suffix("")), shlex.split(entry["command"]), is_test


def counts_of(report):
    """(passed, failed, skipped) test cases of Catch2's XML report; None if it is not whole."""
    try:
        cases = xml.parse(report).getroot().find("OverallResultsCases").attrib
    except (OSError, AttributeError, xml.ParseError):
        return None
    return [int(cases["successes"]), int(cases["failures"]) + int(cases["expectedFailures"]), int(cases["skips"])]


def limited(command, log, seconds, folder, environment=None):
    """Exit status, None if time was up, and the seconds it took."""
    start = time.monotonic()
    with log.open("a") as out:
        out.write(shlex.join(map(str, command)) + "\n")
        out.flush()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=folder,
                                   env=environment, start_new_session=True)
        try:
            status = process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
            status = None
            out.write(f"\nended after {seconds} seconds\n")
    return status, time.monotonic() - start


def flat_of(arguments, level, name):
    return "/".join(filter(None, (level, arguments.target, arguments.native_isa, name))).replace("/", ".").lstrip(".-")


def target_options_of(arguments):
    return [f"-fsycl-targets={arguments.target}"] if arguments.target else []


def compile_command_of(arguments, level, command, object_file):
    at = command.index("-o")
    return [str(arguments.compiler), *command[1:at], *command[at + 2:], level, *target_options_of(arguments), "-o",
            object_file]


class Parts:
    """Objects of the sources without test cases, each compiled when a program of its category wants it first."""

    def __init__(self, arguments, build, results, sources):
        self.arguments, self.build, self.results, self.sources = arguments, build, results, sources
        self.lock, self.objects = threading.Lock(), {}

    def of(self, level, category):
        """Paths of objects; a part that does not compile is missing, and the linker says of what."""
        with self.lock:
            if (level, category) not in self.objects:
                self.objects[level, category] = [self.compiled(level, name, command)
                                                 for of, name, command, _ in self.sources if of == category]
            return [o for o in self.objects[level, category] if o]

    def compiled(self, level, name, command):
        flat = flat_of(self.arguments, level, name)
        object_file = self.arguments.folder / "programs" / (flat + ".o")
        status, _ = limited(compile_command_of(self.arguments, level, command, object_file),
                            self.results / (flat + ".log"), self.arguments.timeout, self.build)
        return object_file if status == 0 else None


def one(arguments, build, results, parts, level, source):
    """Compiles, links and runs one source; the record of it."""
    category, name, command, _ = source
    flat = flat_of(arguments, level, name)
    record_file, log = results / (flat + ".json"), results / (flat + ".log")
    if record_file.exists():
        record = json.loads(record_file.read_text())
        if not arguments.failed or record["state"] == "passed":
            return record
    log.unlink(missing_ok=True)
    programs = arguments.folder / "programs"
    program, object_file = programs / flat, programs / (flat + ".o")
    compile_command = compile_command_of(arguments, level, command, object_file)
    record = {"category": category, "name": name, "level": level, "state": "not compiled", "cases": [0, 0, 0]}
    status, record["compile"] = limited(compile_command, log, arguments.timeout, build)
    if status == 0:
        record["state"] = "not linked"
        isa = [f"-fsycl-native-isa={arguments.native_isa}"] if arguments.native_isa else []
        link_command = [arguments.compiler, level, "-fsycl", *target_options_of(arguments), *isa, object_file,
                        *parts.of(level, category), *COMMON, "-o", program]
        status, record["link"] = limited(link_command, log, arguments.timeout, build)
    if status == 0 and arguments.no_run:
        record["state"] = "built"
    elif status == 0:
        record["state"], record["run"] = "passed", 0
        for threads in arguments.threads.split(",") or [""]:
            report = results / (flat + ".xml")
            report.unlink(missing_ok=True)
            environment = {**os.environ, **({"FALX_NUM_THREADS": threads} if threads else {}),
                           **({"ONEAPI_DEVICE_SELECTOR": arguments.device} if arguments.device else {})}
            status, seconds = limited([program, "-r", f"xml::out={report}", "-r", "console"], log, arguments.timeout,
                                      build, environment)
            record["run"] += seconds
            cases = counts_of(report)
            if cases is None or (cases[0] == 0 and status not in (0, 4)):  # the program ended in the middle
                record["state"] = "timeout" if status is None else f"ended with {status}"
                record["cases"] = [0, 1, 0]
            elif cases[1] or record["state"] != "passed":
                record["state"] = "failed"
                record["cases"] = max(record["cases"], cases, key=lambda c: c[1])
            else:
                record["cases"] = cases
    object_file.unlink(missing_ok=True)
    if not arguments.keep:
        program.unlink(missing_ok=True)
    record_file.write_text(json.dumps(record))
    return record


def table_of(records, level):
    """A markdown table of the records of one level."""
    rows = {}
    for record in records:
        if record["level"] == level:
            row = rows.setdefault(record["category"], [0, 0, 0, 0, 0])
            is_built = record["state"] not in ("not compiled", "not linked")
            row[0] += is_built
            row[1] += not is_built
            for i in range(3):
                row[2 + i] += record["cases"][i]
    lines = ["| category | sources built | not built | cases passed | failed | skipped |", "|---|---|---|---|---|---|"]
    for category, row in sorted(rows.items()):
        lines.append(f"| {category} | " + " | ".join(map(str, row)) + " |")
    for label, wanted in (("core", False), ("extensions", True)):
        some = [row for category, row in rows.items() if category.startswith("extension/") == wanted]
        if some:
            lines.append(f"| **{label}** | " + " | ".join(str(sum(column)) for column in zip(*some)) + " |")
    return lines


def main():
    arguments = parse()
    if not (arguments.checkout / "tests/CMakeLists.txt").is_file():
        stop(f"'{arguments.checkout}' is no checkout of SYCL-CTS")
    if not os.access(arguments.compiler, os.X_OK):
        stop(f"no compiler '{arguments.compiler}': ./falx build, or --compiler")
    arguments.compiler = arguments.compiler.resolve()
    arguments.checkout = arguments.checkout.resolve()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    arguments.folder = arguments.folder.resolve()
    for category in arguments.categories:
        if not (arguments.checkout / "tests" / category).is_dir():
            stop(f"{arguments.checkout}/tests has no '{category}'")
    results = arguments.folder / f"results-{digest_of(arguments.compiler)}"
    results.mkdir(exist_ok=True)
    build = configure(arguments, arguments.folder)
    (arguments.folder / "programs").mkdir(exist_ok=True)
    sources = list(sources_of(build, arguments.checkout, arguments.categories))
    parts = Parts(arguments, build, results, [source for source in sources if not source[3]])
    sources = sorted((source for source in sources if source[3]), key=lambda source: not source[1].startswith(SLOWEST))
    levels = arguments.levels.split(",")
    records = []
    start = time.monotonic()
    with ThreadPoolExecutor(arguments.jobs) as pool:
        wanted = [(level, source) for level in levels for source in sources]
        for record in pool.map(lambda pair: one(arguments, build, results, parts, *pair), wanted):
            records.append(record)
            if record["state"] not in ("passed", "built"):
                print(f"{record['name']} {record['level']}: {record['state']}", flush=True)
    revision = subprocess.run(["git", "-C", arguments.checkout, "rev-parse", "--short=8", "HEAD"], capture_output=True,
                              text=True).stdout.strip()
    text = []
    for level in levels:
        text += [f"## {level}", "", *table_of(records, level), ""]
    print("\n".join(text))
    print(f"{len(records)} programs in {time.monotonic() - start:.0f} s, {arguments.jobs} at a time; logs: {results}")
    if arguments.table:
        _, heading, applications = (arguments.table.read_text() if arguments.table.exists() else "").partition(
            "\n## Applications\n")  # not of this suite: kept
        arguments.table.write_text("\n".join(
            ["# The conformance suite", "",
             f"SYCL-CTS {revision}, default mode, with half, double, deprecated, oneAPI and KHR tests, on {arguments.target or 'native_cpu'}.",
             "Made by `tests/suites/sycl-cts.sh CHECKOUT --table docs/conformance.md`, a program for each source.", "",
             *text]).rstrip() + "\n" + heading + applications)
    return any(record["state"] not in ("passed", "built") for record in records)


if __name__ == "__main__":
    sys.exit(main())
