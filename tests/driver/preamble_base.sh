#!/bin/bash
# The base: a preamble of <sycl/sycl.hpp> alone that all sources share. docs/compile-time.md.
# Usage: preamble_base.sh FALX++ CC
. "$(dirname "$0")/preamble_lib.sh"

sed 's/ VALUE/ 7/g;s/#include "part.hpp"/#include <cstdint>/' ../second/lib.hpp >../include/sycl/sycl.hpp
mkdir ../include/CL
printf '#pragma once\n#include <sycl/sycl.hpp>\nnamespace cl {}\n' >../include/CL/sycl.hpp
body='int main() {
  int value = 0;
  fill_in_header(&value);
  return value == 7 ? 0 : 1;
}'
source_of() { # NAME LINES: a program that begins with the lines
  printf '%b\n%s\n' "$2" "$body" >"$1"
}
sycl='#include <sycl/sycl.hpp>\n'
source_of bare.cpp "$sycl"
source_of before.cpp "$sycl#include <cstring>\n#include <other.hpp>\n#define VALUE 2\n"
source_of after.cpp "// Sorted.\n#include <cstdio>\n#include <stdlib.h> // C\n$sycl#include <cstring>\n"
source_of old.cpp '#include <cstdio>\n#include <CL/sycl.hpp>\n'
sed -i 's/VALUE/3/' ../second/other.hpp
sleep 0.1
prepare() { expect 0 "" "$falx" $flags "$@" -fsycl-prepare-preamble; }
# hoists FILE: it comes before the source; cuts FILE: in its place
hoists() { [ "$(plan "$@" | grep -c -e "$cache/[^ ]*pch .*-preamble-bytes=0,0")" -eq 2 ] || fail "$*: not hoisted: $(plan "$@")"; }
cuts() { [ "$(plan "$@" | grep -c -e "$cache/[^ ]*pch .*-preamble-bytes=25,1")" -eq 2 ] || fail "$*: not cut: $(plan "$@")"; }
continues() { [ "$(plan "$@" | grep -c -e "-include-pch -Xclang $cache/.*-emit-pch")" -eq 2 ] || fail "$*: does not continue: $(plan "$@")"; }

# Made on demand; the first compilation uses it, whatever else is included.
prepare
[ "$(stored)" -eq 2 ] || fail "not prepared: $(ls "$cache")"
find "$cache" -name '*.seen' | grep . && fail "preparing leaves notes"
prepare
[ "$(stored)" -eq 2 ] || fail "prepared twice: $(ls "$cache")"
cuts bare.cpp
cuts before.cpp
hoists after.cpp
leaves_alone old.cpp
leaves_alone -O2 after.cpp
leaves_alone app.cpp
# Whatever is warned of, and with debug information; but the line tables would list files otherwise.
cuts -Wall -Wextra -Wno-unused -pedantic bare.cpp
hoists -Wall -Werror after.cpp
hoists -g -Wall after.cpp
cuts -gline-tables-only bare.cpp
leaves_alone -gline-tables-only after.cpp
leaves_alone -Wsystem-headers bare.cpp
leaves_alone -DOTHER bare.cpp
for options in "" "-g" "-gline-tables-only" "-Wall -Wextra -Werror" "-fsycl-targets=spir64,nvptx64-nvidia-cuda,native_cpu"; do
  rm -rf "$cache"
  # shellcheck disable=SC2086
  prepare $options
  for name in bare before after; do
    for turn in 1 2 3; do # with the base, making what continues it, with that
      # shellcheck disable=SC2086
      expect 0 "" "$falx" $flags $options -c $name.cpp -o out.o
      # shellcheck disable=SC2086
      same "$name, $options, turn $turn" $options $name.cpp
      [ $name != bare ] || [ "$(stored)" -le 4 ] || fail "the base is made twice"
    done
  done
done
rm -rf "$cache"
prepare
for name in before after; do
  expect 0 "" "$falx" $flags -c $name.cpp
  continues $name.cpp
  expect 0 "" "$falx" $flags $name.cpp -o app
  expect 0 "" ./app
  [ "$(plan $name.cpp | grep -c -e "$cache.*-preamble-bytes=[1-9]")" -eq 2 ] || fail "$name.cpp: not from what continues the base"
  expect 0 "" "$falx" $flags $name.cpp -o app
  expect 0 "" ./app
done
expect 0 "" "$falx" $flags -c bare.cpp
cuts bare.cpp
[ "$(stored)" -eq 6 ] || fail "not two for each: $(ls "$cache")"

