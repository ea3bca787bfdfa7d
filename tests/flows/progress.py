"""progress.py PROGRAM COMPILER: PROGRAM has COMPILER compile a source. What it writes to a terminal
meanwhile, and that it writes nothing elsewhere or where it must not."""

import os
import pty
import select
import subprocess
import sys

PATIENCE_S = 100  # for what has to come


def read(terminal, until=None):
    """What comes to the terminal, up to a text or to the end."""
    said = b""
    while until is None or until not in said:
        assert select.select([terminal], [], [], PATIENCE_S)[0], f"{until} does not come after {said}"
        try:
            more = os.read(terminal, 4096)
        except OSError:  # the last program has closed it
            more = b""
        if not more:
            assert until is None, f"{until} is missing in {said}"
            break
        said += more
    return said


def main():
    program, compiler = map(os.path.abspath, sys.argv[1:])
    with open("slow", "w") as script:
        script.write(f'#!/bin/sh\nwhile [ ! -e "$FALX_TEST_GO" ]; do sleep 0.1; done\nexec "$FALX_TEST_THEN" "$@"\n')
    os.chmod("slow", 0o755)
    environment = {
        **os.environ,
        "FALX_COMPILER": os.path.abspath("slow"),
        "FALX_TEST_GO": os.path.abspath("go"),
        "FALX_TEST_THEN": compiler,
    }

    def start(where, **more):
        return subprocess.Popen([program], stdout=subprocess.DEVNULL, stderr=where, env={**environment, **more})

    terminal, other = pty.openpty()
    build = start(other, FALX_PROGRESS="1")
    os.close(other)
    said = read(terminal, b"\rfalx: compiling a source, 1 s") + read(terminal, b", 3 s")
    open("go", "w").close()
    said += read(terminal)
    assert build.wait() == 0
    lines = said.replace(b"\r\n", b"\n").split(b"\r")
    assert lines[0] == b"" and lines[-1] == b"" and lines[-2].strip() == b"", said  # wiped
    assert all(line.startswith(b"falx: compiling a source, ") for line in lines[1:-2]), said

    # Slow, and silent. The compiler goes on, and fails, when the program has had the time to write.
    for name, is_terminal in (("0", True), ("1", False)):
        os.remove("go")
        if is_terminal:
            terminal, other = pty.openpty()
        else:
            terminal, other = os.pipe()
        build = start(other, FALX_PROGRESS=name, FALX_TEST_THEN="false")
        os.close(other)
        assert not select.select([terminal], [], [], 1.5)[0], os.read(terminal, 4096)
        open("go", "w").close()
        assert read(terminal) == b"" and build.wait() == 1


main()
