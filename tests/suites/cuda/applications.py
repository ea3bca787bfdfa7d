"""H3 and H4: programs of others, built by their own build systems, beside their CUDA variants."""
import re
import shutil
import statistics
import threading

from session import Step, geometric_mean, numbers_after

# Programs, how many times each prints, and arguments for a trial.
PAIRS = {"bilateral": (3, "296 144 0.5 0.5 1"), "entropy": (2, "512 512 1"), "keogh": (1, "64 20000 1"),
         "lombscargle": (1, "1"), "matrixT": (8, "1024 1024 1"), "maxpool3d": (1, "256 256 4 1"),
         "vanGenuchten": (1, "32 32 32 1"), "fwt": (1, "1")}
TIME = re.compile(r"Average .*?([\d.]+) \((s|ms|us)\)")
FUNCTIONS = "Copy", "Mul", "Add", "Triad", "Dot"


class Pairs(Step):
    """eight pairs of HeCBench, -sycl by falx++ and -cuda by nvcc; each program's own times"""
    title, wanted = "HeCBench", "mean 0.97, none below 0.85"

    def missing(self):
        return None if self.options.hecbench else "not run: --hecbench names no checkout"

    def build(self):
        self.source = self.session.out / "hecbench"
        shutil.rmtree(self.source, ignore_errors=True)
        self.source.mkdir()
        for name in PAIRS: # both folders: each -sycl includes files of its -cuda
            for variant in ("cuda", "sycl"):
                shutil.copytree(self.options.hecbench / f"src/{name}-{variant}", self.source / f"{name}-{variant}",
                                ignore=shutil.ignore_patterns("main", "*.o"))
        cuda = "yes" if self.session.has_gpu else "no"
        for name in PAIRS:
            self.session.build(f"{name}-sycl", ["make", f"CC={self.session.falx}", f"CUDA={cuda}",
                                                f"CUDA_ARCH={self.options.arch}", "GCC_TOOLCHAIN=",
                                                "GPU=" + cuda], folder=self.source / f"{name}-sycl")
            if self.session.has_gpu:
                self.session.build(f"{name}-cuda", ["make", f"CC={self.session.nvcc}", f"ARCH={self.options.arch}"],
                                   folder=self.source / f"{name}-cuda")

    def run(self):
        variants = ("sycl", "cuda") if self.session.has_gpu else ("sycl",)
        runs = []
        for turn in range(1 if self.options.trial else 2):
            for name in PAIRS:
                runs += [(name, variant, turn) for variant in variants]
        results, threads = {}, []
        for run in runs:
            if self.session.built(f"{run[0]}-{run[1]}"):
                threads.append(self.start(run, results))
        for thread in threads:
            thread.join()
        ratios = [ratio for name in PAIRS if (ratio := self.row_of(name, variants, results))]
        if ratios:
            mean = geometric_mean(ratios)
            self.row("H3", f"geometric mean of {len(ratios)}, lowest", f"{mean:.3f}, {min(ratios):.3f}", self.wanted,
                     mean >= 0.97 and min(ratios) >= 0.85)

    def start(self, run, results):
        """Returns when the program has told its last time: it goes on to verify on the CPU beside the next one."""
        name, variant, turn = run
        folder = self.source / f"{name}-{variant}"
        count, small = PAIRS[name]
        makefile = (folder / "Makefile").read_text()
        words = re.search(r"(?m)^\t\$\(LAUNCHER\) \./\$\(program\) *(.*)$", makefile)[1]
        told, seen = threading.Event(), []

        def on_line(line):
            if TIME.search(line):
                seen.append(line)
                if len(seen) == count:
                    told.set()

        def work():
            results[run] = self.session.run(
                f"H3.{name}-{variant}.{turn}",
                ["stdbuf", "-oL", folder / "main", *(small if self.options.trial else words).split()], 120, folder, on_line)
            told.set()

        thread = threading.Thread(target=work)
        thread.start()
        told.wait()
        return thread

    def row_of(self, name, variants, results):
        if not all(self.session.built(f"{name}-{variant}") for variant in variants):
            return self.row("H3", name, "not built", "0.85", False)
        times = {}
        for variant in variants:
            for turn, result in ((run[2], result) for run, result in results.items() if run[:2] == (name, variant)):
                found = [float(time) * {"s": 1e3, "ms": 1, "us": 1e-3}[unit] for time, unit in TIME.findall(result.text)]
                wrong = result.status != 0 or "PASS" not in result.text or "FAIL" in result.text
                if wrong or len(found) != PAIRS[name][0]:
                    return self.row("H3", name, f"{variant}: status {result.status}, " +
                                    ("does not verify" if wrong else f"{len(found)} times"), "0.85", False)
                times.setdefault(variant, []).append(found)
        if len(variants) == 1:
            return self.row("H3", name, f"verifies; {sum(times['sycl'][0]):.3f} ms; nvcc: no GPU", "0.85")
        # Each kernel's time is the smaller one of the turns.
        best = {variant: [min(column) for column in zip(*times[variant])] for variant in variants}
        parts = [cuda / sycl for cuda, sycl in zip(best["cuda"], best["sycl"])]
        ratio = geometric_mean(parts)
        detail = ", ".join(f"{part:.2f}" for part in parts) + "; " if len(parts) > 1 else ""
        self.row("H3", name, f"verify; {ratio:.3f} ({detail}{sum(best['sycl']):.3f} ms, nvcc {sum(best['cuda']):.3f})",
                 "0.85", ratio >= 0.85)
        return ratio


