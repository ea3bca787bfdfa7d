"""make_wheel.py BUILD OUTPUT: a wheel of the tool chain in the folder BUILD, written to the folder OUTPUT.

Pure packaging, by 'cmake --install' and PyPA's wheel: the package falx with the tree beside its Python
files, and a command for each program. Wheels have no links: libfalx.so becomes a script for the linker,
and lib/falx/drop-in, which is links, stays out.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parent
NOT_COMMANDS = {"falx-specialize"}  # the runtime runs it

METADATA = """\
Metadata-Version: 2.1
Name: falx
Version: {version}
Summary: SYCL 2020 on stock clang
License: Apache-2.0 WITH LLVM-exception
Classifier: Programming Language :: C++
Classifier: Operating System :: POSIX :: Linux
Requires-Python: >=3.8
Provides-Extra: numpy
Requires-Dist: numpy; extra == "numpy"
Description-Content-Type: text/markdown

The tool chain of Falx: falx++ compiles SYCL 2020 programs with clang 22, which comes from the system
(on Debian: clang-22, libclang1-22, libcjson1), and `python -m falx` says where all is. The package falx
launches kernels from Python.
"""


def without_links(prefix: pathlib.Path) -> None:
    shutil.rmtree(prefix / "lib" / "falx" / "python")  # the package itself
    shutil.rmtree(prefix / "lib" / "falx" / "drop-in")
    library = prefix / "lib" / "libfalx.so"
    versioned = library.resolve()
    soname = next(path for path in library.parent.glob("libfalx.so.?") if path.resolve() == versioned)
    library.unlink()
    soname.unlink()
    versioned.rename(soname)
    for script in library.parent.glob(f"{versioned.name}-gdb.py"):  # gdb looks for it by the file's name
        script.rename(library.parent / f"{soname.name}-gdb.py")
    library.write_text(f"INPUT({soname.name})\n")
    for link in [path for path in prefix.rglob("*") if path.is_symlink()]:
        target = link.resolve()
        link.unlink()
        shutil.copy2(target, link)


def main() -> int:
    if len(sys.argv) != 3:
        print(__doc__.splitlines()[0], file=sys.stderr)
        return 1
    build, output = map(pathlib.Path, sys.argv[1:])
    cache = (build / "CMakeCache.txt").read_text()
    version = re.search(r"^CMAKE_PROJECT_VERSION:STATIC=(.+)$", cache, re.M).group(1)
    cmake = re.search(r"^CMAKE_COMMAND:INTERNAL=(.+)$", cache, re.M).group(1)
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    with tempfile.TemporaryDirectory() as stage:
        package = pathlib.Path(stage) / "falx"
        prefix = package / "_prefix"
        subprocess.run([cmake, "--install", build, "--prefix", prefix, "--strip"], check=True, stdout=sys.stderr)
        without_links(prefix)
        for file in (SOURCE / "falx").glob("*.py"):
            shutil.copy2(file, package)
        info = pathlib.Path(stage) / f"falx-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(METADATA.format(version=version))
        (info / "WHEEL").write_text(
            f"Wheel-Version: 1.0\nGenerator: falx\nRoot-Is-Purelib: false\nTag: py3-none-{platform}\n"
        )
        commands = sorted(path.name for path in (prefix / "bin").iterdir() if path.name not in NOT_COMMANDS)
        (info / "entry_points.txt").write_text(
            "[console_scripts]\n" + "".join(f"{name} = falx.__main__:tool\n" for name in commands)
        )
        shutil.copy2(SOURCE.parent / "LICENSE", info)
        output.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "wheel", "pack", "--dest-dir", output, stage], check=True, stdout=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
