"""Sessions of programs that run with so many threads on so many processors."""
import os
import shutil
import sys
from pathlib import Path

from session import Session


def topology():
    """The processors that we may use, one of each core first."""
    def siblings(cpu):
        path = Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list")
        return path.read_text().strip() if path.exists() else str(cpu)

    cpus, seen, order = sorted(os.sched_getaffinity(0)), {}, []
    for cpu in cpus:
        core = siblings(cpu)
        order.append((seen.get(core, 0), cpu))
        seen[core] = seen.get(core, 0) + 1
    return [cpu for _, cpu in sorted(order)], len(seen)


def numbers_of_threads(script, words):
    """The numbers in a list with commas; those above the number of processors are left out."""
    most = len(os.sched_getaffinity(0))
    counts = [count for count in sorted({int(count) for count in words.split(",")}) if 1 <= count <= most]
    if not counts:
        sys.exit(f"{script}: error: --threads has no number from 1 to {most}, "
                 "which is how many processors there are")
    return counts


class ProcessorSession(Session):
    """OpenMP's threads are bound, as Falx's are."""

    def __init__(self, script, options, **environment):
        super().__init__(script, options, OMP_PROC_BIND="true", OMP_PLACES="threads", **environment)
        self.cpus, self.cores = topology()

    def find_clang(self):
        named = self.options.clang or self.environment.get("FALX_CLANG")
        return str(named or shutil.which("clang++-22") or shutil.which("clang++") or
                   sys.exit(f"{self.script}: error: no clang++: name one with --clang=PATH"))

    def machine(self):
        name = "unknown processor"
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                name = line.split(":", 1)[1].strip()
        return f"{name}, {len(self.cpus)} processors of {self.cores} cores"

    def environment_for(self, threads):
        return {"OMP_NUM_THREADS": str(threads), "FALX_NUM_THREADS": str(threads)} if threads else {}

    def run_program(self, log, name, arguments, threads, limit, cpus=None, prepare=None, **options):
        """threads: 0 for what the program takes by itself. cpus: how many processors, else as many."""
        allowed = self.cpus[:cpus or threads]

        def place():
            os.sched_setaffinity(0, allowed)
            if prepare:
                prepare()
        return self.run(log, [self.programs / name, *arguments], limit, prepare=place,
                        **{**self.environment_for(threads), **options})
