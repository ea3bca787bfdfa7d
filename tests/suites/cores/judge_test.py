#!/usr/bin/env python3
"""What judge.py and plot.py say of times that are made up."""
import sys
import unittest
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parent.parent))
from judge import Comparison, worst_size
from plot import svg


def comparison(times, checks=None):
    """times: {kernel: {threads: (Falx's ms, OpenMP's)}}."""
    made = Comparison("omp")
    for kernel, counts in times.items():
        for threads, pair in counts.items():
            for side, ms in zip(("sycl", "omp"), pair):
                made.add(kernel, threads, side, [ms], (checks or {}).get((kernel, side), 7.0))
    return made


class Kernels(unittest.TestCase):
    def test_ratios_marks_and_scaling(self):
        text, is_right = comparison({"a": {1: (16, 32), 16: (2, 1.8)}}).describe("a", [1, 16])
        self.assertEqual(text, "1: 2.00 (16 ms)  16: 0.90* (2 ms); scaling 8.0, 17.8 <")
        self.assertIs(is_right, False)

    def test_noise_is_no_loss(self):
        text, is_right = comparison({"a": {1: (10, 9.6), 4: (2.5, 2.5)}}).describe("a", [1, 4])
        self.assertEqual(text, "1: 0.96 (10 ms)  4: 1.00 (2.5 ms); scaling 4.0, 3.8")
        self.assertIs(is_right, True)

    def test_median_of_all_rounds(self):
        made = comparison({"a": {1: (1, 4)}})
        made.add("a", 1, "sycl", [2, 100], 7.0)
        self.assertEqual(made.ratio("a", 1), 2.0)

    def test_different_results(self):
        made = comparison({"a": {1: (1, 2)}}, {("a", "omp"): 7.1})
        self.assertEqual(made.describe("a", [1]), ("DIFFERENT RESULTS [7.0, 7.1]", False))

    def test_failures_are_no_part_of_the_mean(self):
        made = comparison({"a": {1: (1, 4)}, "b": {1: (1, 1)}, "c": {1: (1, 0.25)}})
        made.fail("c", "sycl: not built")
        self.assertEqual(made.describe("c", [1]), ("sycl: not built", False))
        self.assertEqual(made.summary(1, 2.0, 0.95), ("2.00 of 2; 0 below 0.95, lowest 1.00 (b)", True))

    def test_mean_and_lowest(self):
        made = comparison({"a": {1: (1, 8)}, "b": {1: (2, 1)}})
        self.assertEqual(made.summary(1, 2.0, 0.95), ("2.00 of 2; 1 below 0.95, lowest 0.50 (b)", False))
        self.assertEqual(made.summary(4, 2.0, 0.95), ("not measured", None))
        self.assertEqual(made.describe("a", [4]), ("not measured", None))


class Sizes(unittest.TestCase):
    def test_worst_size(self):
        self.assertEqual(worst_size({64: 100, 128: 150, 256: 90}, {64: 100, 128: 100, 256: 180}), (128, 1.5))
        self.assertEqual(worst_size({64: 100}, {}), (None, None))

    def test_svg_has_each_curve(self):
        text = svg("n", "ns", [("one", "#000", True, {64: 100.0, 128: 900.0}), ("all", "#f00", False, {64: 2e6})])
        self.assertEqual(text.count("<polyline"), 2)
        self.assertIn(">1e7<", text)
        self.assertIn(">all<", text)


if __name__ == "__main__":
    unittest.main()
