#!/bin/bash
# The cache of preambles where clang's precompiled headers, or a text that changes in between, would
# make a difference. docs/compile-time.md. Usage: preamble_edges.sh FALX++ CC
. "$(dirname "$0")/preamble_lib.sh"
flags="-fsycl -fsycl-host-only -I$work/first -I$work/second -O1"

# as_cold NAME "HEADER" "SOURCE" OPTIONS…: the third compilation says and makes what one without does
as_cold() {
  name=$1
  [ -z "$2" ] || printf '%b' "$2" >../second/header.hpp
  printf '%b' "$3" >"$name.cpp"
  shift 3
  sleep 0.06
  rm -rf "$cache" "$name.o" cold.o
  cold "$@" -c "$name.cpp" -o "$name.o" >cold.txt 2>&1
  status=$?
  [ $status -ne 0 ] || mv "$name.o" cold.o
  for _ in 1 2 3; do
    "$falx" $flags "$@" -c "$name.cpp" -o "$name.o" >warm.txt 2>&1
    [ $? -eq $status ] || fail "$name: status is not $status: $(cat warm.txt)"
  done
  cmp cold.txt warm.txt || fail "$name says something else: $(cat warm.txt)"
  [ $status -ne 0 ] || cmp cold.o "$name.o" || fail "$name: another object"
}

# What pragmas in headers do to the source.
guard='#pragma once\n'
from='#include <header.hpp>\n'
as_cold visibility "$guard#pragma GCC visibility push(hidden)\n" "${from}int f() { return 1; }\n#pragma GCC visibility pop\nint g() { return 2; }\n"
as_cold visible "$guard#pragma GCC visibility push(hidden)\nint h();\n#pragma GCC visibility pop\n" "${from}int f() { return h(); }\n"
[ "$(stored)" -eq 1 ] || fail "what is popped in the header itself is left alone"
as_cold push_macro "$guard#define M 1\n#pragma push_macro(\"M\")\n#undef M\n#define M 2\n" "${from}int f() { return M; }\n#pragma pop_macro(\"M\")\nint g() { return M; }\n" -w
as_cold deprecated "$guard#define OLD 1\n#pragma clang deprecated(OLD)\n" "${from}int f() { return OLD; }\n"
as_cold final "$guard#define OLD 1\n#pragma clang final(OLD)\n" "${from}#undef OLD\n"
as_cold renamed "$guard#pragma redefine_extname before after\n" "${from}extern \"C\" int before();\nint f() { return before(); }\n"
as_cold section "$guard#pragma clang section bss=\".mine\"\n" "${from}int b;\n"
as_cold evaluated "$guard#pragma clang fp eval_method(double)\n" "${from}float f(float a, float b, float c) { return a * b + c; }\n"
as_cold diagnostic "$guard#pragma clang diagnostic push\n#pragma clang diagnostic error \"-Wunused-variable\"\n" "${from}#pragma clang diagnostic pop\nint g() { int u; return 2; }\n" -Wall

# What clang says of comments, and where lines end.
printf '#pragma once\ninline int header() { return 1; }\n' >../second/header.hpp
sleep 0.06
as_cold nested "" "/* a /* b */\n${from}int x;\n" -Wall
as_cold nested_error "" "/* a /* b */\n${from}int x;\n" -Wall -Werror
as_cold latin "" "// caf\xe9\n${from}int x;\n" -Winvalid-utf8
as_cold behind "" "#include <header.hpp> // caf\xe9\nint x;\n" -Winvalid-utf8
as_cold utf8 "" "// caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\n${from}int x;\n" -Winvalid-utf8 -Wno-unused
[ "$(stored)" -eq 1 ] || fail "a comment in UTF-8 leaves it out"
as_cold old_line "" "// x\rint hidden = 1;\n${from}int x;\n"
as_cold continued "" "#include <header.hpp> // C:\\\\ \n#include <other.hpp>\nint x;\n" -w -DVALUE=1
as_cold dos "" "/* x */\r\n#define A \\\\\r\n 1\r\n#include <header.hpp>\r\nint x = A;\r\n"
[ "$(stored)" -eq 1 ] || fail "lines that end as in DOS leave it out"

# The command in the object, and another list of headers than -MD's.
as_cold recorded "" "${from}int x;\n" -frecord-command-line
as_cold recorded "" "${from}int x;\n" -gline-tables-only -grecord-command-line
export CC_PRINT_HEADERS=1
as_cold listed "" "${from}int x;\n"
unset CC_PRINT_HEADERS

# The list of dependencies is written in its place.
as_cold linked "" "${from}int x;\n"
: >list && chmod 600 list && ln -s list linked.d
expect 0 "" "$falx" $flags -MD -c linked.cpp -o linked.o
[ -L linked.d ] && [ "$(stat -c %a list)" = 600 ] || fail "the list is another file: $(ls -l list linked.d)"
grep -q header.hpp list || fail "the list is empty"

