#!/bin/sh
# Manual pages are what --help says: each has a synopsis and every option, and mandoc finds no error in it.
set -eu
build=$1
pages=$build/share/man/man1
command -v help2man >/dev/null || { echo 'skipped: help2man is not installed'; exit 77; }
[ -e "$pages" ] || { echo "skipped: no pages in $pages; './falx build manual' makes them"; exit 77; }
command -v mandoc >/dev/null || { echo 'skipped: mandoc is not installed'; exit 77; }
failed=
for program in "$build"/bin/falx*; do
  name=${program##*/}
  page=$pages/$name.1
  [ -e "$page" ] || { echo "$name: no page" >&2; failed=yes; continue; }
  mandoc -T lint -W error "$page" >&2 || failed=yes
  text=$(mandoc -T ascii -O width=500 "$page" | col -bx)
  case $text in
  *SYNOPSIS*DESCRIPTION*'SEE ALSO'*) ;;
  *) echo "$name: a section is missing" >&2; failed=yes ;;
  esac
  options=$("$program" --help | sed -n 's/^  \(-.*\)/\1/p' | sed 's/   *.*//' | tr ', ' '\n\n' |
    sed -n -e 's/\[.*//' -e '/^--*[A-Za-z]/p')
  [ -n "$options" ] || { echo "$name: no options in --help" >&2; failed=yes; }
  for option in $options; do
    case $text in
    *"$option"*) ;;
    *) echo "$name: $option is not in its page" >&2; failed=yes ;;
    esac
  done
done
[ -z "$failed" ]
