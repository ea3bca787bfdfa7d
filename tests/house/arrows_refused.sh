#!/bin/sh
# The arrow check refuses an include that points upward and names it.
set -eu
python=$1 arrows=$2
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/runtime" "$tree/compiler/ir" "$tree/support"
echo 'int x;' >"$tree/compiler/ir/loops.h"
echo 'int y;' >"$tree/support/arena.h"
printf '#include "support/arena.h"\n' >"$tree/runtime/fine.c"
"$python" "$arrows" "$tree"
printf '#include <stdio.h>\n#include "compiler/ir/loops.h"\n' >"$tree/runtime/queue.c"
if output=$("$python" "$arrows" "$tree"); then
  echo 'the arrow from runtime/ to compiler/ was accepted' >&2
  exit 1
fi
case $output in
*'runtime/queue.c:2: error: runtime/ may not include compiler/ir/loops.h'*) ;;
*) printf 'unexpected: %s\n' "$output" >&2; exit 1 ;;
esac
