"""Brings in the compilers and runtimes that Falx is compared with: ISPC out of Debian 13's packages
and Intel's OpenCL CPU runtime out of PyPI. They are unpacked in a cache of their own
($FALX_BENCH_CACHE, else ~/.cache/falx-bench) and installed nowhere. Each function answers None,
and says why, where the peer cannot be had.
"""
import os
import shutil
import subprocess
import sys
from pathlib import Path

CACHE = Path(os.environ.get("FALX_BENCH_CACHE", Path.home() / ".cache/falx-bench"))


def obtained(name, obtain):
    """CACHE/name, made by obtain(folder) where it is not there yet."""
    folder = CACHE / name
    if folder.exists():
        return folder
    print(f"bench: fetching {name} into {folder}", flush=True)
    partial = CACHE / (name + ".partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    try:
        obtain(partial)
    except (OSError, subprocess.SubprocessError) as error:
        print(f"bench: no {name} here: {error}", flush=True)
        detail = getattr(error, "stderr", None)
        if detail:
            print("bench: " + detail.strip().splitlines()[-1], flush=True)
        return None
    partial.rename(folder)
    return folder


def output(*command, **options):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=900, **options).stdout


def unpack(folder, packages, release=None):
    """Debian packages, those of `release` with all that they depend on, without installing them."""
    apt = []
    if release:
        mirror = output("apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages")
        mirror = next(line for line in mirror.splitlines() if line.rstrip("/").endswith("/debian"))
        state = folder / "apt"
        for part in ("lists/partial", "archives/partial"):
            (state / part).mkdir(parents=True)
        (state / "list").write_text(f"deb {mirror} {release} main\n")
        apt = ["-o", f"Dir::Etc::sourcelist={state / 'list'}", "-o", "Dir::Etc::sourceparts=-",
               "-o", f"Dir::State::lists={state / 'lists'}", "-o", f"Dir::Cache={state}"]
        output("apt-get", *apt, "update")
        closure = output("apt-cache", *apt, "depends", "--recurse", "--no-recommends",
                         "--no-suggests", "--no-conflicts", "--no-breaks", "--no-replaces",
                         "--no-enhances", *packages)
        packages = sorted({line for line in closure.splitlines() if line[0].isalnum()})
    output("apt-get", *apt, "download", *packages, cwd=folder)
    for archive in folder.glob("*.deb"):
        output("dpkg", "-x", archive, folder)
        archive.unlink()
    shutil.rmtree(folder / "apt", ignore_errors=True)


def ispc():
    """The command that starts ISPC; with Debian 13's C library where it comes from there."""
    if shutil.which("ispc"):
        return ["ispc"]
    folder = obtained("ispc", lambda folder: unpack(folder, ["ispc"], "trixie"))
    if not folder:
        return None
    libraries = next(folder.glob("usr/lib/*-linux-gnu"))
    return [next(libraries.glob("ld-linux*")), "--library-path", libraries, folder / "usr/bin/ispc"]


def ispc_target():
    flags = Path("/proc/cpuinfo").read_text().split("flags", 1)[-1].split("\n", 1)[0].split()
    for flag, target in (("avx512_fp16", "avx512spr-x16"), ("avx512bw", "avx512skx-x16"),
                         ("avx2", "avx2-i32x8")):
        if flag in flags:
            return target
    return "sse4-i32x4"


def intel_opencl():
    """A folder with include/CL and lib/ with Intel's OpenCL runtime and loader."""
    def obtain(folder):
        output(sys.executable, "-m", "venv", folder / "venv")
        # The runtime needs the compiler's libraries but does not say so.
        output(folder / "venv/bin/python", "-m", "pip", "install", "intel-opencl-rt",
               "intel-cmplr-lib-rt")
        unpack(folder, ["opencl-c-headers"])
        (folder / "include").symlink_to("usr/include")
        (folder / "lib").symlink_to("venv/lib")
    return obtained("intel-opencl", obtain)
