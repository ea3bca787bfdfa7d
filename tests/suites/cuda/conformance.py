"""H1 and H7: whether programs are right, by our tests, the conformance suite and NVIDIA's compute-sanitizer."""
import json
import re
import shlex
import shutil
import sys

from session import ROOT, Step

FLOWS = "linking", "device_global", "separate"
# About 240 sources: what has kernels, and not much of what differs in types alone.
CATEGORIES = ("address_space", "atomic_fence", "atomic_ref", "atomic_ref_stress", "buffer", "device_event", "event",
              "extension/oneapi_device_global", "extension/oneapi_local_memory", "extension/oneapi_sub_group_mask",
              "group", "group_functions", "h_item", "handler", "hierarchical", "host_task", "id", "image_accessor",
              "invoke", "item", "kernel", "nd_item", "optional_kernel_features", "queue", "range", "reduction",
              "stream", "sub_group", "sycl_external")


def names_of(lines):
    return ", ".join(line.split()[1].rstrip(":") for line in lines)


class Programs(Step):
    """the programs of tests/sycl, and what on tests/cuda/sycl.txt cannot pass"""
    title, wanted, measures = "tests/sycl", "all pass", False

    def run(self):
        result = sycl_device(self.session, "H1.sycl", "tests/cuda/sycl.txt", 300)
        self.row("H1", self.title, summary(result), self.wanted, result.status == 0)


def sycl_device(session, name, listed, limit, **environment):
    """tests/suites/sycl-device.sh, which keeps the programs for whoever runs them again. listed: files, with spaces."""
    known = session.out / f"{name}.listed"
    known.write_text("".join((ROOT / file).read_text() for file in listed.split()) if session.has_gpu else "")
    tests = session.options.tests.split(",") if session.options.tests else []
    return session.run(name, [ROOT / "tests/suites/sycl-device.sh", session.falx, session.out / "sycl", *tests], limit,
                       FALX_TEST_TARGET=session.target, FALX_TEST_SELECTOR=f"{session.options.device};null:*",
                       FALX_TEST_LIST=str(known),
                       FALX_TEST_JOBS=str(session.options.jobs), FALX_TEST_KEEP="1", **environment)


def summary(result):
    counts = {kind: re.search(rf"^{kind}: (\d+)", result.text, re.M) for kind in ("passes", "skips", "listed", "FAILS")}
    if result.status is None or not all(counts.values()):
        done = result.text.count("\n")
        return f"ended at its limit, after {result.seconds:.0f} s, {done} lines" if result.status is None \
            else f"status {result.status}, see the log"
    failing = names_of(line for line in result.text.splitlines() if line.startswith("FAILS "))
    text = ", ".join(f"{found[1]} {name}" for name, found in
                     zip(("pass", "skip", "cannot (listed)", "fail"), counts.values()))
    return text + (f": {failing}" if failing else "")


class Flows(Step):
    """linking, device globals, separate compilation: tests/flows"""
    title, wanted, measures = "tests/flows", "all pass", False

    def run(self):
        prefix, failed = self.session.falx.parent.parent, []
        runs = {flow: self.session.pool.submit(
            self.session.run, f"H1.flows.{flow}", ["sh", ROOT / f"tests/flows/{flow}.sh", prefix], 300,
            FALX_TEST_TARGET=self.session.target, FALX_TEST_SELECTOR=self.options.device) for flow in FLOWS}
        for flow, pending in runs.items():
            if pending.result().status != 0:
                failed.append(flow)
        self.row("H1", f"flows {', '.join(FLOWS)}", f"{len(FLOWS) - len(failed)} of {len(FLOWS)} pass"
                 + "".join(f", not {flow}" for flow in failed), self.wanted, not failed)


