#!/bin/sh
# docs/tools.md: falx-ls --json has devices, why they are offered or not, versions and settings.
. "$(dirname "$0")/lib.sh"
ok python3 "$here/list.py" "$prefix/bin/falx-ls"
finish