# The source is saved while a preamble is made for it, or used; so is a system header.
cat >../clang-edits <<EOF
#!/bin/bash
case "\$*" in *"\${WHEN:-none}"*) eval "\$EDIT" ;; esac
exec $clang "\$@"
EOF
chmod +x ../clang-edits
export FALX_CLANG=$work/clang-edits
for when in -emit-pch -include-pch; do
  as_cold saved "" "#define VALUE 7\n${from}int x = VALUE;\n"
  [ $when = -include-pch ] || { rm -rf "$cache" && expect 0 "" "$falx" $flags -c saved.cpp; }
  WHEN=$when EDIT='sed -i "s/VALUE 7/VALUE 8/" saved.cpp' expect 0 "" "$falx" $flags -c saved.cpp -o saved.o
  grep -q 'VALUE 8' saved.cpp || fail "$when: the source was not changed"
  mv saved.o warm.o
  cold -c saved.cpp -o saved.o
  cmp warm.o saved.o || fail "$when: of a source that was there before"
done
mkdir ../system
echo 'enum { late = 1 };' >../system/late.hpp
sleep 0.06
printf '#include <late.hpp>\nint x = late;\n' >late.cpp
printf 'int first;\n' >slow.cpp
for _ in 1 2; do expect 0 "" "$falx" $flags -isystem "$work/system" -c late.cpp; done
[ "$(stored)" -ge 2 ] || fail "late.hpp is not kept"
# One processor: the second source waits for the first.
first=$(taskset -cp $$ | sed 's/.*: //;s/[-,].*//')
WHEN=slow.cpp EDIT="sleep 0.2; echo 'enum { late = 2 };' >$work/system/late.hpp" \
  expect 0 "" taskset -c "$first" "$falx" $flags -isystem "$work/system" -c slow.cpp late.cpp
mv late.o warm.o
cold -isystem "$work/system" -c late.cpp -o late.o
cmp warm.o late.o || fail "of a header that was there before"
unset FALX_CLANG

# A folder that is named twice, once by a link that leads elsewhere later.
mkdir ../third && ln -s first ../again
printf '#include <header.hpp>\n#if __has_include(<maybe.hpp>)\n#include <maybe.hpp>\n#else\nint maybe;\n#endif\n' >../second/asks.hpp
echo 'long long maybe;' >../third/maybe.hpp
echo '#include <asks.hpp>' >twice.cpp
sleep 0.06
for _ in 1 2; do expect 0 "" "$falx" $flags "-I$work/again" -c twice.cpp -o twice.o; done
plan "-I$work/again" twice.cpp | grep -q -e -preamble-bytes || fail "twice.cpp: not from the cache"
ln -sfn third ../again
expect 0 "" "$falx" $flags "-I$work/again" -c twice.cpp -o twice.o
mv twice.o warm.o
cold "-I$work/again" -c twice.cpp -o twice.o
cmp warm.o twice.o || fail "a link to another folder is not noticed"

# A link that leads to a file of the same size and moment.
mkdir ../one ../two && ln -s one ../current
echo '#include <version.hpp>
int x = version;' >versions.cpp
for _ in $(seq 200); do
  rm -f ../one/version.hpp ../two/version.hpp
  { echo 'enum { version = 1 };' >../one/version.hpp; echo 'enum { version = 2 };' >../two/version.hpp; }
  [ "$(stat -c %y%z ../one/version.hpp)" != "$(stat -c %y%z ../two/version.hpp)" ] || break
done
sleep 0.06
for _ in 1 2; do expect 0 "" "$falx" $flags "-I$work/current" -c versions.cpp; done
plan "-I$work/current" versions.cpp | grep -q -e -preamble-bytes || fail "versions.cpp: not from the cache"
ln -sfn two ../current
expect 0 "" "$falx" $flags "-I$work/current" -c versions.cpp -o versions.o
mv versions.o warm.o
cold "-I$work/current" -c versions.cpp -o versions.o
cmp warm.o versions.o || fail "another file of the same moment is not noticed"

# No home is made, and nothing is left in someone else's.
unset FALX_PREAMBLE_CACHE XDG_CACHE_HOME
HOME=$work/nowhere expect 0 "" "$falx" $flags -c twice.cpp
absent "$work/nowhere"
if [ "$(id -u)" -eq 0 ]; then
  mkdir "$work/theirs" && chown 65534 "$work/theirs"
  HOME=$work/theirs expect 0 "" "$falx" $flags -c twice.cpp
  [ -z "$(ls -A "$work/theirs")" ] || fail "files in someone else's home"
fi
finish
