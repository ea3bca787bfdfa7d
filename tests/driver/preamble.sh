#!/bin/bash
# The cache of preambles: same objects, messages and lists as without it. docs/compile-time.md.
# Usage: preamble.sh FALX++ CC
. "$(dirname "$0")/preamble_lib.sh"

listed() { tr -s ' \\\n' '\n' <"$1" >"$1.words" && head -2 "$1.words" && sort "$1.words"; }
# One time after the other; the objects are those of compilations without the cache.
for options in "" "-gline-tables-only" "-O2 -g -gsplit-dwarf" "-fsycl-targets=spir64,nvptx64-nvidia-cuda,native_cpu"; do
  rm -rf "$cache"
  # shellcheck disable=SC2086
  leaves_alone $options app.cpp
  absent "$cache" # -### does nothing
  for turn in 1 2 3 4 5; do
    # shellcheck disable=SC2086
    expect 0 "" "$falx" $flags $options -c app.cpp -o out.o
    # shellcheck disable=SC2086
    [ $turn -eq 1 ] || same "$options, turn $turn" $options app.cpp
    case $turn in
    1) [ "$(stored)" -eq 0 ] || fail "the first compilation is not as without" ;;
    2) [ "$(stored)" -eq 1 ] || fail "$options: not one at a time: $(ls "$cache")" ;;
    esac
  done
  [ "$(stored)" -ge 2 ] || fail "$options: not all are kept: $(ls "$cache")"
done
rm -rf "$cache"
warm -c app.cpp
uses app.cpp
expect 0 "" "$falx" $flags app.cpp -o app
expect 0 "" ./app
expect 0 "-preamble-bytes=" "$falx" $flags -v -c app.cpp
expect 0 "" "$falx" $flags -fsyntax-only app.cpp
expect 0 "" "$falx" $flags -S app.cpp -o warm.s
cold -S app.cpp -o cold.s
cmp cold.s warm.s || fail "the assembly differs"
find "$cache" -name '*.making' -o -name '*.tmp' -o -name '*.seen' | grep . && fail "files stay behind"
[ "$(stat -c %a "$cache")" = 700 ] || fail "others can read the cache"

# Another source with these includes shares it: comments and names do not matter.
sed -e '1,2d' -e 's/why/because/' -e 's/line == 9/line == 7/' app.cpp >other.cpp
uses other.cpp
expect 0 "" "$falx" $flags other.cpp -o app
expect 0 "" ./app
# Sources of one command share the making, too.
rm -rf "$cache"
expect 0 "" "$falx" $flags -c app.cpp other.cpp
[ "$(stored)" -eq 0 ] || fail "the first command makes preambles"
[ "$("$falx" $flags -### -c app.cpp other.cpp 2>&1 | grep -c -e -emit-pch)" -eq 1 ] || fail "made twice"
for _ in 1 2; do expect 0 "-emit-pch" "$falx" $flags -v -c app.cpp other.cpp; done
uses app.cpp

