"""python -m falx: prints where things are. Under the name of a tool, it becomes that tool."""

import argparse
import os
import pathlib
import subprocess
import sys

import falx


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m falx", description="Where the files of Falx are.")
    places = parser.add_mutually_exclusive_group()
    known = (
        ("--prefix", falx.prefix, "the installation"),
        ("--bin", falx.bin_dir, "falx++ and the tools"),
        ("--cmake-dir", falx.cmake_dir, "for CMake: -DFalx_DIR=$(python -m falx --cmake-dir)"),
        ("--include-dir", falx.include_dir, "the headers"),
        ("--library-dir", falx.library_dir, "libfalx.so"),
    )
    for option, place, what in known:
        places.add_argument(option, dest="place", action="store_const", const=place, help=what)
    places.add_argument("--version", action="store_true")
    options = parser.parse_args()
    if options.version:
        return subprocess.run([falx.bin_dir() / "falx-ls", "--version"]).returncode
    if options.place:
        print(options.place())
    else:
        for option, place, what in known:
            print(f"{option[2:] + ':':13} {place()}")
    return 0


def tool() -> int:
    """The program of the installation that is called as this command is."""
    program = falx.bin_dir() / pathlib.Path(sys.argv[0]).name
    try:
        os.execv(program, [str(program), *sys.argv[1:]])
    except OSError as error:
        print(f"falx: error: cannot run {program}: {error.strerror}; install the wheel again", file=sys.stderr)
        return 127


if __name__ == "__main__":
    try:
        sys.exit(main())
    except FileNotFoundError as error:
        sys.exit(f"falx: error: {error}")