class Lifetime(Step):
    """the ends of processes: tests/lifetime"""
    title, wanted, measures = "tests/lifetime", "all pass", False

    def build(self):
        here, programs, lib = ROOT / "tests/lifetime", self.session.programs, self.session.falx.parent.parent / "lib"
        self.session.build("lifetime_runner", ["cc", "-std=c11", "-D_GNU_SOURCE", "-O2", here / "runner.c", "-o",
                                               programs / "lifetime_runner"])
        library = ["cc", "-std=c11", "-O2", "-fPIC", "-shared", here / "after_teardown.c", "-o",
                   programs / "liblifetime_after_teardown.so"]
        self.session.build("lifetime", library, [
            *self.session.falx_words("-O2"), here / "cases.cpp", f"-L{lib}", f"-L{programs}", "-Wl,--no-as-needed",
            "-lfalx", "-llifetime_after_teardown", f"-Wl,-rpath,{programs}", "-o", programs / "lifetime"])

    def run(self):
        cases = re.findall(r'^    \{"([a-z_0-9]+)", ', (ROOT / "tests/lifetime/cases.cpp").read_text(), re.M)
        programs, rounds = self.session.programs, "1" if self.options.trial else "3"
        if not (self.session.built("lifetime") and self.session.built("lifetime_runner")):
            return self.row("H1", self.title, "not built", self.wanted, False)
        runs = {case: self.session.pool.submit(
            self.session.run, f"H1.lifetime.{case}", [programs / "lifetime_runner", case, rounds, programs / "lifetime"],
            120) for case in cases}
        failed = [case for case, pending in runs.items() if pending.result().status != 0]
        self.row("H1", self.title, f"{len(cases) - len(failed)} of {len(cases)} cases pass, {rounds} rounds each"
                 + (f", not {', '.join(failed)}" if failed else ""), self.wanted, not failed)


class Soak(Step):
    """random submissions from many threads: tests/soak"""
    title, wanted, measures = "tests/soak", "passes", False

    def build(self):
        self.session.build_falx("soak", ROOT / "tests/soak/soak.cpp", level="-O2")

    def run(self):
        count = 5000 if self.options.trial else 200000
        result = self.session.run("H1.soak", [self.session.programs / "soak", f"--submissions={count}", "--threads=8"],
                                  180)
        last = result.text.strip().splitlines()[-1:] or [""]
        self.row("H1", f"soak, {count} submissions of 8 threads",
                 f"passes, {result.seconds:.0f} s" if result.status == 0 else f"status {result.status}: {last[0]}",
                 self.wanted, result.status == 0)


class Suite(Step):
    """categories of the conformance suite"""
    title, wanted, measures, priority = "conformance suite", "95 % of native_cpu's", False, 2  # takes what is left

    def missing(self):
        return None if self.options.cts else "not run: --cts names no checkout"

    def run(self):
        folder = self.session.out / "cts"
        result = self.session.run(
            "H1.cts", [sys.executable, ROOT / "tests/suites/sycl_cts.py", self.options.cts, *self.options.categories.split(","),
                       "--compiler", self.session.falx, "--folder", folder, "--levels=-O1", "--target", self.session.target,
                       "--device", self.options.device, "--jobs", self.options.jobs, "--timeout=120"], 520)
        records = [json.loads(path.read_text()) for path in folder.glob("results-*/*.json")]
        states = {}
        for record in records:
            states.setdefault(record["state"], []).append(record["name"])
        (self.session.out / "H1.cts.json").write_text(json.dumps(records))
        passed = len(states.pop("passed", []))
        others = "; ".join(f"{state}: {', '.join(sorted(names))}" for state, names in sorted(states.items()))
        share = 100 * passed / max(1, len(records))
        cut = ", ended at its limit" if result.status is None else ""
        self.row("H1", f"conformance suite, {len(records)} sources{cut}", f"{passed} pass, {share:.1f} %" +
                 (f"; {others}" if others else ""), self.wanted, bool(records) and share >= 95)


class Sanitizer(Step):
    tool, wanted, measures, priority = None, "nothing found", False, 1
    listed, options_of_tool = "tests/cuda/sycl.txt tests/cuda/sanitizers.txt", []
    limit = 100  # seconds, of a program

    def missing(self):
        if not self.session.has_gpu:
            return "not run: no GPU"
        return None if shutil.which("compute-sanitizer", path=self.session.environment["PATH"]) else \
            "not run: there is no compute-sanitizer"

    def run(self):
        words = ["compute-sanitizer", "--tool", self.tool, "--error-exitcode", "86", "--require-cuda-init", "no",
                 *self.options_of_tool]
        result = sycl_device(self.session, f"H7.{self.tool}", self.listed, self.limit + 140,
                             FALX_TEST_RUNNER=shlex.join(words), FALX_TEST_LIMIT=str(self.limit))
        lines = [line for line in result.text.splitlines() if line.startswith("FAILS ")]
        found, slow = [line for line in lines if "(86)" in line], [line for line in lines if "(124)" in line]
        others = [line for line in lines if line not in found and line not in slow]
        clean = re.search(r"^passes: (\d+)", result.text, re.M)
        text = f"{clean[1] if clean else 'ended at its limit:'} clean"
        known = [line for line in result.text.splitlines() if line.startswith("listed ")]
        for what, some in (("found", found), ("too slow", slow), ("fail", others), ("listed", known)):
            text += f", {len(some)} {what} ({names_of(some)})" if some else ""
        self.row("H7", f"compute-sanitizer {self.tool}, tests/sycl", text, self.wanted,
                 result.status is not None and not lines)