# Whatever may change what is read is noticed.
warm -c app.cpp
leaves_alone -DOTHER=1 app.cpp
leaves_alone -O2 app.cpp
CPATH=$work/first leaves_alone app.cpp
FALX_CLANG=$(dirname "$(realpath "$clang")")/clang++ plan app.cpp >/dev/null || fail "no plan"
sed 's/VALUE 7/VALUE 8/' app.cpp >changed.cpp
leaves_alone changed.cpp
# Headers in a folder that is named relatively are not taken in: their names would become others.
printf '#include <cstddef>\n#include <local.hpp>\nint x;\n' >relative.cpp
mkdir -p local && echo '#error of it' >local/local.hpp
plan relative.cpp -Ilocal >/dev/null
for _ in 1 2 3; do expect 1 "In file included from relative.cpp:2:
local/local.hpp:1:2: error: of it" "$falx" $flags -Ilocal -c relative.cpp; done
plan relative.cpp -Ilocal | grep -q -e '-preamble-bytes=19,1' || fail "the header before is not kept"
(cd .. && plan -Ilocal src/relative.cpp | grep -q -e -preamble-bytes) && fail "folders are mixed up"
changed() { # COMMAND WHAT: notices it, compiles it, and keeps it again
  uses app.cpp
  eval "$1"
  leaves_alone app.cpp
  sleep 0.06
  cold -c app.cpp -o out.o && mv out.o cold.o
  for _ in 1 2 3; do # the next use is that of the next change
    expect 0 "" "$falx" $flags -c app.cpp -o out.o
    cmp out.o cold.o || fail "$1"
  done
}
changed 'sed -i "s/PART = 5/PART = 6/" ../second/part.hpp'
changed 'touch -r ../second/lib.hpp stamp; sed -i "s/PART = 6/PART = 5/" ../second/part.hpp; touch -r stamp ../second/part.hpp'
changed 'echo "inline int from_first = 1;" >../first/other.hpp' # found before ../second/other.hpp
changed 'echo "inline int optional = VALUE;" >../second/optional_part.hpp' # __has_include
changed 'rm ../first/other.hpp'
warm -iquote $work/first -c app.cpp
echo '#include "extra.hpp"' >>../second/other.hpp
echo 'inline int extra = 1;' >../first/extra.hpp
sleep 0.1
warm -c app.cpp
changed 'echo "inline int extra = 2;" >../second/extra.hpp' # beside its includer it comes first
headers
rm -f ../first/* ../second/optional_part.hpp ../second/extra.hpp
sleep 0.1

# "name" before <name>, of sources with absolute paths.
mkdir sub
printf '#define VALUE 3\n#include "../own.hpp"\n#include <lib.hpp>\n#include "last.hpp"\nint *p = &own + last;\n' >sub/quoted.cpp
echo 'enum { last = 1 };' >sub/last.hpp
cold -MD -c "$PWD/sub/quoted.cpp" -o out.o && mv out.o cold.o && listed out.d >list-cold
warm -c "$PWD/sub/quoted.cpp"
expect 0 "" "$falx" $flags -MD -c "$PWD/sub/quoted.cpp" -o out.o
cmp out.o cold.o || fail 'another object with "name"'
listed out.d | cmp -s list-cold - || fail 'another list with "name"'
uses "$PWD/sub/quoted.cpp"
leaves_alone sub/quoted.cpp
for i in 1 2 3; do # someone edits it: no compilation makes what the next one could not use
  echo "int own = VALUE + $i;" >own.hpp
  sleep 0.06
  leaves_alone "$PWD/sub/quoted.cpp"
  expect 0 "" "$falx" $flags -c "$PWD/sub/quoted.cpp"
done
echo 'enum { last = 2 };' >sub/last.hpp
makes "$PWD/sub/quoted.cpp"
echo 'int own = VALUE;' >own.hpp

# Messages and their places.
rm -rf "$cache"
head -7 app.cpp >begin
for _ in 1 2; do "$falx" $flags -fsycl-host-only -c app.cpp; done
says_same() { # LINES OF THE SOURCE, OPTIONS
  source=$1
  shift
  (cat begin && printf '%b' "$source") >said.cpp
  cold -fsycl-host-only "$@" -c said.cpp -o said.o >cold.txt 2>&1
  status=$?
  for turn in ${turns:-1}; do
    "$falx" $flags -fsycl-host-only "$@" -c said.cpp -o said.o >warm.txt 2>&1
    [ $? -eq $status ] || fail "$source: status is not $status"
    # With a precompiled header, clang does not colour the words of the source that it shows.
    diff -u cold.txt warm.txt >differs || diff <(sed 's/\x1b\[[0-9;]*m//g' cold.txt) <(sed 's/\x1b\[[0-9;]*m//g' warm.txt) || fail "$source $*: says something else, turn $turn"
  done
  [ -z "$(ls -A "$TMPDIR")" ] || fail "$source: leaves files behind"
  [ ${silent:-0} -eq 1 ] || [ -s cold.txt ] || fail "$source: says nothing"
  [ ${makes:-1} -eq 0 ] || [ "$(plan -fsycl-host-only "$@" said.cpp | grep -c -e -preamble-bytes)" -eq 1 ] || fail "$source: not from the cache"
}
says_same 'int x = "text";\n'
says_same '\n  widget w; w.y = 2;\n' -fcolor-diagnostics
says_same 'int n = count(widget());\n'      # in a header, by way of two files
says_same '#include <cstddef>\nint n = count(3);\nint m = count(4.0);\n' -ferror-limit=0
says_same '#define VALUE 9\n'               # a note in the preamble itself
says_same '#define PART\n#pragma once\n#include_next <cstddef>\n'
says_same 'int f(int VALUE);\n'             # expanded from there
says_same '#line 100 "elsewhere.c"\nint x = "text";\n'
says_same '#ifdef OPEN\n'
turns='1 2 3' makes=0 says_same '#include <absent.hpp>\n'
says_same '\nint y;\n#include <absent.hpp>\n'
turns='1 2 3'
says_same 'int g(int x) { return x == x + unused(3); }\nint h(int x) { return x == x; }\n' -Wall -Wextra
says_same 'int h(int x) { return x == x; }\n' -Wall -Werror
silent=1 says_same '#include <lib.hpp>\n#include <other.hpp>\n'
echo 'typedef int early;' >../second/early.hpp
sleep 0.06
says_same 'early e = PART2;\nwidget w = 3;\n' -include early.hpp -DPART2='"a"'
makes=0 says_same 'int x = "text";\n' -include part.hpp # no guard: twice
turns=
says_same 'template <class T> int all(T t) { return count(t); }\nint x = all(widget());\n' -fdiagnostics-show-note-include-stack
grep -q 'said.cpp:5:$' cold.txt || fail "no header of line 5 is named: $(cat cold.txt)"

# A header with a warning says it each time, and is not made again and again.
echo '#warning of the header' >../second/warns.hpp
echo '#include <warns.hpp>' >warns.cpp
sleep 0.1
for turn in 1 2 3; do
  expect 0 "In file included from warns.cpp:1:" "$falx" $flags -c warns.cpp
done
plan warns.cpp | grep -q -e '-fsycl-is-host.*\(-preamble-bytes\|-emit-pch\)' && fail "a header with a warning is kept"
for name in __TIME__ __BASE_FILE__; do
  echo "inline const char *moment = $name;" >../second/moment.hpp
  echo '#include <moment.hpp>' >moment.cpp
  sleep 0.1
  warm -c moment.cpp
  leaves_alone moment.cpp
  sleep 0.1
done
# A header that does not compile.
echo 'int broken = ;' >../second/broken.hpp
echo '#include <broken.hpp>' >broken_header.cpp
for turn in 1 2 3; do
  expect 1 "$work/second/broken.hpp:1:14: error: expected expression" "$falx" $flags -c broken_header.cpp
done
find "$cache" -name '*.making' | grep . && fail "claims stay behind"

# Lists of dependencies: the source first, then what clang has ordered otherwise.
rm -rf "$cache"
warm -c app.cpp
for options in "-MD" "-MMD" "-MD -MP" "-MMD -MP -MF list.d -MT a -MQ b" "-MD -MF list.d"; do
  for name in ./app.cpp "$PWD/app.cpp"; do
    for turn in cold 1; do
      rm -f list.d app.d
      # shellcheck disable=SC2086
      if [ $turn = cold ]; then cold $options -c "$name"; else expect 0 "" "$falx" $flags $options -c "$name"; fi
      listed "$(ls list.d app.d 2>/dev/null)" >"list-$turn"
    done
    cmp -s list-cold list-1 || fail "$options: $(diff list-cold list-1)"
  done
  # shellcheck disable=SC2086
  uses $options app.cpp
done
cold -MD app.cpp -o app && mv app.d list-cold
expect 0 "" "$falx" $flags -MD app.cpp -o app
diff <(listed list-cold) <(listed app.d) || fail "another list with a program"

# Kernel attributes: the text that clang reads is another one, and there is an -include.
mkdir -p ../include/sycl/detail
cp "$here/../../include/sycl/detail/attributes.hpp" ../include/sycl/detail
sleep 0.1
echo '[[clang::sycl_external]] [[sycl::reqd_work_group_size(8)]] int g(int x) { return x; }' >attributed.hpp
printf '#include <cstddef>\n#define VALUE 1\n#include <lib.hpp>\n#include "attributed.hpp"\n' >attributed.cpp
printf '#include <cstddef>\n[[sycl::reqd_sub_group_size(8)]] [[clang::sycl_external]] int f(int x) { return x; }\n' >direct.cpp
for source in direct.cpp attributed.cpp; do
  warm -c $source
  expect 0 "" "$falx" $flags -c $source -o out.o
  same "kernel attributes" $source
  uses $source
done

# Without a folder for temporary files: what needs none does not ask for it.
TMPDIR=/nonexistent "$falx" $flags -fsyntax-only app.cpp >said.txt 2>&1 || fail "needs a temporary folder"
[ ! -s said.txt ] || fail "asks for a temporary folder: $(cat said.txt)"

# What leaves it out.
rm -rf "$cache"
for options in -fno-sycl-preamble -save-temps -E -M -MM "-MD -MV" "-fsycl-host-only -MD -MF /dev/null" "-fsycl-host-only -MD -MF -" -H -g3 -ggdb3 -fms-extensions -fcoverage-mapping\ -fprofile-instr-generate \
  "-Xclang -fno-pch-timestamp" "-include-pch $work/none.pch" "--serialize-diagnostics s.dia"; do
  "$falx" $flags $options -c app.cpp -o out.o >/dev/null 2>&1
  [ ! -e "$cache" ] || [ -z "$(ls "$cache")" ] || fail "$options: $(ls "$cache")"
done
grep -v own app.cpp >input.cpp
"$falx" $flags -x c++ -c - -o out.o <input.cpp || fail "cannot read standard input"
"$falx" $flags -S app.cpp -o - >/dev/null
[ ! -e "$cache" ] || [ -z "$(ls "$cache")" ] || fail "standard input or output: $(ls "$cache")"
rm -f app-*.bc app*.ii app*.s
[ "$(FALX_PREAMBLE_CACHE=some/where "$falx" $flags -c app.cpp 2>&1 | grep -c absolute)" -eq 1 ] || fail "warns twice"
FALX_PREAMBLE_CACHE=some/where expect 0 "give the absolute path of a folder, 0 or 1" "$falx" $flags -c app.cpp
FALX_PREAMBLE_CACHE='' XDG_CACHE_HOME=$work/xdg expect 0 "" "$falx" $flags -c app.cpp
present "$work/xdg/falx/preamble" # the default
mkdir "$work/home"
FALX_PREAMBLE_CACHE=1 XDG_CACHE_HOME='' HOME=$work/home expect 0 "" "$falx" $flags -c app.cpp
present "$work/home/.cache/falx/preamble"
finish
