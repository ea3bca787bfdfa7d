"""What the steps share: commands with limits and logs, builds in parallel, the table."""
import collections
import math
import os
import re
import shlex
import shutil
import signal
import statistics
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent.parent
CUDA = "nvptx64-nvidia-cuda"

# is_right: None where nothing was judged
Row = collections.namedtuple("Row", "line what measured wanted is_right")
Result = collections.namedtuple("Result", "status text seconds")  # status: None if it was ended at its limit


def geometric_mean(numbers):
    return math.exp(statistics.mean(map(math.log, numbers)))


class Session:
    def __init__(self, options):
        self.options, self.rows = options, []
        self.end = time.monotonic() + options.limit
        self.falx = options.falx.resolve() / "bin/falx++"
        self.target = options.target or (CUDA if options.device.startswith("cuda") else "native_cpu")
        self.has_gpu = self.target == CUDA
        self.out = options.out.resolve()
        self.programs = self.out / "programs"
        self.programs.mkdir(parents=True, exist_ok=True)
        self.nvcc = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")
        self.environment = dict(os.environ, ONEAPI_DEVICE_SELECTOR=options.device)
        if options.clang:
            self.environment["FALX_CLANG"] = str(options.clang)
        if self.nvcc:
            self.environment["PATH"] += os.pathsep + str(Path(self.nvcc).parent)
        self.pool = ThreadPoolExecutor(options.jobs)
        self.builds, self.lock = {}, threading.Lock()

    def machine(self):
        query = self.run("machine", ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"], 20)
        said = self.run("falx-ls", [self.falx.parent / "falx-ls", "--why"], 30)
        gpus = query.text.strip().replace("\n", "; ") if query.status == 0 else "no nvidia-smi"
        return f"{gpus}; {len(os.sched_getaffinity(0))} processors\n{said.text.strip()}"

    def left(self):
        return self.end - time.monotonic()

    # ---- Commands ----

    def run(self, name, command, limit, folder=None, on_line=None, **environment):
        """Runs it with a limit; its log is OUT/NAME.log. on_line(line) is told of each line when it is written."""
        command = list(map(str, command))
        log = self.out / (name.replace("/", "-") + ".log")
        began, limit = time.monotonic(), max(1, min(limit, self.left()))
        try:
            process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                       stderr=subprocess.STDOUT, start_new_session=True,
                                       env={**self.environment, **environment})
        except OSError as error:
            log.write_text(f"{shlex.join(command)}\n{error}\n")
            return Result(127, str(error), 0)
        ended = []

        def end():
            ended.append(True)
            os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(limit, end)
        timer.start()
        lines = []
        for line in process.stdout:
            lines.append(line.decode(errors="replace"))
            if on_line:
                on_line(lines[-1])
        status = process.wait()
        timer.cancel()
        text = "".join(lines)
        log.write_text(f"{shlex.join(command)}\n{text}" + (f"ended after {limit:.0f} s\n" if ended else ""))
        return Result(None if ended else status, text, time.monotonic() - began)

    # ---- Builds: all steps' in one pool, before anything is measured ----

    def build(self, name, *commands, folder=None, limit=240, **environment):
        """Starts the commands, one after the other; built(name) waits for them."""
        def all_of():
            for command in commands:
                result = self.run("build-" + name, command, limit, folder, **environment)
                if result.status != 0:
                    break
            return result
        with self.lock:
            if name not in self.builds:
                self.builds[name] = self.pool.submit(all_of)

    def built(self, name):
        return self.builds[name].result().status == 0

    def finish_builds(self):
        for build in self.builds.values():
            build.result()

    def falx_words(self, level="-O3"):
        words = [self.falx, "-fsycl", "-std=c++17", level, f"-fsycl-targets={self.target}"]
        return words + (self.arch_words() if self.has_gpu else [])

    def arch_words(self):
        return [f"-Xsycl-target-backend={CUDA}", f"--offload-arch={self.options.arch}"]

    def build_falx(self, name, *sources, words=(), level="-O3"):
        self.build(name, [*self.falx_words(level), *sources, *words, "-o", self.programs / name])

    def build_nvcc(self, name, *sources, words=()):
        self.build(name, [self.nvcc, "-std=c++17", "-O3", f"-arch={self.options.arch}", *sources, *words, "-o",
                          self.programs / name])

    # ---- The table ----

    def row(self, line, what, measured, wanted="", is_right=None):
        measured = " ".join(str(measured).split())
        self.rows.append(Row(line, what, measured if len(measured) < 400 else measured[:400] + "...", wanted, is_right))
        print("|", " | ".join(self.cells(self.rows[-1])), "|", flush=True)

    @staticmethod
    def cells(row):
        return row.line, row.what, row.measured, row.wanted, {None: "-", True: "yes", False: "NO"}[row.is_right]

    def write_table(self):
        heading = "line", "what", "measured", "wanted", "met"
        rows = [heading, *map(self.cells, sorted(self.rows, key=lambda row: row.line))]
        widths = [max(len(row[i]) for row in rows) for i in range(len(heading))]
        rows.insert(1, tuple("-" * width for width in widths))
        text = "\n".join("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |"
                         for row in rows) + "\n"
        (self.out / "table.txt").write_text(text)
        return text


class Step:
    """A step: built first, then run. Its docstring's first line is what --list says."""
    title = wanted = ""
    measures = True  # by the clock, with nothing beside it
    priority = 0     # of those that do not measure: lower ones first
    skipped = None

    def __init__(self, session):
        self.session, self.options = session, session.options

    def missing(self):
        """Why it cannot run here; None."""
        return None

    def build(self):
        pass

    def run(self):
        raise NotImplementedError

    def row(self, line, what, measured, wanted="", is_right=None):
        self.session.row(line, what, measured, wanted, is_right)


def numbers_after(text, pattern):
    """All numbers that group 1 of the pattern finds."""
    return [float(found) for found in re.findall(pattern, text)]
