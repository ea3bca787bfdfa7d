#!/bin/sh
# Every program of tests/sycl is in a folder of its topic, where it is found, and its first comment names
# the section of SYCL 2020 or the extension that it tests, or says "Falx:" where it tests neither.
set -eu
cd "$1/tests/sycl"
failures=0
for path in *.cpp; do
  [ ! -e "$path" ] || { echo "tests/sycl/$path: error: not in a folder, so nothing runs it"; failures=1; }
done
for path in */*.cpp; do
  grep -v -m 1 '^// options: ' "$path" | grep -qE '^(//|/\*) .*([0-9]\.[0-9]|sycl_(ext|khr)_|Falx: )' ||
    { echo "tests/sycl/$path: error: the first line names no section of SYCL 2020 and no extension"; failures=1; }
done
exit "$failures"
