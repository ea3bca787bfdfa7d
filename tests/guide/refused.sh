#!/bin/sh
# sessions.py complains where a page and what happens differ, and passes a page that is right.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
export PYTHONDONTWRITEBYTECODE=1
fence='```'
page() { # page: the page is what comes on standard input, with FENCE for a fence
  sed "s/^FENCE/$fence/" >"$work/page.md"
  said=$("${FALX_PYTHON:-python3}" "$here/sessions.py" "$work/page.md" 2>&1)
  status=$?
}
wrong() { # wrong PART
  [ $status -eq 1 ] || { echo "FAILED: status $status, where '$1' is wrong: $said"; failures=$((failures + 1)); }
  case $said in *"$1"*) ;; *) echo "FAILED: says '$said', not '$1'"; failures=$((failures + 1)) ;; esac
}
page <<'END_OF_PAGE'
<!-- file: a/b.c -->
FENCEc
int x;
  int y;
FENCE
text

<!-- from: a/b.c -->
FENCEc
int y;
FENCE
FENCEconsole
$ cat a/b.c
int x;
…
$ cd a && n=5
$ printf 'one\n\ntwo 2\n'; echo $n
one

two …
5
FENCE
<!-- numbers vary -->
FENCEconsole
$ echo '10 ms  of   2.5 s'
7 us of 1 s
FENCE
<!-- any order -->
FENCEconsole
$ printf 'a\nb\nc\n'
c
a
FENCE
<!-- status: 3 -->
FENCEconsole
$ ls
b.c
$ (exit 3)
FENCE
FENCEconsole
$ echo $?
3
FENCE
<!-- not run: it is away -->
FENCEconsole
$ rm -rf /nowhere/at/all
FENCE
END_OF_PAGE
[ $status -eq 0 ] && [ "$said" = 'page.md: 1 files, 8 commands' ] ||
  { echo "FAILED: status $status: $said"; failures=$((failures + 1)); }
page <<'END_OF_PAGE'
FENCEconsole
$ echo one
two
FENCE
END_OF_PAGE
wrong "page.md:2: 'echo one' says:"
page <<'END_OF_PAGE'
FENCEconsole
$ echo one; echo more
one
FENCE
END_OF_PAGE
wrong "more"
page <<'END_OF_PAGE'
<!-- any order -->
FENCEconsole
$ printf 'a\nb\n'
b
ab
FENCE
END_OF_PAGE
wrong "ab"
page <<'END_OF_PAGE'
FENCEconsole
$ false
FENCE
END_OF_PAGE
wrong "ends with status 1, not 0"
page <<'END_OF_PAGE'
FENCEcpp
int main() {}
FENCE
END_OF_PAGE
wrong "neither a file nor from one"
page <<'END_OF_PAGE'
<!-- file: x.c -->
FENCEc
int x;
FENCE
<!-- from: x.c -->
FENCEc
int z;
FENCE
END_OF_PAGE
wrong "these lines are not in x.c"
page <<'END_OF_PAGE'
FENCEconsole
$ exit 0
FENCE
END_OF_PAGE
wrong "the shell ended"
[ $failures -eq 0 ]
