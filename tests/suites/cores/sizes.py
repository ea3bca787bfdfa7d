"""K3: the time of additions over their number, with one thread and with all."""
import re

import plot
from cores import CoresStep
from judge import worst_size

LIMIT = 1.1
COLORS = {"sycl": "#1f77b4", "omp": "#d95f02"}
NAMES = {"sycl": "Falx", "omp": "OpenMP"}


class Sizes(CoresStep):
    """c = a + b of 2^6 to 2^26 floats, submitted and waited for: sizes.csv and a plot

    Of the medians of several processes the least: one whose processor another program shares, is slower throughout."""
    title, wanted, seconds = "additions over size", f"none above {LIMIT} times the better", 75
    PAUSE_US = 300  # after which workers of either side sleep; OpenMP's do after 200 ms

    def build(self):
        for side in ("sycl", "omp"):
            self.session.build_program(f"cores/sizes.{side}.cpp")

    def run(self):
        counts = sorted({1, self.options.threads[-1]})
        curves = {}
        for pause in (0, self.PAUSE_US):
            for turn in range(1 if self.options.trial else 5):
                for threads in counts:
                    for side in ("sycl", "omp"):
                        self.one(curves, side, threads, pause, turn)
        curves = {key: {n: min(times) for n, times in curve.items()} for key, curve in curves.items()}
        self.save(curves, counts)
        for pause in (0, self.PAUSE_US):
            self.judge({key[:2]: curve for key, curve in curves.items() if key[2] == pause}, counts[-1], pause)

    def one(self, curves, side, threads, pause, turn):
        budget, exponent = (1, 12) if self.options.trial else (40 if pause else 12, 26)
        result = self.session.run_program(f"K3.{side}.{threads}.{pause}.{turn}", f"sizes.{side}",
                                          [budget, exponent, pause], threads, 40)
        found = re.findall(r"(?m)^size (\d+) (\d+)", result.text)
        if result.status != 0 or not found:
            return self.row("K3", f"{NAMES[side]}, {threads} threads", f"status {result.status}: "
                            f"{result.text.strip()[-160:]}", "", False)
        for n, ns in found:
            curves.setdefault((side, threads, pause), {}).setdefault(int(n), []).append(float(ns))

    def save(self, curves, counts):
        sizes = sorted({n for curve in curves.values() for n in curve})
        keys = sorted(curves)
        lines = [",".join(["n", *(f"{NAMES[side]} {threads} threads{f' rested {pause} us' if pause else ''} ns"
                                  for side, threads, pause in keys)])]
        lines += [",".join([str(n), *(f"{curves[key].get(n, 0):.0f}" for key in keys)]) for n in sizes]
        (self.session.out / "sizes.csv").write_text("\n".join(lines) + "\n")
        for pause in (0, self.PAUSE_US):
            plot.write(self.session.out / f"sizes{'-rested' if pause else ''}", "additions", "ns",
                       [(f"{NAMES[side]}, {threads} thread{'s'[threads == 1:]}", COLORS[side], threads == 1, curve)
                        for (side, threads, rested), curve in sorted(curves.items()) if rested == pause])

    def judge(self, curves, most, pause):
        rested = f", {pause} us of rest before each" if pause else ""
        for side in ("sycl", "omp"):
            if (side, most) in curves and (side, 1) in curves:
                n, over = worst_size(curves[side, most], curves[side, 1])
                wanted = f"at most {LIMIT}" if side == "sycl" else ""
                self.row("K3", f"{NAMES[side]}, {most} threads by the better of 1 and {most}{rested}",
                         f"{over:.2f} at {n}", wanted, self.judged(over <= LIMIT) if wanted else None)
        n = max((n for n in curves.get(("sycl", 1), {}) if n <= 65536), default=None)
        if n is None:
            return
        for side in ("sycl", "omp"):
            one, all_of = curves.get((side, 1), {}).get(n), curves.get((side, most), {}).get(n)
            if one and all_of:
                self.row("K3", f"{NAMES[side]}, {n} additions, {most} threads{rested}", f"{one / all_of:.2f} times one's "
                         f"speed ({one / 1e3:.1f} us alone, {all_of / 1e3:.1f})", "1.0" if side == "sycl" else "",
                         self.judged(one >= all_of) if side == "sycl" else None)
        ratios = {n: curves["omp", most][n] / ns for n, ns in curves.get(("sycl", most), {}).items()
                  if n in curves.get(("omp", most), {})}
        if ratios:
            least = min(ratios, key=ratios.get)
            self.row("K3", f"all sizes beside OpenMP, {most} threads{rested}", f"lowest {ratios[least]:.2f} at {least}")


STEPS = {"K3": Sizes}
