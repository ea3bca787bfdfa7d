#!/usr/bin/env python3
"""Pages as a person sees them: the site, the page of falx-prof --html and, with a checkout of
github.com/catapult-project/catapult, the timeline in the viewer of chrome://tracing.

  pages.py BUILD FOLDER [CATAPULT]

Each is opened in headless Chromium in a window of a desktop and in one of a phone: it has its heading, nothing is
wider than the window, nothing is missing and no script fails; the search of the site finds what is typed; every
command of the program is in the picture. Screenshots are left in FOLDER. 77: no Chromium.
"""
import contextlib
import functools
import http.server
import json
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

from browser import Browser

ROOT = Path(__file__).resolve().parent.parent.parent
WINDOWS = {"desktop": (1280, 900, False), "phone": (390, 844, True)}
failures = 0


def check(holds, what):
    global failures
    if not holds:
        print(f"FAILED: {what}")
        failures += 1


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextlib.contextmanager
def served(folder):
    """The address of a server of the folder's files on this machine."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def look(browser, address, name, shots, heading):
    """Opens a page in each window."""
    for window, size in WINDOWS.items():
        browser.open(address, *size)
        where = f"{name}, {window}"
        shown = browser.value("document.querySelector('h1')?.innerText ?? ''")
        check(heading in shown, f"{where}: the heading is '{shown}'")
        # On a phone a page that does not fit makes the window's layout wider.
        widest = browser.value("Math.max(document.documentElement.scrollWidth, innerWidth)")
        check(widest <= size[0], f"{where}: {widest} pixels wide in a window of {size[0]}")
        check(not browser.problems, f"{where}: {browser.problems}")
        browser.screenshot(shots / f"{name}-{window}.png")


def look_at_site(browser, shots, work):
    if not os.access("/usr/bin/sphinx-build", os.X_OK):  # Debian's, as docs/site/build.py wants it
        print("no Sphinx: the site was not looked at")
        return
    subprocess.run([sys.executable, ROOT / "docs/site/build.py", ROOT, work], check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    with served(work / "site") as address:
        for page, heading in (("index", "Falx"), ("guide/first-program", "The first program"),
                              ("guide/cpu", "Performance on CPUs"), ("guide/kernels", "Kernels and groups"),
                              ("reference/options", "Options"), ("reference/c-api", "The C API"),
                              ("install", "Installing Falx")):
            look(browser, f"{address}/{page}.html", page.replace("/", "-"), shots, heading)
        for window, size in WINDOWS.items():
            browser.open(f"{address}/index.html", *size)
            browser.value("document.querySelector('input[name=q]').value = 'group_barrier';"
                          "document.querySelector('input[name=q]').form.submit()")
            browser.wait("location.pathname.endsWith('search.html') && document.readyState == 'complete'")
            browser.wait("document.querySelector('#search-results').innerText.includes('Search finished')")
            browser.wait("document.querySelectorAll('ul.search li').length == "
                         "document.querySelectorAll('ul.search li p.context').length")
            found = browser.value("[...document.querySelectorAll('ul.search li a')].map(a => a.href)")
            for page in "guide/kernels.html", "checker.html":
                check(any(page in link for link in found), f"search, {window}: {page} is not among {found}")
            check(not browser.problems, f"search, {window}: {browser.problems}")
            browser.screenshot(shots / f"search-{window}.png")
        # The theme's button for light and dark.
        browser.open(f"{address}/index.html", *WINDOWS["desktop"])
        light = browser.value("getComputedStyle(document.body).backgroundColor")
        for _ in range(2):  # automatic, light, dark in some order
            browser.value("document.querySelector('.theme-toggle').click()")
            dark = browser.value("getComputedStyle(document.body).backgroundColor")
            if dark != light:
                break
        check(dark != light, "the button for light and dark does nothing")
        browser.screenshot(shots / "index-dark.png")


def make_profile(build, work):
    """The timeline of a program and falx-prof's page of it."""
    subprocess.run([build / "bin/falx++", "-fsycl", "-O2", "-fsycl-native-isa=baseline",
                    ROOT / "tests/flows/inputs/timeline.cpp", "-o", work / "app"], check=True)
    trace, page = work / "timeline.json", work / "profile.html"
    subprocess.run([build / "bin/falx-prof", "-o", trace, "--html", page, work / "app"], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   env={**os.environ, "ONEAPI_DEVICE_SELECTOR": "native_cpu:*"})
    events = json.loads(trace.read_text())
    return page, trace, [event for event in events if event["ph"] in "Xi"]


def look_at_profile(browser, shots, page, events):
    look(browser, page.as_uri(), "falx-prof", shots, "app")
    commands = [event for event in events if "waited_ns" in event.get("args", {})]
    bars = browser.value("[...document.querySelectorAll('svg rect')].filter(r => r.getBoundingClientRect().width > 0"
                         " && r.getBoundingClientRect().height > 0).length")
    check(bars >= len(commands) > 5, f"falx-prof: {bars} bars for {len(commands)} commands")
    rows = browser.value("[...document.querySelectorAll('table tr td:first-child')].map(d => d.innerText)")
    for name in {event["name"] for event in commands}:
        check(any(name.endswith(row.strip()) for row in rows), f"falx-prof: {name} is not among {rows}")


def look_at_timeline(browser, shots, trace, events, catapult, work):
    viewer = work / "viewer.html"
    subprocess.run([sys.executable, catapult / "tracing/bin/trace2html", trace, "--output", viewer], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    browser.open(viewer.as_uri(), 1280, 900)
    view = "document.querySelector('tr-ui-timeline-view')"
    browser.wait(f"{view} && {view}.model && {view}.model.bounds.max > 0")
    warnings = browser.value(f"{view}.model.importWarnings.map(w => w.type + ': ' + w.message)")
    check(not warnings, f"chrome://tracing: {warnings}")
    names = browser.value(f"[...{view}.model.getDescendantEvents()].filter(e => e instanceof tr.model.Slice)"
                          ".map(e => e.title)")
    check(sorted(names) == sorted(event["name"] for event in events),
          f"chrome://tracing: {len(names)} slices of {len(events)}")
    arrows = browser.value(f"{view}.model.flowEvents.length")
    check(arrows > 5, f"chrome://tracing: {arrows} arrows")
    browser.value(f"{view}.trackView.setInitialViewport_()")
    browser.screenshot(shots / "tracing.png")


def main():
    build, shots = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    catapult = Path(sys.argv[3]) if len(sys.argv) > 3 else None
    if not shutil.which("chromium"):
        print("skipped: no chromium")
        return 77
    work = shots / "work"
    work.mkdir(parents=True, exist_ok=True)
    shots, work = shots.resolve(), work.resolve()
    page, trace, events = make_profile(build, work)
    with Browser() as browser:
        look_at_profile(browser, shots, page, events)
        look_at_site(browser, shots, work)
        if catapult:
            look_at_timeline(browser, shots, trace, events, catapult, work)
        else:
            print("no checkout of catapult: the timeline was not opened")
    return failures > 0


sys.exit(main())
