#!/usr/bin/env python3
"""What pair.py reads out of outputs that are made up, and says of such times."""
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parent.parent))
from pair import Program, Run, better, judge, read_programs, run_of
from session import Result

KERNELS = Program("a", "us", r"time of kernel\d:", ["10"])


def verified(*times):
    return Run("verified", list(times))


class Outputs(unittest.TestCase):
    def test_table(self):
        programs = read_programs()
        self.assertGreaterEqual(len(programs), 30)
        for program in programs.values():
            re.compile(program.before)
            self.assertIn(program.unit, ("wall", "s", "ms", "us", "ns"))

    def test_times_of_kernels_in_milliseconds(self):
        text = "time of kernel1: 1500.0 (us)\ntime of host: 9 (us)\ntime of kernel2: 2e+03 (us)\nPASS\n"
        self.assertEqual(run_of(KERNELS, Result(0, text, 3.0)), verified(1.5, 2.0))

    def test_wall_time(self):
        program = KERNELS._replace(unit="wall")
        self.assertEqual(run_of(program, Result(0, "done\n", 3.0)), Run("silent", [3000.0]))

    def test_status_and_limit(self):
        self.assertEqual(run_of(KERNELS, Result(1, "PASS\n", 3.0)).verdict, "wrong")
        self.assertEqual(run_of(KERNELS, Result(None, "PASS\n", 3.0)).verdict, "slow")


class Judgement(unittest.TestCase):
    def test_least_of_rounds(self):
        self.assertEqual(better(verified(1, 4), verified(2, 3)), verified(1, 3))
        self.assertEqual(better(verified(1), Run("wrong", [1])).verdict, "wrong")

    def test_ratio(self):
        self.assertEqual(judge(verified(2), verified(3)),
                         ("1.50; 2 ms, OpenMP 3; verified, OpenMP verified", 1.5, True))
        text, ratio, is_right = judge(verified(2, 1), verified(1, 1))
        self.assertEqual(text, "0.71* (0.50, 1.00); 3 ms, OpenMP 2; verified, OpenMP verified")
        self.assertIs(is_right, False)

    def test_no_comparison(self):
        self.assertEqual(judge(verified(1), Run("wrong", [1])),
                         ("no comparison: verified, OpenMP wrong", None, None))
        self.assertEqual(judge(Run("wrong", [1]), verified(1)), ("wrong, OpenMP verified", None, False))
        self.assertIs(judge(verified(1, 2), verified(1))[2], False)


if __name__ == "__main__":
    unittest.main()
