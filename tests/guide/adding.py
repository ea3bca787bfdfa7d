#!/usr/bin/env python3
"""adding.py BUILD: does what docs/adding-a-pass.md and docs/adding-a-target.md say, in a copy of the sources, and runs
the tests that they show. Compiled is only what their lines change; the rest is the build's. Drivers and CMake, which
get a line each as well, are left out. 77: the tests need lit, or the build's commands are not ninja's."""
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from sessions import blocks

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = "falx-opt", "falx-post-link"


def run(command, folder):
    """Its output; ends with what it says if it fails."""
    result = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            timeout=300, check=False)
    if result.returncode:
        sys.exit(f"adding.py: {' '.join(map(str, command))} ends with {result.returncode}:\n{result.stdout}")
    return result.stdout


def put_behind(path, begin, added):
    """Adds a line behind the one that begins so."""
    lines = path.read_text().split("\n")
    at = next((n for n, line in enumerate(lines, 1) if line.startswith(begin)), None)
    if at is None:
        sys.exit(f"adding.py: {path} has no '{begin}'")
    path.write_text("\n".join([*lines[:at], added, *lines[at:]]))


def files_of(page):
    for _, marks, _, lines in blocks((ROOT / "docs" / page).read_text()):
        for mark in marks:
            if mark.startswith("file: "):
                yield mark[len("file: "):], "\n".join(lines) + "\n"


def line_of(page, path):
    """What the page's table has for the file."""
    return re.search(rf"^\| `{re.escape(path)}` \| `([^`]*)`", (ROOT / "docs" / page).read_text(), re.M).group(1)


def steps_of(text, name):
    return re.search(r"fxc_%s_steps\[\] = \{\n(.*?)\};" % name, text, re.S).group(1).split("\n")


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    lit = shutil.which("lit", path="/usr/lib/llvm-22/bin") or shutil.which("lit")
    if not (build / "build.ninja").exists() or not lit:
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        for part in ("compiler", "include", "support", "tools"):
            shutil.copytree(ROOT / part, work / part)
        added = dict(files_of("adding-a-pass.md")) | dict(files_of("adding-a-target.md"))
        steps = added.pop("steps")
        for name, text in added.items():
            path = work / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        pipeline = work / "compiler/pipeline/pipeline.c"
        theirs = steps_of(pipeline.read_text(), "spir64")
        theirs = [step for step in theirs if "decorate_device_globals" not in step]
        if steps_of(steps, "spirv12") != theirs:
            sys.exit("adding.py: docs/adding-a-target.md: not spir64's steps without decorate-device-globals:\n" +
                     "\n".join(theirs))
        nvptx64 = "fxc_steps fxc_nvptx64_steps"
        pipeline.write_text(pipeline.read_text().replace(nvptx64, f"{steps}\n{nvptx64}"))
        for page, name, begin in (("adding-a-pass.md", "compiler/passes.def", "FXC_PASS(lower_kernels"),
                                  ("adding-a-target.md", "compiler/targets.def", "FXC_TARGET(spir64)"),
                                  ("adding-a-target.md", "include/falx/image.h", "#define FALX_TARGET_SPIR64")):
            put_behind(work / name, begin, line_of(page, name))

        # What lists all passes or all targets, counts them, or is new.
        sources = ["compiler/registry.c", "compiler/target.c", "compiler/pipeline/pipeline.c",
                   *(str(path.relative_to(work)) for path in sorted((work / "compiler/verify").glob("*.c"))),
                   *(name for name in added if name.endswith(".c"))]
        commands = run(["ninja", "-t", "commands", *TOOLS], build).split("\n")
        like = next(one for one in commands if "/compiler/pipeline/pipeline.c" in one)
        words = [word.replace(f"-I{ROOT}", f"-I{work}") if word in (f"-I{ROOT}", f"-I{ROOT}/include") else word
                 for word in shlex.split(like)]
        dependencies = words.index("-MD")  # -MD -MT OBJECT -MF FILE
        del words[dependencies:dependencies + 5]
        objects = []
        for source in sources:
            objects.append(str(work / source.replace("/", "-").replace(".c", ".o")))
            words[words.index("-o") + 1], words[-1] = objects[-1], str(work / source)
            run(words, build)
        (work / "bin").mkdir()
        for tool in TOOLS:
            link = shlex.split(next(one for one in commands if f"-o bin/{tool} " in one).replace("&&", ""))[1:]
            at = link.index("-o")
            link[at:at + 2] = ["-o", str(work / "bin" / tool), *objects]
            run([word for word in link if word != ":"], build)
        shutil.copy(ROOT / "tests/passes/lit.cfg.py", work / "tests/passes/lit.cfg.py")
        tests = [name for name in added if name.endswith(".ll")]
        print(run([lit, "-v", "--param", "bin=bin", *tests], work))


main()
