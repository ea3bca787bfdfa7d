#!/bin/sh
# The site is built without a warning: no dead link, no missing anchor, nothing loaded from elsewhere.
# site.sh ROOT BUILD. pages.py looks at it in a browser.
set -eu
root=$(cd "$1" && pwd)
work=$(cd "$2" && pwd)/tests/site
[ -x /usr/bin/sphinx-build ] || { echo 'skipped: no Sphinx (Debian: python3-sphinx, furo, python3-myst-parser)'; exit 77; }
rm -rf "$work"
mkdir -p "$work"
PYTHONDONTWRITEBYTECODE=1 "${FALX_PYTHON:-python3}" "$root/docs/site/build.py" "$root" "$work"
grep -q 'FALX_NUM_THREADS' "$work/site/reference/settings.html"
grep -q 'fsycl-check=' "$work/site/reference/options.html"
grep -q 'falx_export_launch' "$work/site/reference/c-api.html"
grep -q 'recursion' "$work/site/reference/diagnostics.html"
# The check sees what it is there for.
mkdir "$work/dead"
echo '<h1 id="a">x</h1><a href="#b">b</a><a href="c.html">c</a><script src="https://example.org/d.js"></script>' \
  >"$work/dead/index.html"
echo '@import url(/none.css);' >"$work/dead/style.css"
echo 'import A from "./a.js";' >"$work/dead/script.js"
said=$("${FALX_PYTHON:-python3}" "$root/docs/site/check.py" "$work/dead" 2>&1) && { echo 'FAILED: dead links pass'; exit 1; }
for part in 'no such anchor: #b' 'no such file: c.html' 'from elsewhere: https://example.org/d.js' \
  'style.css: error: loads what a page cannot: /none.css' 'script.js: error: loads what a page cannot: ./a.js'; do
  case $said in *"$part"*) ;; *) echo "FAILED: '$part' is missing in '$said'"; exit 1 ;; esac
done
