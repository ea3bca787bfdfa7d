#!/usr/bin/env python3
"""Builds the site: build.py ROOT BUILD makes BUILD/site of the documents in ROOT/docs; './falx site' calls it.

Pages are docs/guide/ first, then a reference made of the sources (reference.py), then the other documents. A
link to a file of the repository that is no document brings the file along. Warnings are errors, dead links
among them, and check.py looks at the links, anchors and resources of what was built."""
import pathlib
import re
import shutil
import subprocess
import sys

import check
import reference

GUIDE = ["first-program", "memory", "kernels", "cpu", "gpu", "libraries", "device-globals", "debugging",
         "from-cuda", "from-dpcpp", "from-adaptivecpp"]
# What users look up; the other documents are about how Falx is made.
TOPICS = ["status", "install", "tools", "debugging", "checker", "tracing", "diagnostics", "kernel-attributes",
          "sub-groups", "specialization", "kernel-compiler", "device-globals", "device-linking", "graphs",
          "images", "math", "stream", "sub-devices", "weak-objects", "forward-progress", "interoperability",
          "isa-variants", "cross-compiling", "opencl", "cuda", "cuda-adapter", "compile-time", "caches",
          "c-api", "python", "mpi", "sycl-libraries", "integration", "performance", "conformance", "dependencies"]
SPHINX = "/usr/bin/sphinx-build"  # Debian's, whatever python3 comes first on PATH
SHARED = pathlib.Path("/usr/share")  # where Debian's theme takes /javascript from


def toctree(caption, pages):
    """A list of pages for the side of the site, which the page itself does not show."""
    return "\n".join(["", "```{toctree}", ":hidden:", f":caption: {caption}", "", *pages, "```", ""])


def outside_code(text, change):
    """The text, changed where it is no fenced block."""
    parts = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
    return "".join(part if index % 2 else change(part) for index, part in enumerate(parts))


def bring_files(text, document, root, source):
    """The text with links to files outside docs/ turned into ones to copies of them."""
    def link(match):
        target, anchor = match.group(1), match.group(2) or ""
        path = (document.parent / target).resolve()
        if target.endswith("guide/index.md"):
            path = None
        elif path.is_relative_to(root / "docs") or not path.is_relative_to(root):
            return match.group(0)
        levels = len(document.relative_to(root / "docs").parts) - 1
        if path is None:
            return f"]({'../' * levels}index.md{anchor})"
        name = path.relative_to(root)
        if path.suffix == ".md" and path.is_file():
            name = pathlib.Path(path.name)
            (source / name).write_text(path.read_text(encoding="utf-8").replace("](docs/", "]("), encoding="utf-8")
            return f"]({'../' * levels}{name}{anchor})"
        if path.is_dir():
            raise SystemExit(f"{document}: error: the site has no folders to link to: {target}")
        copy = source / "files" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
        return f"]({'../' * levels}files/{name})"

    return outside_code(text, lambda prose: re.sub(r"\]\(([^)#: ]+)(#[^)]*)?\)", link, prose))


def collect(root, source):
    """Fills the folder that Sphinx reads."""
    shutil.rmtree(source, ignore_errors=True)
    (source / "_static").mkdir(parents=True)
    shutil.copy(root / "docs/site/conf.py", source)
    shutil.copy(root / "docs/site/falx.css", source / "_static")
    shutil.copy(root / "docs/site/falx.svg", source / "_static")
    for path in sorted((root / "docs").rglob("*")):
        target = source / path.relative_to(root / "docs")
        if path.suffix == ".svg":
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
        elif path.suffix == ".md" and path != root / "docs/guide/index.md":
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(bring_files(path.read_text(encoding="utf-8"), path, root, source), encoding="utf-8")
    pages = reference.write(root, source / "reference")
    others = sorted(path.stem for path in (root / "docs").glob("*.md") if path.stem not in TOPICS)
    if (source / "CHANGELOG.md").exists():
        others.insert(0, "CHANGELOG")
    index = (root / "docs/guide/index.md").read_text(encoding="utf-8")
    index = outside_code(index, lambda prose: re.sub(r"\]\((?!\.\./|https?:)", "](guide/", prose)
                         .replace("](../", "]("))
    index += toctree("Guide", [f"guide/{page}" for page in GUIDE])
    index += toctree("Reference", [f"reference/{page}" for page in pages])
    index += toctree("Topics", TOPICS) + toctree("How Falx is made", others)
    index = "---\nhide-toc: true\n---\n\n" + index  # it has no sections
    (source / "index.md").write_text(index, encoding="utf-8")


def bundle(static):
    """Makes the theme's files complete. Debian's are those of a theme before its bundler has run: a style sheet
    that a server of Debian's would have, and a script that imports another one, which no page's script may."""
    for sheet in static.glob("styles/*.css"):
        text = sheet.read_text(encoding="utf-8")
        sheet.write_text(re.sub(r"@import url\(/(javascript/[^)]+)\);",
                                lambda name: (SHARED / name.group(1)).read_text(encoding="utf-8"), text),
                         encoding="utf-8")
    for script in static.glob("scripts/*.js"):
        text = script.read_text(encoding="utf-8")
        script.write_text(re.sub(r'^import (\w+) from "\./([^"]+)";$',
                                 lambda name: (script.parent / name.group(2)).read_text(encoding="utf-8"), text,
                                 flags=re.M), encoding="utf-8")


def main():
    root, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    source, site = build / "site-source", build / "site"
    if not pathlib.Path(SPHINX).exists():
        raise SystemExit("build.py: error: Sphinx is missing; './falx site' installs it (python3-sphinx, furo, "
                         "python3-myst-parser)")
    collect(root, source)
    shutil.rmtree(site, ignore_errors=True)
    subprocess.run([SPHINX, "-q", "-n", "-W", "--keep-going", "-b", "html", "-d", build / "site-doctrees", source,
                    site], check=True)
    bundle(site / "_static")
    if not check.check(site):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
