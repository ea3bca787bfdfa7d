"""The reference of the site, made of the sources: options (driver/main.c, driver/options.def), settings
(runtime/common/settings.def, driver/main.c), diagnostics (docs/diagnostics.md, include/falx/status.def) and the
C API (include/falx/falx.h, include/falx/arguments.h). What cannot be read is an error."""
import re

import c_header

LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')


def unescape(text):
    """A C string literal's characters, of the escapes that the sources use."""
    return text.replace(r"\n", "\n").replace(r"\"", '"').replace(r"\\", "\\")


def join_literals(text):
    """Adjacent string literals as one text."""
    return "".join(unescape(part) for part in LITERAL.findall(text))


def cell(text):
    """Text for a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")


def help_text(root):
    """What falx++ --help prints."""
    source = (root / "driver/main.c").read_text(encoding="utf-8")
    match = re.search(r"static const char help\[\] =(.*?);\n", source, re.S)
    if not match:
        raise SystemExit("driver/main.c: error: no text of --help for the reference")
    return join_literals(match.group(1))


def listed_options(text):
    """(spellings, explanation) of each entry of --help."""
    entries = []
    for line in text.split("\n"):
        match = re.match(r"  (-\S.*?)(?:  +|   )(\S.*)$|  (-\S.*)$", line)
        if match:
            entries.append([match.group(1) or match.group(3), match.group(2) or ""])
        elif entries and line.startswith(" " * 10):
            entries[-1][1] += " " + line.strip()
        elif entries and not line.strip():
            break
    return entries


def options(root):
    text = help_text(root)
    table = (root / "driver/options.def").read_text(encoding="utf-8")
    groups, known = [], {}
    for match in re.finditer(r'/\*(.*?)\*/|OPTION\("(.*?)", (\w+), (\w+), (\w+)\)', table, re.S):
        if match.group(1):
            groups.append((" ".join(match.group(1).replace("*", " ").split()), []))
        else:
            known[match.group(2)] = match.group(5)
            groups[-1][1].append((match.group(2), match.group(3), match.group(5)))
    entries = listed_options(text)
    listed = set()
    lines = ["# Options of falx++", "",
             "`falx++` is clang++ with SYCL: every option that is not on this page is clang's, and works as there.",
             "", "## What `falx++ --help` lists", "", "| option | does |", "|---|---|"]
    for spelling, meaning in entries:
        for word in re.findall(r"-[-\w#]+=?", spelling):
            option = next((o for o in (word, word.rstrip("="), word + "=") if o in known), None)
            listed.add(option)
            if word.startswith("-f") and not option:
                raise SystemExit(f"driver/options.def: error: --help lists {word}, which is no option")
        lines.append(f"| `{spelling}` | {cell(meaning)} |")
    lines += ["", "## Accepted beside them", "",
              "Of the driver's table, by its groups; `…` stands for a value. *No effect*: one warning names all such"
              " options. *Refused*: an error, because leaving the option out would change a result.", ""]
    for title, members in groups:
        rest = [(spelling, form, action) for spelling, form, action in members if spelling not in listed
                and action != "UNKNOWN_SYCL"]
        if not rest or title.startswith("Every option"):
            continue
        lines += [f"### {title[0].upper()}{title[1:]}", "", "| option | |", "|---|---|"]
        for spelling, form, action in rest:
            note = {"NO_EFFECT": "no effect", "NOT_YET": "refused"}.get(action, "")
            value = {"JOINED": "…", "SEPARATE": " …", "EITHER": " …"}.get(form, "")
            lines.append(f"| `{spelling}{value}` | {note} |")
        lines.append("")
    return lines


def settings(root):
    table = (root / "runtime/common/settings.def").read_text(encoding="utf-8")
    entries = re.findall(r'FALX_SETTING\(\w+, "(\w+)", ([01]),\s*((?:"(?:[^"\\]|\\.)*"\s*)+),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)',
                         table)
    if len(entries) != table.count("\nFALX_SETTING("):
        raise SystemExit("runtime/common/settings.def: error: not every setting can be read for the reference")
    lines = ["# Settings", "",
             "Environment variables. `falx-ls --settings` prints those of programs with their values; variables"
             " marked † are ignored in set-user-ID programs.", "", "## Of programs", "",
             "| variable | means | where it is unset |", "|---|---|---|"]
    for name, secure, default, meaning in entries:
        lines.append(f"| `{name}`{' †' if secure == '1' else ''} | {cell(join_literals(meaning))} |"
                     f" {cell(join_literals(default))} |")
    environment = help_text(root).split("\nEnvironment: ")
    if len(environment) != 2:
        raise SystemExit("driver/main.c: error: --help says nothing of the environment")
    own = " ".join(environment[1].split())
    own = re.sub(r"\b(FALX_\w+|TMPDIR)\b", r"`\1`", own)
    lines += ["", "## Of falx++", "", own, ""]
    return lines


def diagnostics(root):
    source = (root / "docs/diagnostics.md").read_text(encoding="utf-8")
    found = re.findall(r"^- `(\S+?):[^`]*?error: (.*)`$", source, re.M)
    statuses = re.findall(r'^FALX_STATUS\((\w+), *(\w+), *"(.*?)"\)',
                          (root / "include/falx/status.def").read_text(encoding="utf-8"), re.M)
    if not found or not statuses:
        raise SystemExit("docs/diagnostics.md: error: no diagnostics for the reference")
    lines = ["# Diagnostics", "", "## Of device code, when a program is linked", "",
             "Each with the place, the line and the chain of calls from a kernel;"
             " [what to do about them](../diagnostics.md).", ""]
    lines += [f"- `{message}`" for message in sorted(set(message for _, message in found))]
    lines += ["", "## Mistakes that are caught while compiling or running", ""]
    section = source.split("## Frequent mistakes", 1)
    if len(section) != 2:
        raise SystemExit("docs/diagnostics.md: error: no table of frequent mistakes for the reference")
    for line in section[1].split("\n"):
        if line.startswith("|"):
            lines.append("|".join(line.split("|")[:3]) + "|")
    lines += ["", "## Status codes of the runtime", "",
              "What a call of the C API returns, and the `errc` of the `sycl::exception` that it becomes in C++.",
              "", "| `falx_status` | `sycl::errc` | text |", "|---|---|---|"]
    lines += [f"| `FALX_{name}` | `{errc}` | {cell(text)} |" for name, errc, text in statuses]
    lines.append("")
    return lines


def c_api(root):
    arguments = (root / "include/falx/arguments.h").read_text(encoding="utf-8")
    head = re.match(r"/\*(.*?)\*/", arguments, re.S)
    if not head:
        raise SystemExit("include/falx/arguments.h: error: no head comment for the reference")
    lines = ["# The C API", "", "What `<falx/falx.h>` declares, with its comments; [how to use it](../c-api.md).",
             ""]
    lines += c_header.describe((root / "include/falx/falx.h").read_text(encoding="utf-8"), "falx.h")
    lines += ["## Arguments of kernels: `<falx/arguments.h>`", "", "```c", head.group(0), "```", ""]
    return lines


def write(root, folder):
    """Writes the pages; returns their names."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = {"options": options, "settings": settings, "diagnostics": diagnostics, "c-api": c_api}
    for name, page in pages.items():
        (folder / f"{name}.md").write_text("\n".join(page(root)) + "\n", encoding="utf-8")
    return list(pages)
