"""K1 and K2: bench/kernels beside OpenMP, ISPC and Intel's OpenCL runtime."""
import json
import subprocess
import sys
import time

from cores import CoresStep
from judge import Comparison
from session import ROOT, numbers_after

sys.path.insert(1, str(ROOT / "bench"))
import peers

KERNELS = ROOT / "bench/kernels"
ISPC_TARGETS = "avx512spr-x16", "avx512skx-x16", "avx2-i32x8"


def names_of(suffix):
    return sorted(path.name.removesuffix(suffix) for path in KERNELS.glob("*" + suffix))


def make_ispc(folder):
    """Objects for machines where ispc is not; one for each of the targets that such a machine may want."""
    command = peers.ispc()
    if not command:
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    for name in names_of(".ispc"):
        for target in ISPC_TARGETS:
            subprocess.run([*command, "-O3", "--pic", "--wno-perf", f"--target={target}", KERNELS / f"{name}.ispc", "-o",
                            folder / f"{name}.{target}.o"], check=True)
    return 0


class Beside(CoresStep):
    """Kernels beside one other implementation, in rounds."""
    line = other = suffix = ""
    least, mean = 0.95, 1.0
    environment = {}

    def names(self):
        return [name for name in names_of(self.suffix) if not self.options.kernel or name in self.options.kernel]

    def counts(self):
        return [self.options.threads[-1]]

    def build(self):
        for name in self.names():
            self.session.build_program(f"kernels/{name}.sycl.cpp")
            self.build_other(name)

    def build_other(self, name):
        self.session.build_program(f"kernels/{name}{self.suffix}")

    def run(self):
        self.comparison = Comparison(self.other)
        end = time.monotonic() + max(5, min(self.session.left() - self.reserve, self.most_seconds()))
        rounds, seconds, kept = 0, 0, list(self.session.rows)
        # Another round only if one like the last fits, and a fifth of it for the unexpected.
        while rounds == 0 or (not self.options.trial and len(self.comparison.failures) < len(self.names()) and
                              time.monotonic() + 1.2 * seconds < end):
            began = time.monotonic()
            self.one_round(rounds)
            rounds, seconds = rounds + 1, time.monotonic() - began
            self.session.rows = list(kept)
            self.write(rounds)
            self.session.write_table()
        for row in self.session.rows[len(kept):]:
            print("|", " | ".join(self.session.cells(row)), "|", flush=True)

    def most_seconds(self):
        return 1e9

    def one_round(self, number):
        arguments = [self.options.n, "2" if self.options.trial else f"{self.options.steps_ms}ms"]
        for name in self.names():
            for threads in self.counts():
                for side in ("sycl", self.other):
                    if name in self.comparison.failures:
                        continue
                    self.one(f"{self.line}.{name}.{side}.{threads}.{number}", name, side, threads, arguments)

    def one(self, log, name, side, threads, arguments):
        if not self.session.built(f"{name}.{side}"):
            return self.comparison.fail(name, f"{side}: not built")
        environment = self.environment if side == self.other else {}
        result = self.session.run_program(log, f"{name}.{side}", arguments, threads, 60, **environment)
        times = [ns / 1e6 for ns in numbers_after(result.text, r"(?m)^time (\d+)")]
        check = numbers_after(result.text, r"(?m)^check (\S+)")
        if result.status != 0 or not times or not check:
            return self.comparison.fail(name, f"{side}, {threads} threads: status {result.status}: "
                                        f"{result.text.strip()[-160:]}")
        self.comparison.add(name, threads, side, times, check[0])

    def write(self, rounds):
        """The rows; where all is as it should be, one of each kernel and one of each number of threads."""
        for name in self.names():
            text, is_right = self.comparison.describe(name, self.counts())
            if self.options.trial:
                is_right = None if name not in self.comparison.failures and self.comparison.has_same_results(name) else False
            self.session.add_row(self.line, name, text, f"{self.least}", is_right)
        for threads in self.counts():
            text, is_right = self.comparison.summary(threads, self.mean, self.least)
            self.session.add_row(self.line, f"{threads} threads, {rounds} rounds: mean", text,
                                 f"mean {self.mean}, none below {self.least}", None if self.options.trial else is_right)
        rows = [{"kernel": kernel, "threads": threads, "side": side, "ms": self.comparison.ms(kernel, threads, side)}
                for kernel, threads, side in sorted(self.comparison.times)]
        name = "kernels.json" if self.line == "K1" else f"kernels.{self.other}.json"
        (self.session.out / name).write_text(json.dumps(rows, indent=1) + "\n")


class OpenMP(Beside):
    """bench/kernels beside OpenMP at all numbers of threads, in rounds for as long as there is time"""
    title, wanted = "bench/kernels beside OpenMP", "0.95, mean 2.0"
    line, other, suffix, mean, seconds = "K1", "omp", ".omp.cpp", 2.0, 120

    def counts(self):
        return self.options.threads


class Ispc(Beside):
    """ISPC's kernels with tasks, beside Falx at the most threads"""
    title, wanted = "ISPC", "mean 1.0, none below 0.9"
    line, other, suffix, least, seconds = "K2.ispc", "ispc", ".ispc", 0.9, 15

    def missing(self):
        if not self.options.ispc:
            return "not run: no --ispc"
        return None if self.options.ispc.exists() else f"not run: no {self.options.ispc}"

    def most_seconds(self):
        return self.seconds

    def build_other(self, name):
        target = peers.ispc_target()
        if self.options.ispc.is_dir():
            compiled = self.options.ispc.resolve() / f"{name}.{target}.o"
        else:
            compiled = self.session.programs / f"{name}.{target}.o"
            subprocess.run([self.options.ispc.resolve(), "-O3", "--pic", "--wno-perf", f"--target={target}",
                            KERNELS / f"{name}.ispc", "-o", compiled], check=False)
        self.session.build_program(f"kernels/{name}.ispc.cpp", [compiled])


class OpenCL(Beside):
    """the suite in OpenCL C by Intel's runtime for CPUs, beside Falx at the most threads"""
    title, wanted = "Intel's OpenCL runtime", "mean 1.2"
    line, other, suffix, mean, least, seconds = "K2.opencl", "opencl", ".opencl.cpp", 1.2, 0.95, 60

    def missing(self):
        if not self.options.opencl:
            return "not run: no --opencl"
        library = self.options.opencl.resolve() / "lib/libintelocl.so"
        self.environment = {name: str(library) for name in ("OCL_ICD_FILENAMES", "OCL_ICD_VENDORS")}
        return None if library.exists() else f"not run: no {library}"

    def most_seconds(self):
        return self.seconds

    def build_other(self, name):
        folder = self.options.opencl.resolve()
        self.session.build_program(f"kernels/{name}{self.suffix}", [
            f"-I{folder / 'include'}", f"-L{folder / 'lib'}", "-lOpenCL", "-Wl,--disable-new-dtags",
            f"-Wl,-rpath,{folder / 'lib'}"])


STEPS = {"K1": OpenMP, "K2.ispc": Ispc, "K2.opencl": OpenCL}