class Memcheck(Sanitizer):
    """compute-sanitizer memcheck on tests/sycl"""
    tool = title = "memcheck"
    # Errors of the driver's functions are the adapter's to handle: it asks what pointers are, for one.
    options_of_tool = ["--report-api-errors", "no"]


class Racecheck(Sanitizer):
    """compute-sanitizer racecheck on tests/sycl, and what it cannot judge"""
    tool = title = "racecheck"
    # Otherwise it loses track of launches whose end is asked for (cuStreamQuery, cuEventQuery) and not waited for.
    options_of_tool = ["--force-blocking-launches"]
    limit = 300  # a launch at a time: reduction/threads takes 85 s alone
    listed = f"{Sanitizer.listed} tests/cuda/racecheck.txt"


class Synccheck(Sanitizer):
    """compute-sanitizer synccheck on tests/sycl"""
    tool = title = "synccheck"


class Errors(Step):
    """no memory, illegal address; drivers and devices that are missing or too old"""
    title, wanted, measures = "errors", "the right sentence", False

    def build(self):
        session, driver = self.session, self.session.programs / "old"
        driver.mkdir(exist_ok=True)
        sources = [*sorted((ROOT / "tests/cuda").glob("fake_*.c"))]
        session.build("old_driver", ["cc", "-std=c11", "-D_GNU_SOURCE", "-O1", "-fPIC", "-shared", f"-I{ROOT}",
                                     f"-I{ROOT}/include", *sources, "-o", driver / "libcuda.so.1", "-lpthread", "-ldl"])
        session.build("faults", [*session.falx_words("-O2"), ROOT / "tests/cuda/faults.cpp", "-rdynamic", "-o",
                                 session.programs / "faults"])

    def run(self):
        session, none = self.session, self.session.programs / "none"
        none.mkdir(exist_ok=True)
        (none / "libcuda.so.1").write_text("no library")
        if session.built("faults"):
            for case in ("memory", "address"):
                result = session.run(f"H7.{case}", [session.programs / "faults", case], 120)
                said = result.text.strip().splitlines()[-1:] or [""]
                self.row("H7", f"error: {case}", f"status {result.status}: {said[0]}", self.wanted,
                         result.status == 0 if session.has_gpu else None)
        else:
            self.row("H7", "errors of memory", "not built", self.wanted, False)
        ls, there = session.falx.parent / "falx-ls", session.environment.get("LD_LIBRARY_PATH", "")
        for what, environment, sentence in (
                ("missing driver", {"LD_LIBRARY_PATH": str(none)}, "there is no NVIDIA driver"),
                ("old driver", {"LD_LIBRARY_PATH": str(session.programs / "old"), "FALX_CUDA_VERSION": "10020"},
                 "the driver is for CUDA 10.2; one for CUDA 11.0 (release 450) or later is needed"),
                ("no device", {"CUDA_VISIBLE_DEVICES": "-1"} if session.has_gpu else
                 {"LD_LIBRARY_PATH": str(session.programs / "old"), "FALX_CUDA_DEVICES": "0"},
                 "the driver finds no NVIDIA GPU")):
            if "LD_LIBRARY_PATH" in environment:  # before what the tools need there
                environment["LD_LIBRARY_PATH"] += f":{there}" if there else ""
            result = session.run(f"H7.{what.replace(' ', '-')}", [ls, "--why"], 60, ONEAPI_DEVICE_SELECTOR="cuda:gpu",
                                 **environment)
            said = next((line.strip(" -") for line in result.text.splitlines() if sentence in line), result.text)
            self.row("H7", f"error: {what}", said, self.wanted, sentence in result.text)


STEPS = {"H1.sycl": Programs, "H1.flows": Flows, "H1.lifetime": Lifetime, "H1.soak": Soak, "H1.suite": Suite,
         "H7.memcheck": Memcheck, "H7.racecheck": Racecheck, "H7.synccheck": Synccheck, "H7.errors": Errors}