class BabelStream(Step):
    """BabelStream, USM and accessors beside its CUDA variant, and a prime number of items"""
    title, wanted = "BabelStream", "0.99 of CUDA; prime 0.97"
    SYCL = {"sycl2020-usm": "USM", "sycl2020-acc": "accessors"}

    def missing(self):
        return None if self.options.babelstream else "not run: --babelstream names no checkout"

    def build(self):
        source, session = self.options.babelstream.resolve(), self.session
        flags = f"-fsycl-targets={session.target}" + (" " + " ".join(session.arch_words()) if session.has_gpu else "")
        for model in self.SYCL:
            folder = session.out / "babelstream" / model
            session.build(model, [
                "cmake", "-S", source, "-B", folder, f"-DMODEL={model}", "-DSYCL_COMPILER=DPCPP",
                f"-DSYCL_COMPILER_DIR={session.falx.parent.parent / 'lib/falx/drop-in'}", f"-DCXX_EXTRA_FLAGS={flags}"],
                ["cmake", "--build", folder])
        if session.has_gpu:
            folder = session.out / "babelstream/cuda"
            session.build("babelstream-cuda", [
                "cmake", "-S", source, "-B", folder, "-DMODEL=cuda", f"-DCMAKE_CUDA_COMPILER={session.nvcc}",
                f"-DCUDA_ARCH={self.options.arch}"], ["cmake", "--build", folder])

    def throughput(self, model, size, turn):
        """MBytes/s of each function; a text if it failed."""
        program = self.session.out / "babelstream" / model / f"{model}-stream"
        result = self.session.run(f"H4.{model}.{size}.{turn}", [program, "--arraysize", size, "--numtimes",
                                                                10 if self.options.trial else 100], 60)
        found = {name: numbers_after(result.text, rf"(?m)^{name} +(\S+)") for name in FUNCTIONS}
        if result.status != 0 or "Validation failed" in result.text or not all(found.values()):
            return f"status {result.status}: {result.text.strip()[-120:]}"
        return {name: numbers[0] for name, numbers in found.items()}

    def run(self):
        even, prime = (1 << 20, 1048573) if self.options.trial else (1 << 27, 134217689)
        models = [model for model in self.SYCL if self.session.built(model)]
        sides = [(model, size) for model in models for size in (even, prime)]
        if self.session.has_gpu and self.session.built("babelstream-cuda"):
            sides.insert(0, ("cuda", even))
        found = {side: [] for side in sides}
        for turn in range(1 if self.options.trial else 3):
            for side in sides:
                found[side].append(self.throughput(*side, turn))
        for model, label in self.SYCL.items():
            if model not in models:
                self.row("H4", label, "not built", "", False)
                continue
            self.compare(f"{label} / CUDA", found[model, even], found.get(("cuda", even)), 0.99)
            self.compare(f"{label}, {prime} items / {even}", found[model, prime], found[model, even], 0.97)

    def compare(self, what, ours, theirs, limit):
        wrong = [turn for turn in [*ours, *(theirs or [])] if isinstance(turn, str)]
        if wrong or not theirs:
            return self.row("H4", what, wrong[0] if wrong else "CUDA: no GPU, or not built", f"{limit}",
                            False if wrong or self.session.has_gpu else None)
        ratios = {name: statistics.median(turn[name] for turn in ours) / statistics.median(turn[name] for turn in theirs)
                  for name in FUNCTIONS}
        best = max(turn["Triad"] for turn in ours) / 1e3
        self.row("H4", what, f"{geometric_mean(ratios.values()):.3f} (" +
                 ", ".join(f"{name} {ratio:.3f}" for name, ratio in ratios.items()) + f"; Triad {best:.0f} GB/s)",
                 f"{limit}", geometric_mean(ratios.values()) >= limit)


STEPS = {"H3": Pairs, "H4": BabelStream}
