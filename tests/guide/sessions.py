#!/usr/bin/env python3
"""Types what a page of the guide says, and compares what comes: sessions.py PAGE.md [--root ROOT] [--shell COMMAND].

A page consists of text and fenced blocks; an HTML comment in the line before a fence says what it is:

    <!-- file: NAME -->        the block is written to the file NAME
    <!-- from: NAME -->        its lines stand one behind the other in NAME, a file of the page or of ROOT
    <!-- status: N -->         the last command of this session ends with the status N; all others with 0
    <!-- numbers vary -->      numbers in the output are compared as numbers, not by their values
    <!-- any order -->         each line of the page is one of the output, in whatever order and with others
    <!-- not run: REASON -->   the session is not typed

A block of the language console is a session: lines that begin with '$ ' are commands, with '> ' their
continuation; what follows is the output, in which … stands for any text, and as a line alone for any lines. All
sessions of a page are typed into one shell, COMMAND (sh), in an empty folder or, with --shell, where that starts. Every
block of cpp, c, python and cmake has to be a file, or from one, so that no code of the guide is untried."""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

CODE = {"cpp", "c++", "c", "python", "cmake"}
SECONDS = 240  # for one command, on a machine that does something else as well


class Wrong(Exception):
    """What is wrong with a page, with the line."""


def blocks(text):
    """(line number, comments before it, language, lines) of each fenced block."""
    marks, language, lines, start = [], None, [], 0
    for number, line in enumerate(text.split("\n"), 1):
        if language is None:
            comment = re.fullmatch(r"<!-- (.*) -->", line.strip())
            if comment:
                marks.append(comment.group(1))
            elif line.startswith("```"):
                language, lines, start = line[3:].strip(), [], number
            elif line.strip():
                marks = []
        elif line == "```":
            yield start, marks, language, lines
            marks, language = [], None
        else:
            lines.append(line)
    if language is not None:
        raise Wrong(f"{start}: a block without an end")


def commands(number, lines):
    """(line number, command, expected output) of each command of a session."""
    found = []
    for offset, line in enumerate(lines, 1):
        if line.startswith("$ "):
            found.append([number + offset, line[2:], []])
        elif not found:
            raise Wrong(f"{number + offset}: output before the first command")
        elif line.startswith("> ") and not found[-1][2]:
            found[-1][1] += "\n" + line[2:]
        else:
            found[-1][2].append(line)
    return found


def pattern(expected, numbers_vary):
    """A regular expression for the output."""
    parts = []
    for line in expected:
        if line.strip() == "…":
            parts.append(r"(?:.*\n)*?")
            continue
        one = re.escape(line.rstrip()).replace("…", ".*?")
        if numbers_vary:
            one = re.sub(r"(?:\d+(?:\\\.\d+)?)(?:(?:\\ )(?:ns|us|ms|s)(?![a-z]))?",
                         r"\\d+(?:\\.\\d+)?(?: (?:ns|us|ms|s))?", one)
            one = re.sub(r"(?:\\ )+", lambda m: r" *" if len(m.group(0)) > 2 else r" +", one)
        parts.append(one + r" *\n")
    return "".join(parts)


class Shell:
    """A shell that commands are typed into, one after the other."""
    MARK = "falx-guide-command-ended"

    def __init__(self, command, folder, environment=None):
        self.process = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, shell=isinstance(
                                            command, str))
        self.send("status=0")

    def send(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def type(self, command):
        """Runs it; returns its output and status."""
        # $? is what the command before left, as for somebody who types.
        self.send(f"(exit $status)\n{{ {command}\n}} </dev/null 2>&1; status=$?; printf '\\n{self.MARK} %d\\n' $status")
        output = []
        timer = threading.Timer(SECONDS, self.process.kill)
        timer.start()
        try:
            for line in self.process.stdout:
                if line.startswith(self.MARK):
                    text = "".join(output)
                    return (text[:-1] if text.endswith("\n") else text), int(line.split()[1])
                output.append(line)
        finally:
            timer.cancel()
        raise Wrong(f"the shell ended, or {SECONDS} s were not enough: {''.join(output)}")

    def write(self, name, lines):
        """Makes a file, by the shell, which may be in another root."""
        folder = f"mkdir -p '{pathlib.PurePath(name).parent}' && "
        text = "\n".join(lines)
        _, status = self.type(f"{folder}cat >'{name}' <<'falx-guide-file'\n{text}\nfalx-guide-file")
        if status != 0:
            raise Wrong(f"cannot write {name}")


def run_session(shell, number, marks, lines):
    """Types a session; complains about the first thing that is not as the page says."""
    wanted_status = next((int(mark.split(": ")[1]) for mark in marks if mark.startswith("status: ")), 0)
    typed = commands(number, lines)
    for index, (line, command, expected) in enumerate(typed):
        output, status = shell.type(command)
        wanted = wanted_status if index == len(typed) - 1 else 0
        if status != wanted:
            raise Wrong(f"{line}: '{command}' ends with status {status}, not {wanted}, and says:\n{output}")
        if output and not output.endswith("\n"):
            output += "\n"
        vary = "numbers vary" in marks
        if "any order" in marks:
            is_same = all(re.search("^" + pattern([one], vary), output, re.M) for one in expected if one.strip())
        else:
            is_same = re.fullmatch(pattern(expected, vary), output)
        if not is_same:
            raise Wrong(f"{line}: '{command}' says:\n{output}and the page says:\n" + "\n".join(expected))
    return len(typed)


def stands_in(lines, text):
    """Whether the lines stand in the text one behind the other, however far they are indented."""
    wanted = [line.strip() for line in lines if line.strip()]
    there = [line.strip() for line in text.split("\n") if line.strip()]
    return any(there[i:i + len(wanted)] == wanted for i in range(len(there)))


def run(page, root, shell):
    """Goes through a page; returns how many files and commands it has."""
    files, count = {}, 0
    for number, marks, language, lines in blocks(page.read_text(encoding="utf-8")):
        named = next((mark.split(": ", 1) for mark in marks if mark.startswith(("file: ", "from: "))), None)
        if named and named[0] == "file":
            files[named[1]] = "\n".join(lines)
            shell.write(named[1], lines)
        elif named:
            text = files.get(named[1])
            if text is None:
                text = (root / named[1]).read_text(encoding="utf-8")
            if not stands_in(lines, text):
                raise Wrong(f"{number}: these lines are not in {named[1]}")
        elif language == "console":
            if not any(mark.startswith("not run: ") for mark in marks):
                count += run_session(shell, number, marks, lines)
        elif language in CODE:
            raise Wrong(f"{number}: code that is neither a file nor from one")
    return len(files), count


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2])
    parser.add_argument("--shell", default="sh")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        shell = Shell(arguments.shell, folder)
        try:
            files, count = run(arguments.page, arguments.root, shell)
        except Wrong as wrong:
            print(f"{arguments.page}:{wrong}", file=sys.stderr)
            sys.exit(1)
        finally:
            shell.process.stdin.close()
            try:
                shell.process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                shell.process.kill()
    print(f"{arguments.page.name}: {files} files, {count} commands")


if __name__ == "__main__":
    main()
