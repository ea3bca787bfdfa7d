"""H2, H5, H6 and H8: kernels beside nvcc's, launches, the first kernel, several devices."""
import re
import shutil
import statistics

from session import ROOT, Step, geometric_mean, numbers_after

KERNELS = ROOT / "bench/kernels"
# Problems of 0.1 to 25 ms on an H200; what is not here has the program's own size.
SIZES = {"triad": 1 << 27, "nbody": 1 << 16, "mandelbrot": 4096, "black_scholes": 1 << 25, "sgemm_tiled": 4096,
         "reduce": 1 << 27, "scan": 1 << 26, "histogram_local": 1 << 27, "histogram_global": 1 << 26,
         "histogram_float": 1 << 26, "histogram_float_global": 1 << 26, "transpose": 8192, "stencil_5": 8192,
         "stencil_27": 512, "spmv": 1 << 22, "bitonic_sort": 1 << 24, "monte_carlo": 1 << 22, "kmeans": 1 << 24,
         "sha256": 1 << 24, "vector_add": 1 << 27}
# The line's own kernels; others that have a .cu are shown and count for nothing.
COUNTED = {"triad", "nbody", "sgemm_tiled", "mandelbrot", "black_scholes", "reduce", "scan", "histogram_local",
           "histogram_global", "histogram_float", "histogram_float_global", "transpose", "stencil_5",
           "stencil_27", "spmv", "bitonic_sort", "monte_carlo"}


class Kernels(Step):
    """bench/kernels beside the same in CUDA by nvcc; medians of 22 steps, in turn"""
    title, wanted = "bench/kernels beside nvcc", "mean 1.0, none below 0.93"

    def names(self):
        names = sorted(path.name.removesuffix(".cu") for path in KERNELS.glob("*.cu"))
        return [name for name in names if not self.options.kernel or name in self.options.kernel]

    def build(self):
        for name in self.names():
            self.session.build_falx(f"{name}.sycl", KERNELS / f"{name}.sycl.cpp")
            if self.session.has_gpu:
                self.session.build_nvcc(f"{name}.cuda", KERNELS / f"{name}.cu")

    def run(self):
        ratios = {}
        for name in self.names():
            if ratio := self.compare(name):
                ratios[name] = ratio
        counted = [ratio for name, ratio in ratios.items() if name in COUNTED]
        if counted:
            mean, least = geometric_mean(counted), min(counted)
            self.row("H2", f"geometric mean of {len(counted)}, lowest", f"{mean:.3f}, {least:.3f}", self.wanted,
                     mean >= 1.0 and least >= 0.93)

    def compare(self, name):
        """One line of the table; the ratio, None without one."""
        sides = ("sycl", "cuda") if self.session.has_gpu else ("sycl",)
        wanted = "0.99" if name == "triad" else "0.93" if name in COUNTED else ""
        size = "default" if self.options.trial else SIZES.get(name, "default")
        if not all(self.session.built(f"{name}.{side}") for side in sides):
            return self.row("H2", name, "not built", wanted, False)
        times, checks = {side: [] for side in sides}, {}
        for turn in range(1 if self.options.trial else 2):
            for side in sides:
                result = self.session.run(f"H2.{name}.{side}.{turn}", [self.session.programs / f"{name}.{side}", size,
                                                                       2 if self.options.trial else 11], 60)
                times[side] += numbers_after(result.text, r"(?m)^time (\d+)")
                checks[side] = (numbers_after(result.text, r"(?m)^check (\S+)") or [None])[0]
                if result.status != 0 or not times[side]:
                    return self.row("H2", name, f"{side}: status {result.status}", wanted, False)
        medians = {side: statistics.median(times[side]) / 1e6 for side in sides}
        what = f"{name}, n {size}"
        if len(sides) == 1:
            return self.row("H2", what, f"{medians['sycl']:.3f} ms; nvcc: no GPU", wanted)
        ratio = medians["cuda"] / medians["sycl"]
        same = abs(checks["sycl"] - checks["cuda"]) <= 1e-3 * abs(checks["cuda"])
        self.row("H2", what, f"{ratio:.3f} ({medians['sycl']:.3f} ms, nvcc {medians['cuda']:.3f})"
                 + ("" if same else f"; DIFFERENT RESULTS {checks}"), wanted,
                 None if same and not wanted else same and ratio >= float(wanted))
        return ratio


