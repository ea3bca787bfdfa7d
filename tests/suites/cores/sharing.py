"""K4: host threads, programs and limits that share the processors."""
import os
import re
import statistics
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cores import CoresStep

SIDES = ("sycl", "omp")
NAMES = {"sycl": "Falx", "omp": "OpenMP"}
# A kernel that computes, one that moves memory, one of short steps.
PROBLEMS = (("nbody", "default"), ("triad", "default"), ("saxpy", "65536"))


class Submit(CoresStep):
    """host threads that submit at the same time, each to its own queue: bench/cores/submit.sycl.cpp"""
    title, wanted, seconds = "host threads that submit", "16 threads: 10 times one", 12
    KINDS = {"task": "tasks in order", "wait": "1,024 items, waited for", "add": "65,536 additions, waited for"}

    def build(self):
        self.session.build_program("cores/submit.sycl.cpp")

    def run(self):
        most, rates = self.options.threads[-1], {}
        for turn in range(1 if self.options.trial else 3):
            result = self.session.run_program(f"K4.submit.{turn}", "submit.sycl",
                                              [20 if self.options.trial else 400, 1, most], most, 30)
            found = re.findall(r"(?m)^submit (\S+) (\d+) (\d+)", result.text)
            if result.status != 0 or not found:
                return self.row("K4", self.title, f"status {result.status}: {result.text.strip()[-160:]}", self.wanted,
                                False)
            for kind, threads, rate in found:
                rates.setdefault((kind, int(threads)), []).append(float(rate))
        rates = {key: statistics.median(values) for key, values in rates.items()}
        for kind, words in self.KINDS.items():
            one, all_of = rates[kind, 1], rates[kind, most]
            least = 0.625 * most if kind != "add" else 1  # additions have all processors to begin with
            self.row("K4", f"{most} host threads, {words}", f"{all_of / one:.1f} times one's launches ({one / 1e3:.0f} and "
                     f"{all_of / 1e3:.0f} thousand a second)", f"{least:.1f}", self.judged(all_of >= least * one))


class Problems(CoresStep):
    """Programs of bench/kernels beside OpenMP's."""
    def build(self):
        for name, _ in PROBLEMS:
            for side in SIDES:
                self.session.build_program(f"kernels/{name}.{side}.cpp")

    def ms(self, log, name, side, n, threads, **options):
        arguments = ["1024" if self.options.trial else n, "3" if self.options.trial else "300ms"]
        return self.median_ms(f"K4.{log}.{name}.{side}", f"{name}.{side}", arguments, threads, 20, **options)

    def compare(self, what, name, n, figures, most):
        """figures(side): the undisturbed time, then (words, time) of each other way."""
        words, over = [], 0
        for side in SIDES:
            alone, others = figures(side)
            if side == "sycl":
                over = max(time / alone for _, time in others)
            words.append(f"{NAMES[side]} {alone:.3g} ms, " + ", ".join(
                f"{label} {time / alone:.2f} times" for label, time in others))
        self.row("K4", f"{what}: {name}, n {n}", "; ".join(words), f"at most {most} times", self.judged(over <= most))


class Programs(Problems):
    """two programs side by side, each with all threads, beside one alone"""
    title, wanted, seconds = "two programs side by side", "at most 2.5 times one alone", 10

    def run(self):
        most = self.options.threads[-1]
        for name, n in PROBLEMS:
            def figures(side):
                alone = self.ms("alone", name, side, n, most)
                with ThreadPoolExecutor(2) as pool:
                    both = list(pool.map(lambda i: self.ms(f"both{i}", name, side, n, most), range(2)))
                return alone, [("two at once", max(both))]
            self.compare("two programs", name, n, figures, 2.5)


class Affinity(Problems):
    """a quarter of the processors by affinity, for as many threads and for all"""
    title, wanted, seconds = "few processors by affinity", "at most 1.5 times as many threads as processors", 14

    def run(self):
        most = self.options.threads[-1]
        few = max(1, most // 4)
        for name, n in PROBLEMS:
            def figures(side):
                return (self.ms("few", name, side, n, few),
                        [("by itself", self.ms("itself", name, side, n, 0, cpus=few)),
                         (f"{most} threads", self.ms("many", name, side, n, most, cpus=few))])
            self.compare(f"{few} of {most} processors", name, n, figures, 1.5)


class Quota(Problems):
    """a control group's quota of a quarter of the processors, beside as many by affinity"""
    title, wanted, seconds = "a control group's quota", "at most 1.5 times as many processors", 14

    def run(self):
        most = self.options.threads[-1]
        few = max(1, most // 4)
        try:
            group = Group(few)
        except OSError as error:
            return self.row("K4", self.title, f"not run: no control group can be made: {error}", self.wanted)
        try:
            for name, n in PROBLEMS:
                def figures(side):
                    return (self.ms("few", name, side, n, few),
                            [("by itself", self.ms("quota", name, side, n, 0, cpus=most, prepare=group.enter)),
                             (f"{most} threads", self.ms("quota-many", name, side, n, most, prepare=group.enter))])
                self.compare(f"quota of {few} processors", name, n, figures, 1.5)
        finally:
            group.remove()


class Group:
    """A control group, of version 2 or 1, with a quota of so many processors."""

    def __init__(self, processors):
        mine = dict(line.split(":", 2)[1:] for line in Path("/proc/self/cgroup").read_text().splitlines())
        root = Path("/sys/fs/cgroup")
        if (root / "cgroup.controllers").exists():
            parent = root / mine.get("", "/").lstrip("/")
            quota = ("cpu.max", f"{processors * 100000} 100000")
            if "cpu" not in (parent / "cgroup.subtree_control").read_text().split():
                (parent / "cgroup.subtree_control").write_text("+cpu")
        else:
            controller = next((name for name in mine if "cpu" in name.split(",")), "cpu")
            parent = next((folder for folder in (root / controller / mine.get(controller, "/").lstrip("/"),
                                                 root / controller, root / "cpu") if folder.is_dir()), root / "cpu")
            quota = ("cpu.cfs_quota_us", f"{processors * 100000}")
        self.folder = parent / f"falx-cores-{os.getpid()}"
        self.folder.mkdir()
        try:
            (self.folder / quota[0]).write_text(quota[1])
            self.enter_test()
        except OSError:
            self.remove()
            raise

    def enter_test(self):
        """Whether a process may enter at all: a child's error would be no OSError of ours."""
        child = os.fork()
        if child == 0:
            try:
                self.enter()
            except OSError as error:
                os._exit(error.errno or 1)
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status:
            raise OSError(status, os.strerror(status), str(self.folder))

    def enter(self):
        (self.folder / "cgroup.procs").write_text("0")

    def remove(self):
        try:
            self.folder.rmdir()
        except OSError:
            pass  # a process that is ending is in it for a moment more: an empty group does no harm


STEPS = {"K4.submit": Submit, "K4.programs": Programs, "K4.affinity": Affinity, "K4.quota": Quota}
