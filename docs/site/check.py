#!/usr/bin/env python3
"""Looks at a site that was built: check.py SITE. Each link within it leads to a page that is there, and to an
anchor of it; pages load no file from another host, so that the site works offline, and their style sheets and
scripts nothing that is not there."""
import html.parser
import pathlib
import re
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    """The anchors, links and loaded files of a page."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.loaded = set(), set(), set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.anchors.update(values[key] for key in ("id", "name") if values.get(key))
        if tag == "a" and values.get("href"):
            self.links.add(values["href"])
        elif tag == "link" and values.get("rel") in ("stylesheet", "icon", "preload"):
            self.loaded.add(values.get("href", ""))
        elif values.get("src"):
            self.loaded.add(values["src"])


def loaded_by(path):
    """What a style sheet or a script loads. A script of a page that imports does not run at all."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".js":
        return set(re.findall(r'^import .* from "([^"]+)"', text, flags=re.M))
    return {name.strip("'\"") for name in re.findall(r"url\(([^)]+)\)", text)}


def check(site):
    """Prints what is wrong with the site; returns whether nothing is."""
    site = pathlib.Path(site).resolve()
    pages = {path: Page(path) for path in site.rglob("*.html")}
    wrong = 0 if pages else 1
    for path, page in sorted(pages.items()):
        for link in sorted(page.links | page.loaded):
            parts = urllib.parse.urlsplit(link)
            problem = None
            if parts.scheme or parts.netloc:
                if link in page.loaded and parts.scheme != "data":
                    problem = "loads a file from elsewhere"
            else:
                target = path if not parts.path else (path.parent / urllib.parse.unquote(parts.path)).resolve()
                anchor = urllib.parse.unquote(parts.fragment)
                if not target.is_file():
                    problem = "no such file"
                elif anchor and target in pages and anchor not in pages[target].anchors:
                    problem = "no such anchor"
            if problem:
                print(f"{path.relative_to(site)}: error: {problem}: {link}", file=sys.stderr)
                wrong += 1
    for path in sorted([*site.rglob("*.css"), *site.rglob("*.js")]):
        for name in sorted(loaded_by(path)):
            if not name.startswith("data:") and (path.suffix == ".js" or not (path.parent / name).is_file()):
                print(f"{path.relative_to(site)}: error: loads what a page cannot: {name}", file=sys.stderr)
                wrong += 1
    return wrong == 0


if __name__ == "__main__":
    sys.exit(0 if check(sys.argv[1]) else 1)
