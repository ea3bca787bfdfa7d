#!/bin/sh
# Every file or folder of the repository that a document names exists, and so does every link.
# The tutorials docs/adding-*.md name files that their reader makes: only their links count.
set -eu
cd "$1"
missing=0
names='`(include|support|driver|compiler|devicelib|runtime|adapters|tools|tests|bench|examples|docs|cmake)/[A-Za-z0-9_./+-]*`'
for document in README.md docs/*.md docs/guide/*.md; do
  folder=$(dirname "$document")
  case $document in docs/adding-*) pattern='^$' ;; *) pattern=$names ;; esac
  for path in $(grep -oE "$pattern" "$document" | tr -d '`' | sort -u); do
    [ -e "$path" ] || { echo "$document: error: no such file: $path"; missing=1; }
  done
  for link in $(grep -oE '\]\([^)#: ]+\)' "$document" | sed 's/^](//; s/)$//' | sort -u); do
    [ -e "$folder/$link" ] || { echo "$document: error: no such link: $link"; missing=1; }
  done
done
exit "$missing"
