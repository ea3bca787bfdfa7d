"""What a comparison's numbers mean: medians, ratios, scaling, marks. Nothing is run here."""
import statistics

from session import geometric_mean

NOISE = 0.95


class Comparison:
    """The times of kernels by (kernel, threads, side), side one of "sycl" and another."""

    def __init__(self, other):
        self.other, self.times, self.checks, self.failures = other, {}, {}, {}

    def add(self, kernel, threads, side, times, check):
        self.times.setdefault((kernel, threads, side), []).extend(times)
        self.checks.setdefault(kernel, []).append(check)

    def fail(self, kernel, why):
        self.failures.setdefault(kernel, why)

    def ms(self, kernel, threads, side):
        times = self.times.get((kernel, threads, side))
        return statistics.median(times) if times else None

    def ratio(self, kernel, threads):
        ours, others = self.ms(kernel, threads, "sycl"), self.ms(kernel, threads, self.other)
        return others / ours if ours and others else None

    def ratios(self, threads):
        kernels = sorted({kernel for kernel, _, _ in self.times} - set(self.failures))
        return {kernel: ratio for kernel in kernels if (ratio := self.ratio(kernel, threads)) is not None}

    def scaling(self, kernel, threads, side):
        """Of a side, from the fewest threads to the most."""
        first, last = self.ms(kernel, threads[0], side), self.ms(kernel, threads[-1], side)
        return first / last if first and last else None

    def has_same_results(self, kernel):
        checks = self.checks.get(kernel, [])
        return all(abs(check - checks[0]) <= 1e-3 * abs(checks[0]) for check in checks)

    def describe(self, kernel, threads):
        """What the table says of a kernel, and whether that is as wanted; None: nothing was compared."""
        if kernel in self.failures:
            return self.failures[kernel], False
        if not self.has_same_results(kernel):
            return f"DIFFERENT RESULTS {sorted(set(self.checks[kernel]))}", False
        found = [(count, self.ratio(kernel, count)) for count in threads]
        found = [(count, ratio) for count, ratio in found if ratio is not None]
        if not found:
            return "not measured", None
        text = "  ".join(f"{count}: {ratio:.2f}{'*' if ratio < NOISE else ''} ({self.ms(kernel, count, 'sycl'):.3g} ms)"
                         for count, ratio in found)
        ours, others = (self.scaling(kernel, threads, side) for side in ("sycl", self.other))
        if len(threads) > 1 and ours and others:
            text += f"; scaling {ours:.1f}, {others:.1f}{' <' if ours < 0.9 * others else ''}"
        return text, all(ratio >= NOISE for _, ratio in found)

    def summary(self, threads, wanted_mean, least):
        """The same of all kernels at one number of threads."""
        ratios = self.ratios(threads)
        if not ratios:
            return "not measured", None
        mean, worst = geometric_mean(ratios.values()), min(ratios, key=ratios.get)
        below = sum(ratio < least for ratio in ratios.values())
        return (f"{mean:.2f} of {len(ratios)}; {below} below {least}, lowest {ratios[worst]:.2f} ({worst})",
                mean >= wanted_mean and below == 0)


def worst_size(all_threads, one_thread):
    """The size at which a curve is highest above the better of one thread and all, and how many times it is."""
    over = {n: time / min(time, one_thread[n]) for n, time in all_threads.items() if n in one_thread}
    return max(over.items(), key=lambda pair: pair[1]) if over else (None, None)
