"""Where the files of this installation are: of a wheel in a folder of the package, else in the tree around it."""

import pathlib


def prefix() -> pathlib.Path:
    """The tree as 'cmake --install' makes it."""
    here = pathlib.Path(__file__).resolve().parent
    for folder in (here / "_prefix", *here.parents[:5]):
        if (folder / "bin" / "falx++").exists():
            return folder
    raise FileNotFoundError(f"no falx++ in a tree around {here}: use the package of an installation")


def bin_dir() -> pathlib.Path:
    """Where falx++ and the tools are."""
    return prefix() / "bin"


def cmake_dir() -> pathlib.Path:
    """What CMake's Falx_DIR is to be."""
    return library_dir() / "cmake" / "Falx"


def include_dir() -> pathlib.Path:
    """Where <sycl/sycl.hpp>'s folder is."""
    return prefix() / "include"


def library_dir() -> pathlib.Path:
    """Where libfalx.so is."""
    return prefix() / "lib"
