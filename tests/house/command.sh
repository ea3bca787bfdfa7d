#!/bin/sh
# ./falx answers bad input with a sentence, its standard error only, and status 1.
set -eu
falx=$1

refuses() { # refuses SENTENCE ARGS...
  sentence=$1
  shift
  if output=$("$falx" "$@" 2>&1 >/dev/null); then
    echo "falx $*: expected a failure" >&2
    exit 1
  fi
  case $output in
  *"$sentence"*) ;;
  *) printf 'falx %s: expected "%s", got:\n%s\n' "$*" "$sentence" "$output" >&2; exit 1 ;;
  esac
}

refuses 'falx: error: run needs a file' run
refuses 'falx: error: no such file: nowhere.cpp' run nowhere.cpp
refuses "falx: error: unknown command 'frobnicate'" frobnicate
"$falx" help | grep -q 'falx run FILE.cpp'

# Without root the missing packages are named in one line that installs them.
if [ "$(id -u)" != 0 ] && command -v dpkg-query >/dev/null; then
  refuses 'apt-get install -y --no-install-recommends no-such-package' setup no-such-package
fi
