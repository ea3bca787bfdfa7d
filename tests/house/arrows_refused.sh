#!/bin/sh
# The arrow check refuses an include that the table does not allow and a cycle of folders, and names
# them; a table that is wrong, too.
set -eu
python=$1 arrows=$2
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

table() {
  {
    echo '| folder | holds | may include |'
    echo '|---|---|---|'
    printf '| `%s` | | %s |\n' "$@"
  } >"$tree/docs/architecture.md"
}
check() { output=$("$python" "$arrows" "$tree" 2>&1); }
fine() { check || { printf 'refused: %s\n' "$output" >&2; exit 1; }; }
refuses() {
  if check; then
    echo "accepted: $1" >&2
    exit 1
  fi
  case $output in
  *"$1"*) ;;
  *) printf 'unexpected: %s\n' "$output" >&2; exit 1 ;;
  esac
}

mkdir -p "$tree/runtime" "$tree/compiler/ir/deep" "$tree/compiler/passes" "$tree/support" "$tree/docs"
echo 'int x;' >"$tree/compiler/ir/loops.h"
echo 'int y;' >"$tree/support/arena.h"
printf '#include "support/arena.h"\n' >"$tree/runtime/fine.c"
table support/ '' runtime/ '`support/`' compiler/ '' compiler/ir/ '`compiler/`' compiler/passes/ '`compiler/ir/`'
fine
# A folder that the row does not name.
printf '#include <stdio.h>\n#include "compiler/ir/loops.h"\n' >"$tree/runtime/queue.c"
refuses 'runtime/queue.c:2: error: runtime/ may not include compiler/ir/loops.h'
# One file of it.
table support/ '' runtime/ '`support/`, `compiler/ir/loops.h`' compiler/ ''
fine
# A folder's name does not stand for subfolders that have rows; with an ellipsis it does.
table support/ '' runtime/ '`support/`, `compiler/`' compiler/ '' compiler/ir/ ''
refuses 'runtime/ may not include compiler/ir/loops.h'
table support/ '' runtime/ '`support/`, `compiler/…`' compiler/ '' compiler/ir/ ''
fine
# A cycle of folders, of which one has no row of its own.
printf '#include "compiler/ir/deep/b.h"\n' >"$tree/compiler/ir/a.h"
printf '#include "compiler/ir/loops.h"\n' >"$tree/compiler/ir/deep/b.h"
refuses 'folders include each other: compiler/ir -> compiler/ir/deep -> compiler/ir'
table support/ '' runtime/ '`support/`, `compiler/…`' compiler/ '' compiler/ir/… ''
fine
# Rows that are missing or wrong.
table support/ '' runtime/… '' compiler/ir/… ''
mkdir "$tree/compiler/new"
echo >"$tree/compiler/new/a.c"
refuses 'has no row for the folder of compiler/new/a.c'
table support/ '' gone/ '`support/`'
refuses "'gone/' is no folder"
table support/ '' runtime/ '`gone.h`'
refuses "'runtime/' may include 'gone.h', which is not there"
rm "$tree/docs/architecture.md"
refuses 'docs/architecture.md has no table'