# Without preparation: the second compilation with these options makes the device's, the next the host's.
rm -rf "$cache"
expect 0 "" "$falx" $flags -c bare.cpp
[ "$(stored)" -eq 0 ] || fail "the first one makes something"
[ "$(plan after.cpp | grep -c -e -emit-pch)" -eq 1 ] || fail "not one at a time: $(plan after.cpp)"
expect 0 "" "$falx" $flags -c after.cpp -o out.o
same "made for another source" after.cpp
[ "$(stored)" -eq 1 ] || fail "not one at a time: $(ls "$cache")"
expect 0 "" "$falx" $flags -c before.cpp -o out.o
same "made for a third source" before.cpp
cuts bare.cpp
expect 0 "" "$falx" $flags -c old.cpp # a base of its own
for _ in 1 2; do expect 0 "" "$falx" $flags -c old.cpp -o out.o; done
same "the old name" old.cpp
[ "$(plan old.cpp | grep -c -e "-include-pch")" -eq 3 ] || fail "the old name is not kept: $(plan old.cpp)"

# What is not hoisted.
rm -rf "$cache"
prepare
mkdir ../mine ../own
echo '#include_next <string.h>' >../mine/string.h
echo '#pragma once' >../own/config.hpp
sleep 0.1
lines=0
while read -r first; do
  lines=$((lines + 1))
  source_of "no$lines.cpp" "$first\n$sycl"
  leaves_alone "no$lines.cpp"
done <<'EOF2'
#define VALUE 1
#define VALUE 1\n#include <cstdio>
#include <complex.h>
#include <other.hpp>
#include <cstdio>\n#include <other.hpp>
#include "own.hpp"
#pragma once
int x;
#if 1\n#endif
EOF2
prepare -I"$work/mine"
cuts -I"$work/mine" bare.cpp
leaves_alone -I"$work/mine" after.cpp # a header by a standard name
hoists -I"$work/own" -Wall after.cpp
hoists -iquote "$work/own" -I . after.cpp
echo 'enum { optional = 3 };' >../own/optional_part.hpp # asked for by our header
leaves_alone -I"$work/own" after.cpp
for _ in 1 2 3 4; do
  expect 0 "" "$falx" $flags -I"$work/own" -c after.cpp -o out.o
  same "a header of ours in a folder" -I"$work/own" after.cpp
  expect 0 "" "$falx" $flags -I"$work/own" -c bare.cpp -Dmain='other_value, part = optional; int main' -o out.o
  same "a header of ours in a folder" -I"$work/own" -Dmain='other_value, part = optional; int main' bare.cpp
done
rm ../own/optional_part.hpp
hoists -I"$work/own" after.cpp
prepare -Wall -include "$work/own/config.hpp"
cuts -Wall -include "$work/own/config.hpp" bare.cpp
leaves_alone -include "$work/own/config.hpp" bare.cpp # another way to read headers: all words count
leaves_alone -Wall -include "$work/own/config.hpp" after.cpp
CPATH=$work/own prepare
CPATH=$work/own cuts bare.cpp
CPATH=$work/own leaves_alone after.cpp
mkdir ../own/sycl
cp ../include/sycl/sycl.hpp ../own/sycl/sycl.hpp
sleep 0.1
prepare -I"$work/own"
cuts -I"$work/own" bare.cpp
leaves_alone -I"$work/own" after.cpp # not ours
rm -r ../own/sycl

# Messages are those of a compilation from source: hoisted, and with what continues it.
says_same() { # LINES, OPTIONS
  source=$1
  shift
  for begin in "$sycl" "#include <cstdio>\n$sycl" "#include <cstdio>\n$sycl#include <other.hpp>\n"; do
    source_of said.cpp "$begin$source"
    rm -rf "$cache"
    cold -fsycl-host-only "$@" -c said.cpp -o said.o >cold.txt 2>&1
    cold_status=$?
    [ -s cold.txt ] || fail "$source: says nothing"
    prepare -fsycl-host-only "$@"
    for turn in 1 2 3; do
      "$falx" $flags -fsycl-host-only "$@" -c said.cpp -o said.o >warm.txt 2>&1
      [ $? -eq $cold_status ] || fail "$begin$source: status is not $cold_status"
      diff -u cold.txt warm.txt >differs || diff <(sed 's/\x1b\[[0-9;]*m//g' cold.txt) <(sed 's/\x1b\[[0-9;]*m//g' warm.txt) ||
        fail "$begin$source $*: says something else, turn $turn"
    done
    [ -z "$(ls -A "$TMPDIR")" ] || fail "$source: leaves files behind"
  done
}
says_same 'int x = "text";'
says_same 'int same(int x) { return x == x; }' -Wall
says_same 'int same(int x) { return x == x; }' -Wall -fcolor-diagnostics
says_same 'int same(int x) { return x == x; }' -Wall -Werror
says_same 'widgt w;'                 # a guess
says_same 'int n = count(widget());' # in the header
says_same 'int n = fill_in_header(3);'
says_same '#include <absent.hpp>'
says_same '#define INT8_MAX 3'
says_same '#warning of the source'
says_same '\n#line 100 "elsewhere.c"\nint x = "text";'
# A warning in the source does not compile it twice; a note in a header does.
rm -rf "$cache"
prepare -Wall
source_of warned.cpp "#include <cstdio>\n${sycl}int same(int x) { return x == x; }"
runs() { "$falx" $flags -Wall -fsycl-host-only -v -c "$@" 2>&1 | grep -c -e '-D__FALX__.* -c -o [^ ]*o [^ ]*cpp$'; }
[ "$(runs warned.cpp)" -eq 1 ] || fail "a warning compiles it $(runs warned.cpp) times"
source_of noted.cpp "#include <cstdio>\n${sycl}static struct starts {} s;"
[ "$(runs noted.cpp)" -eq 2 ] || fail "a note in a header is shown as clang puts it"

