#!/usr/bin/env python3
"""Checks the #include lines of a source tree against the table of folders in docs/architecture.md.

arrows.py ROOT reports every include that the table does not allow, and every cycle of folders, and
exits 1 if there is one.

The table's first column names a folder: `a/` stands for its files and for those of subfolders that
have no row of their own, `a/…` for everything below, which counts as one folder. The last column names
what files of that row may include beside each other: `a/` the files of that row, `a/…` everything
below a, or single files.
"""
import pathlib
import re
import sys

TABLE = "docs/architecture.md"
HEADER = "| folder | holds | may include |"
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
SUFFIXES = {".c", ".h", ".hpp", ".cpp", ".def"}
ALL = "…"


def fail(message):
    sys.exit(f"arrows.py: error: {message}")


def read_table(root):
    """Folder to names it may include, and the folders that count as one with all below."""
    try:
        lines = (root / TABLE).read_text(encoding="utf-8").splitlines()
        start = lines.index(HEADER)
    except (OSError, ValueError):
        fail(f"{TABLE} has no table that begins with '{HEADER}'")
    rows, whole = {}, set()
    for number, line in enumerate(lines[start + 2:], start + 3):
        if not line.startswith("|"):
            break
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) != 3:
            fail(f"{TABLE}:{number}: {len(cells)} columns instead of 3")
        name = cells[0].strip("`")
        folder = name.rstrip(ALL).rstrip("/")
        if folder in rows or not (root / folder).is_dir():
            fail(f"{TABLE}:{number}: '{folder}/' " +
                 ("has two rows" if folder in rows else "is no folder"))
        if name.endswith(ALL):
            whole.add(folder)
        rows[folder] = re.findall(r"`([^`]+)`", cells[2])
    for folder, names in rows.items():
        for name in names:
            if not (root / name.rstrip(ALL)).exists():
                fail(f"{TABLE}: '{folder}/' may include '{name}', which is not there")
    return rows, whole


def row_of(path, rows):
    """The row of a file or folder: that of the nearest folder above that has one."""
    for folder in [path, *pathlib.PurePosixPath(path).parents]:
        if str(folder) in rows:
            return str(folder)
    return None


def is_allowed(target, row, rows):
    home = row_of(target, rows)
    if home == row:
        return True
    for name in rows[row]:
        if name.endswith(ALL):
            if target.startswith(name.rstrip(ALL)):
                return True
        elif name.endswith("/"):
            if home == name.rstrip("/"):
                return True
        elif target == name:
            return True
    return False


def node_of(path, rows, whole):
    """What counts as one folder in the search for cycles."""
    row = row_of(path, rows)
    return row if row in whole else str(pathlib.PurePosixPath(path).parent)


def resolve(root, source, quote, name):
    """The file that an include line means, relative to root; None for one that is not ours."""
    folders = [source.parent, root, root / "include"] if quote == '"' else [root / "include"]
    for folder in folders:
        path = (folder / name).resolve()
        if path.is_file() and root in path.parents:
            return path.relative_to(root).as_posix()
    return None


def find_includes(root, rows):
    """(file, line, target) of each include line of ours."""
    for top in sorted({folder.split("/")[0] for folder in rows}):
        for source in sorted((root / top).rglob("*")):
            path = source.relative_to(root).as_posix()
            if source.suffix not in SUFFIXES:
                continue
            if not row_of(path, rows):
                fail(f"{TABLE} has no row for the folder of {path}")
            text = source.read_text(encoding="utf-8", errors="replace")
            for match in INCLUDE.finditer(text):
                target = resolve(root, source, *match.groups())
                if target:
                    yield path, text.count("\n", 0, match.start(2)) + 1, target


def find_cycle(graph):
    """Folders of one cycle in order, or None."""
    done = set()

    def visit(folder, way):
        if folder in way:
            return way[way.index(folder):] + [folder]
        if folder not in done:
            for following in sorted(graph.get(folder, ())):
                cycle = visit(following, way + [folder])
                if cycle:
                    return cycle
            done.add(folder)
        return None

    for folder in sorted(graph):
        cycle = visit(folder, [])
        if cycle:
            return cycle
    return None


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    rows, whole = read_table(root)
    wrong, graph, count = 0, {}, 0
    for path, line, target in find_includes(root, rows):
        count += 1
        row = row_of(path, rows)
        if not is_allowed(target, row, rows):
            print(f"{path}:{line}: error: {row}/ may not include {target}; it may include "
                  f"{', '.join([row + '/'] + rows[row])} ({TABLE})")
            wrong += 1
        source, goal = node_of(path, rows, whole), node_of(target, rows, whole)
        if source != goal:
            graph.setdefault(source, {}).setdefault(goal, f"{path}:{line}: includes {target}")
    if not count:
        fail(f"no include line of ours found below {root}")
    cycle = find_cycle(graph)
    if cycle:
        print(f"error: folders include each other: {' -> '.join(cycle)}")
        for source, goal in zip(cycle, cycle[1:]):
            print(f"  {graph[source][goal]}")
        wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
