"""Programs that exist in SYCL and in OpenMP: how they are built, run and compared."""
import collections
import csv
import functools
import re
import shlex
import shutil
from pathlib import Path

import hecbench
from processors import ProcessorSession
from session import Step, geometric_mean

SIDES = "sycl", "omp"
NOISE = 0.95
GOOD = "verified", "silent"
MILLISECONDS = {"s": 1e3, "ms": 1, "us": 1e-3, "ns": 1e-6}
NUMBER = r"([-+]?\d*\.?\d+(?:[eE][-+]?\d+)?)"

Program = collections.namedtuple("Program", "name unit before arguments")
Run = collections.namedtuple("Run", "verdict times")  # times: milliseconds of each kernel


def read_programs():
    """{name: program} of programs.txt."""
    programs = {}
    for line in (Path(__file__).parent / "programs.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, unit, before, *arguments = re.split(r" {2,}", line.strip())
            programs[name] = Program(name, unit, before, shlex.split(" ".join(arguments)))
    return programs


def run_of(program, result):
    """What a run's output says. Without times of its own a program has the time that its process took."""
    verdict = hecbench.verdict(result.status, result.text)
    if program.unit == "wall":
        return Run(verdict, [result.seconds * 1e3])
    found = re.findall(rf"(?:{program.before})\s*{NUMBER}", result.text)
    return Run(verdict, [float(number) * MILLISECONDS[program.unit] for number in found])


class PairsSession(ProcessorSession):
    def __init__(self, options):
        self.builds_here = not options.run
        self.folder = (options.run or options.build or options.out).resolve()
        super().__init__("pairs.sh", options)
        self.programs = self.folder / "programs"
        self.environment["LD_LIBRARY_PATH"] = str(self.folder / "lib")
        self.runs = {}  # of (name, threads, side)

    def environment_for(self, threads):
        """A league, too, has at most so many threads."""
        return {**super().environment_for(threads), "KMP_TEAMS_THREAD_LIMIT": str(threads),
                "KMP_WARNINGS": "0"}

    def build_steps(self, programs, names):
        steps = {name: functools.partial(Pair, program=program) for name, program in programs.items()}
        if self.builds_here:
            self.copy_source()
            self.copy_libraries()
        return super().build_steps(steps, names)

    def copy_source(self):
        """All of it: programs include files of each other."""
        self.source = self.out / "src"
        if not self.source.exists():
            shutil.copytree(self.options.hecbench / "src", self.source, symlinks=True)
            for makefile in self.source.glob("*-omp/Makefile"):
                makefile.write_text(makefile.read_text().replace("-qopenmp", "-fopenmp"))

    def copy_libraries(self):
        """Falx's runtime and libomp, as they are found by LD_LIBRARY_PATH."""
        libraries, falx = self.folder / "lib", self.falx.parent.parent / "lib"
        (libraries / "falx").mkdir(parents=True, exist_ok=True)
        self.programs.mkdir(exist_ok=True)
        self.clang, prefix = self.find_clang(), self.options.openmp
        printed = self.run("libomp", [self.clang, "-print-file-name=libomp.so"], 20).text.strip()
        self.openmp_words = f"-I{prefix.resolve()}/include -L{prefix.resolve()}/lib" if prefix else ""
        shutil.copy(prefix / "lib/libomp.so" if prefix else printed, libraries / "libomp.so.5")
        shutil.copy(falx / "libfalx.so.1", libraries)
        for adapter in (falx / "falx").glob("libfalx_adapter_native_cpu.so"):
            shutil.copy(adapter, libraries / "falx")

    def say_built(self, steps):
        failed = [f"{step.name}.{side}" for step in steps for side in SIDES if not step.is_built(side)]
        print(f"{2 * len(steps) - len(failed)} programs are in {self.folder}"
              + (f"; not built: {', '.join(failed)}" if failed else ""))
        return bool(failed)

    def summarize(self, steps):
        """A row of all pairs for each number of threads; pairs.csv."""
        for threads in self.options.threads:
            ratios = {step.name: ratio for step in steps if (ratio := step.ratios.get(threads))}
            if ratios:
                below = sorted((name for name in ratios if ratios[name] < NOISE), key=ratios.get)
                text = f"{geometric_mean(ratios.values()):.2f} of {len(ratios)}; {len(below)} below {NOISE}"
                if below:
                    text += ": " + ", ".join(f"{name} {ratios[name]:.2f}" for name in below)
                self.row(f"{threads} threads", "geometric mean", text, f"none below {NOISE}",
                         None if self.options.trial else not below)
        with (self.out / "pairs.csv").open("w") as out:
            table = csv.writer(out, lineterminator="\n")
            table.writerow(("program", "threads", "side", "verdict", "kernel", "ms"))
            for (name, threads, side), run in self.runs.items():
                table.writerows((name, threads, side, run.verdict, kernel, f"{ms:.6g}")
                                for kernel, ms in enumerate(run.times, 1))

    def close(self):
        """The folder is for --run, here or elsewhere."""
        return any(row.is_right is False for row in self.rows)


class Pair(Step):
    wanted = f"{NOISE}"

    def __init__(self, session, program):
        super().__init__(session)
        self.program, self.title, self.ratios = program, program.name, {}

    def build(self):
        if not self.session.builds_here:
            return
        name, session = self.program.name, self.session
        words = f"EXTRA_CFLAGS=-w -march={self.options.march} {session.openmp_words}"
        commands = {"sycl": hecbench.make(session.falx, "-B", words),
                    "omp": ["make", "-B", f"CC={session.clang}", f"CXX={session.clang}", "DEVICE=cpu", words]}
        for side in SIDES:
            folder = session.source / f"{name}-{side}"
            session.build(f"{name}.{side}", commands[side],
                          ["cp", "main", session.programs / f"{name}.{side}"], folder=folder)

    def is_built(self, side):
        name = f"{self.program.name}.{side}"
        if self.session.builds_here:
            return self.session.built(name)
        return (self.session.programs / name).exists()

    def run(self):
        missing = [side for side in SIDES if not self.is_built(side)]
        if missing:
            return self.row(self.program.name, "", f"{', '.join(missing)}: not built", self.wanted, False)
        for threads in self.options.threads:
            self.compare(threads)

    def one(self, side, threads, turn):
        name = f"{self.program.name}.{side}"
        result = self.session.run_program(
            f"run-{name}.{threads}.{turn}", name, self.program.arguments, threads, self.options.run_limit,
            prepare=hecbench.limit_memory, folder=self.session.out)
        return run_of(self.program, result)

    def compare(self, threads):
        best = {side: self.one(side, threads, 0) for side in SIDES}
        for turn in range(1, 1 if self.options.trial else self.options.rounds):
            for side in SIDES:
                if all(run.verdict in GOOD for run in best.values()):
                    best[side] = better(best[side], self.one(side, threads, turn))
        self.session.runs.update({(self.program.name, threads, side): best[side] for side in SIDES})
        text, ratio, is_right = judge(best["sycl"], best["omp"])
        self.ratios[threads] = ratio
        self.row(self.program.name, f"{threads} threads", text, self.wanted,
                 None if self.options.trial and ratio else is_right)


def better(first, second):
    """Of two runs of one program the least of each time; the verdict that is no praise, if one is none."""
    if second.verdict not in GOOD or len(first.times) != len(second.times):
        return second
    return Run(first.verdict, list(map(min, first.times, second.times)))


def judge(ours, theirs):
    """What the table says of a pair, its ratio if there is one, and whether that is as wanted."""
    verdicts = f"{ours.verdict}, OpenMP {theirs.verdict}"
    if ours.verdict not in GOOD:
        return verdicts, None, False
    if theirs.verdict not in GOOD:
        return f"no comparison: {verdicts}", None, None
    if not ours.times or len(ours.times) != len(theirs.times) or 0 in ours.times + theirs.times:
        return f"{verdicts}; {len(ours.times)} times, OpenMP {len(theirs.times)}, or one is 0", None, False
    parts = [other / our for our, other in zip(ours.times, theirs.times)]
    ratio = geometric_mean(parts)
    several = f" ({', '.join(f'{part:.2f}' for part in parts)})" if len(parts) > 1 else ""
    return (f"{ratio:.2f}{'*' if ratio < NOISE else ''}{several}; {sum(ours.times):.4g} ms, OpenMP "
            f"{sum(theirs.times):.4g}; {verdicts}"), ratio, ratio >= NOISE
