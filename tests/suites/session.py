"""What cuda.sh, cores.sh and pairs.sh share: steps, commands with limits and logs, builds, the table."""
import collections
import math
import os
import re
import shlex
import shutil
import signal
import statistics
import subprocess
import sys
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

# is_right: None where nothing was judged
Row = collections.namedtuple("Row", "line what measured wanted is_right")
Result = collections.namedtuple("Result", "status text seconds")  # status: None if it was ended at its limit


def geometric_mean(numbers):
    return math.exp(statistics.mean(map(math.log, numbers)))


def chosen(script, steps, names):
    """Those of the steps that the words mean, in the steps' order: a word names a step or its first part."""
    def means(name, step):
        return step == name or step.startswith(name + ".")

    unknown = [name for name in names if not any(means(name, step) for step in steps)]
    if unknown:
        sys.exit(f"{script}: error: no step {', '.join(unknown)}; there are {', '.join(steps)}")
    return [step for step in steps if not names or any(means(name, step) for name in names)]


def listed(steps):
    return "\n".join(f"{name:16}{step.__doc__.splitlines()[0]}" for name, step in steps.items())


class Session:
    builds_here = True

    def __init__(self, script, options, **environment):
        self.script, self.options, self.rows = script, options, []
        self.end = time.monotonic() + options.limit
        if self.builds_here:
            if not options.falx or not os.access(options.falx / "bin/falx++", os.X_OK):
                sys.exit(f"{script}: error: --falx=PREFIX has to name a folder with bin/falx++")
            self.falx = options.falx.resolve() / "bin/falx++"
        self.out = options.out.resolve()
        self.programs = self.out / "programs"
        self.programs.mkdir(parents=True, exist_ok=True)
        self.environment = {**os.environ, **environment}
        if options.clang:
            self.environment["FALX_CLANG"] = str(options.clang)
        self.pool = ThreadPoolExecutor(options.jobs)
        self.builds, self.lock = {}, threading.Lock()

    def left(self):
        return self.end - time.monotonic()

    # ---- Commands ----

    def run(self, name, command, limit, folder=None, on_line=None, prepare=None, **environment):
        """Runs it with a limit; its log is OUT/NAME.log. on_line(line) is told of each line when it is written;
        prepare() is called in the new process."""
        command = list(map(str, command))
        log = self.out / (name.replace("/", "-") + ".log")
        began, limit = time.monotonic(), max(1, min(limit, self.left()))
        try:
            process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                       stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=prepare,
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

    # ---- Steps ----

    def build_steps(self, steps, names):
        """Steps of these names, out of {name: class}; built, except where something is missing."""
        made = []
        for name in names:
            step = steps[name](self)
            step.name, step.skipped = name, step.missing()
            if not step.skipped:
                step.build()
            made.append(step)
        self.finish_builds()
        return made

    def run_steps(self, steps):
        for step in steps:
            if not step.skipped and self.left() < 5:
                step.skipped = "no time was left"
            if step.skipped:
                self.row(step.name, step.title, step.skipped, step.wanted, None)
            else:
                try:
                    step.run()
                except Exception as error:  # a step's fault is no reason to lose the others
                    (self.out / f"{step.name}.exception").write_text(traceback.format_exc())
                    self.row(step.name, step.title, f"the script failed: {error!r}", step.wanted, False)
            self.write_table()

    def close(self):
        """The script's exit status. Programs are kept of a trial alone."""
        if not self.options.trial:
            shutil.rmtree(self.programs, ignore_errors=True)
        return any(row.is_right is False for row in self.rows)

    # ---- The table ----

    def row(self, line, what, measured, wanted="", is_right=None):
        self.add_row(line, what, measured, wanted, is_right)
        print("|", " | ".join(self.cells(self.rows[-1])), "|", flush=True)

    def add_row(self, line, what, measured, wanted="", is_right=None):
        measured = " ".join(str(measured).split())
        self.rows.append(Row(line, what, measured if len(measured) < 400 else measured[:400] + "...", wanted, is_right))

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
