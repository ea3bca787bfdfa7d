#!/bin/bash
# new_user.sh [FOLDER]: the first hour of a person who has read the README, typed and timed: a clone of this
# repository's last commit in FOLDER (a temporary one), ./falx run of the README's example and of its program, then
# the guide's first chapter and its page on debugging, where the checker finds a mistake. Packages are taken as
# installed. Prints the seconds of each step; ends with 1 if something is not as written or takes more than 15
# minutes together.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
place=${1:-$(mktemp -d)}
[ $# -gt 0 ] || trap 'rm -rf "$place"' EXIT
mkdir -p "$place" && cd "$place" || exit 2
[ ! -e falx ] || {
  echo "new_user.sh: error: $place/falx is there already" >&2
  exit 2
}
SECONDS=0 status=0
step() { # NAME COMMAND...
  local name=$1 begin=$SECONDS
  shift
  if "$@" >"$place/said" 2>&1; then
    printf '%5d s  %s\n' $((SECONDS - begin)) "$name"
  else
    printf '%5d s  FAILED: %s\n' $((SECONDS - begin)) "$name"
    tail -n 30 "$place/said"
    status=1
  fi
}
step "git clone" git clone -q "$root" falx
cd falx || exit 1
step "./falx run examples/mandelbrot.cpp: builds Falx, draws a picture" ./falx run examples/mandelbrot.cpp
[ -s mandelbrot.png ] || status=1
sed -n '/^```cpp$/,/^```$/p' README.md | sed '/^```/d' >squares.cpp
step "./falx run squares.cpp: the README's program" ./falx run squares.cpp
grep -qx "0 1 4 9 16 25 36 49 64 81" "$place/said" || status=1
step "the guide's first chapter" sh tests/guide/page.sh build docs/guide/first-program.md
step "the guide on debugging: the checker finds a race" sh tests/guide/page.sh build docs/guide/debugging.md
echo "$SECONDS s of at most 900"
[ $status = 0 ] && [ $SECONDS -le 900 ]
