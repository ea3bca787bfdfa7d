"""The session of cores.sh: programs of both compilers, and the steps' times."""
import statistics
from pathlib import Path

from processors import ProcessorSession
from session import ROOT, Step, numbers_after

FLAGS = ["-std=c++17", "-O3", "-march=native"]


class CoresSession(ProcessorSession):
    def __init__(self, options):
        super().__init__("cores.sh", options)
        self.clang = self.find_clang()

    def machine(self):
        version = self.run("clang-version", [self.clang, "--version"], 20).text.split("\n")[0]
        return f"{super().machine()}; OpenMP of {version}"

    def build_program(self, source, words=(), name=None):
        """bench/SOURCE: .sycl.cpp by falx++, others by clang++ with OpenMP."""
        name = name or Path(source).name.removesuffix(".cpp")
        if source.endswith(".sycl.cpp"):
            command = [self.falx, "-fsycl"]
        else:
            library = self.run("libomp", [self.clang, "-print-file-name=libomp.so"], 20).text.strip()
            command = [self.clang, "-fopenmp", "-Wno-pass-failed", f"-Wl,-rpath,{Path(library).resolve().parent}"]
        self.build(name, [*command, *FLAGS, ROOT / "bench" / source, *words, "-o", self.programs / name])
        return name


class CoresStep(Step):
    seconds = 0  # that it takes, on a machine of 16 cores
    reserve = 0  # seconds that the steps after it need

    def judged(self, is_right):
        """In a trial times say nothing."""
        return None if self.options.trial else is_right

    def median_ms(self, log, name, arguments, threads, limit, **options):
        """The median of a program's times, and its check; raises a ValueError that says why there is none."""
        result = self.session.run_program(log, name, arguments, threads, limit, **options)
        times = numbers_after(result.text, r"(?m)^time (\d+)")
        if result.status != 0 or not times:
            raise ValueError(f"{name}: status {result.status}: {result.text.strip()[-160:]}")
        return statistics.median(times) / 1e6