class Launches(Step):
    """launches beside the driver's own functions: bench/launch/cuda.cpp"""
    title, wanted = "launches", ""
    LIMITS = {"back to back": 1.05, "submit and wait": 1.1, "graph": 1.1}

    def missing(self):
        return None if self.session.has_gpu else "not run: no GPU"

    def build(self):
        for source in sorted((ROOT / "bench/launch").glob("cuda*.cpp")):
            self.session.build_falx(f"launch_{source.stem}", source, words=["-ldl"])

    def run(self):
        has_graph = False
        for source in sorted((ROOT / "bench/launch").glob("cuda*.cpp")):
            name = f"launch_{source.stem}"
            result = self.session.run(f"H5.{name}", [self.session.programs / name], 60)
            lines = re.findall(r"(?m)^(.*?) +us: (.*, ratio (\S+))", result.text)
            if result.status != 0 or not lines:
                self.row("H5", source.name, f"status {result.status}: {result.text.strip()[-160:]}", "", False)
            for what, figures, ratio in lines:
                limit = next((limit for key, limit in self.LIMITS.items() if key in what), None)
                has_graph |= "graph" in what
                self.row("H5", what, f"{ratio} (us: {figures})", f"at most {limit}" if limit else "",
                         float(ratio) <= limit if limit else None)
        if not has_graph:
            self.row("H5", "replay of a graph", "no benchmark of bench/launch has one", "at most 1.1")


class FirstKernel(Step):
    """the first kernel's end after the context's creation: bench/startup/first_kernel.sycl.cpp"""
    title, wanted = "first kernel", "cold 150 ms, warm 10 ms"

    def build(self):
        self.session.build_falx("first_kernel", ROOT / "bench/startup/first_kernel.sycl.cpp", level="-O2")
        self.session.build("first_kernel_portable", [
            self.session.falx, "-fsycl", "-O2", f"-fsycl-targets={self.session.target}",
            ROOT / "bench/startup/first_kernel.sycl.cpp", "-o", self.session.programs / "first_kernel_portable"])

    def run(self):
        caches = self.session.out / "caches"
        kinds = (("cold, no cache", {"CUDA_CACHE_DISABLE": "1"}, 150),
                 ("warm, Falx's persistent cache", {"CUDA_CACHE_DISABLE": "1", "FALX_CACHE_PERSISTENT": "1"}, 10),
                 ("warm, the driver's own cache", {}, None))
        for program, label in (("first_kernel", f"for {self.options.arch}"), ("first_kernel_portable", "for all")):
            for kind, environment, limit in kinds:
                shutil.rmtree(caches, ignore_errors=True)
                for name in ("falx", "driver"):
                    (caches / name).mkdir(parents=True, mode=0o700)
                environment = {**environment, "FALX_CACHE_DIR": str(caches / "falx"),
                               "CUDA_CACHE_PATH": str(caches / "driver")}
                count = 2 if self.options.trial else 6
                results = [self.session.run(f"H6.{program}.{turn}", [self.session.programs / program], 30, **environment)
                           for turn in range(count)]
                times = [numbers_after(result.text, r"(?m)^first kernel (\S+) ms") for result in results]
                if not all(times):
                    self.row("H6", f"{kind}, {label}", f"status {results[0].status}: {results[0].text[-160:]}", "", False)
                    continue
                median = statistics.median(found[0] for found in times[1:])
                self.row("H6", f"{kind}, {label}", f"{median:.2f} ms (first run {times[0][0]:.2f})",
                         f"at most {limit} ms" if limit else "",
                         median <= limit if limit and self.session.has_gpu else None)


class Devices(Step):
    """n-body and a stencil with halo exchange on one device and on all: bench/devices"""
    title, wanted = "several devices", "1.9 times one, of two"

    def build(self):
        for name in ("nbody", "stencil"):
            self.session.build_falx(f"devices_{name}", ROOT / f"bench/devices/{name}.cpp")

    def run(self):
        for name in ("nbody", "stencil"):
            small = [{"nbody": 2048, "stencil": 258}[name], 2] if self.options.trial else []
            result = self.session.run(f"H8.{name}", [self.session.programs / f"devices_{name}", *small], 90)
            found = re.search(r"(\d+) devices: .*, (\S+) times one", result.text)
            if result.status == 77:
                self.row("H8", name, "one device: not run", self.wanted)
            elif result.status != 0 or not found:
                self.row("H8", name, f"status {result.status}: {result.text.strip()[-160:]}", self.wanted, False)
            else:
                self.row("H8", name, found[0], self.wanted,
                         float(found[2]) >= 0.95 * int(found[1]) if self.session.has_gpu else None)


STEPS = {"H2": Kernels, "H5": Launches, "H6": FirstKernel, "H8": Devices}