# Lists of dependencies.
listed() { tr -s ' \\\n' '\n' <"$1" >"$1.words" && head -2 "$1.words" && sort "$1.words"; }
rm -rf "$cache"
prepare
for name in after before; do
  cold -MD -MP -c $name.cpp -o $name.o && listed $name.d >list-cold
  for _ in 1 2 3; do
    expect 0 "" "$falx" $flags -MD -MP -c $name.cpp -o $name.o
    listed $name.d | cmp -s list-cold - || fail "$name.cpp: another list: $(listed $name.d | diff list-cold -)"
  done
done

# The base goes, changes or is damaged: what continues it is made anew.
as_from_source() {
  for _ in 1 2 3; do
    expect 0 "" "$falx" $flags -c after.cpp -o out.o
    same "$1" after.cpp
  done
}
largest() { ls -S "$cache"/*.pch | head -2; }
for what in 'rm $(largest)' 'for f in $(largest); do : >$f; done' \
  'for f in $(largest); do printf xxxx | dd of=$f bs=1 seek=5000 conv=notrunc 2>/dev/null; done' \
  'for f in $(largest); do cp -p $f $f.x; rm $f; mv $f.x $f; done' \
  'for f in $(largest); do rm ${f%-*}.info; done' 'rm -rf $cache' \
  'echo "inline int more = 7;" >>../include/sycl/sycl.hpp; sleep 0.1'; do
  eval "$what"
  as_from_source "$what"
  as_from_source "$what, again"
  prepare
  expect 0 "" "$falx" $flags -c after.cpp
  [ "$(plan after.cpp | grep -c -e "$cache.*-preamble-bytes=")" -eq 2 ] || fail "$what: not from the cache: $(plan after.cpp)"
  expect 0 "" "$falx" $flags -c after.cpp
done

# It goes while clang uses it, or what continues it.
cat >../clang-between <<EOF2
#!/bin/bash
case "\$*" in
*-emit-pch*) ;;
*-include-pch*) [ -z "\${DROP:-}" ] || rm -f \$(ls -S "$cache"/*.pch | head -2) ;;
esac
exec $clang "\$@"
EOF2
chmod +x ../clang-between
export FALX_CLANG=$work/clang-between
rm -rf "$cache"
for _ in 1 2 3; do
  prepare
  DROP=1 expect 0 "" "$falx" $flags -c after.cpp -o out.o
  same "goes between" after.cpp
  prepare
  expect 0 "" "$falx" $flags -c after.cpp -o out.o
  same "after it was gone" after.cpp
done
unset FALX_CLANG

# What cannot be prepared is said.
FALX_PREAMBLE_CACHE=0 expect 1 "no folder for preambles" "$falx" $flags -fsycl-prepare-preamble
expect 1 "leave 'bare.cpp' out" "$falx" $flags -fsycl-prepare-preamble bare.cpp
expect 1 "no preamble fits these options" "$falx" $flags -g3 -fsycl-prepare-preamble
expect 1 "no preamble fits these options" "$falx" $flags -fno-sycl-preamble -fsycl-prepare-preamble
echo '#warning of the header' >../include/CL/sycl.hpp
echo 'int broken = ;' >../include/sycl/sycl.hpp
expect 1 "expected expression" "$falx" $flags -fsycl-prepare-preamble
printf '#pragma clang system_header\nconst char *when = __TIME__;\n' >../include/sycl/sycl.hpp
sleep 0.1
expect 1 "cannot be kept" "$falx" $flags -fsycl-prepare-preamble
finish
