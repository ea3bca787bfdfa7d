#!/bin/bash
# Kernel attributes (KL-11) reach the IR as annotations, whatever place they stand in, and nothing
# else about the sources changes. Usage: attributes.sh FALX++ CC
. "$(dirname "$0")/lib.sh"
mkdir -p ../include/sycl/detail
cp "$here/../../include/sycl/detail/attributes.hpp" ../include/sycl/detail
words='-DSYCL_EXTERNAL=[[clang::sycl_external]] -std=c++17'

# Each annotation: its line: line and column of its end (where it moved: of its start), how many
# arguments and three of them, or a bit for each aspect, name.
annotations() {
  awk '/^@\.str[.0-9]* = .*c"falx\./ { match($0, /c"falx\.[a-z_]*/); name[$1] = substr($0, RSTART + 7, RLENGTH - 7) }
    /^@\.args[.0-9]* = / { match($0, /} {.*}/); args[$1] = substr($0, RSTART + 3, RLENGTH - 4) }
    /^@llvm.global.annotations/ {
      count = split($0, entries, /{ ptr, ptr, ptr, i32, ptr } { /)
      for (i = 2; i <= count; i++) {
        split(entries[i], field, /, /)
        sub(/ptr /, "", field[2]); sub(/i32 /, "", field[4]); sub(/ptr /, "", field[5]); sub(/ }.*/, "", field[5])
        if (name[field[2]]) print field[4] ":" args[field[5]] " " name[field[2]]
      }
    }' "$1" | sed 's/ i32//g; s/i32 //g; s/i64 //g' | sort -V
}
# shellcheck disable=SC2086
expect 0 "" "$falx" -fsycl-device-only $words -Wall -Werror -O1 -S attributes.cpp -o attributes.ll
annotations attributes.ll >got.txt
cat >wanted.txt <<'END'
13: 13, 37, 2, 13, 7, 1  reqd_work_group_size
14: 14, 53, 2, 14, 7, 1  reqd_work_group_size
15: 15, 46, 2, 15, 7, 1  reqd_work_group_size
17: 17, 1, 1, 16, 1, 1  reqd_sub_group_size
21: 21, 52, 2, 21, 7, 1  reqd_work_group_size
22: 22, 37, 2, 22, 7, 1  reqd_work_group_size
23: 23, 12, 1, 16, 1, 1  reqd_sub_group_size
24: 24, 12, 1, 16, 1, 1  reqd_sub_group_size
24: 24, 29, 2, 24, 7, 1  reqd_work_group_size
25: 25, 58, 2, 25, 7, 1  reqd_work_group_size
25: 25, 78, 0  device_has
26: 26, 46, 2, 26, 7, 1  reqd_work_group_size
26: 27, 25, 64  device_has
26: 27, 60, 1, 27, 1, 1  work_group_size_hint
28: 28, 43, 1, 28, 1, 1  reqd_sub_group_size
30: 30, 52, 64  device_has
END
diff -u wanted.txt got.txt || fail "the annotations differ"

# The host's compilation has no warning about them, and names files as ever.
# shellcheck disable=SC2086
expect 0 "" "$falx" -fsycl $words -Wall -Wextra -pedantic -Werror -Wno-unused-value -g -MD -c attributes.cpp -o attributes.o
grep -q 'attributes.hpp' attributes.d || fail "a header is no dependency: $(cat attributes.d)"
! grep -q "$TMPDIR" attributes.d attributes.o || fail "the path of a temporary file got out"

# Other unknown attributes are still warned about, at their place.
printf 'int x; [[sycl::reqd_sub_group_size(8)]] [[sycl::other]] [[some::thing]] void f();\n' >unknown.cpp
expect 0 "unknown.cpp:1:43: warning: unknown attribute 'sycl::other' ignored" "$falx" -fsycl -c unknown.cpp
expect 0 "unknown.cpp:1:59: warning: unknown attribute 'some::thing' ignored" "$falx" -fsycl -c unknown.cpp
said=$("$falx" -fsycl -c unknown.cpp 2>&1)
case $said in *reqd_sub_group_size\'*) fail "a known attribute is warned about: $said" ;; esac
expect 1 "constant.cpp:1:36: note: read of non-const variable 'v' is not allowed in a constant expression" \
  sh -c "echo 'int v; [[sycl::reqd_sub_group_size(v)]] void f();' >constant.cpp; '$falx' -fsycl -c constant.cpp"

# Preprocessed sources, and stages that need no folder for temporary files.
# shellcheck disable=SC2086
"$falx" -fsycl-device-only $words -include sycl/detail/attributes.hpp -E attributes.cpp -o plain.ii || fail "no preprocessed text"
grep -q '\[\[sycl::reqd_sub_group_size(16)\]\]' plain.ii || fail "-E does not show the source"
expect 0 "" "$falx" -fsycl-device-only -std=c++17 -O1 -S plain.ii -o plain.ll
annotations plain.ll | wc -l | grep -qx 16 || fail "$(annotations plain.ll) in preprocessed text"
expect 0 "" "$falx" -fsycl -fsyntax-only -Werror -std=c++17 -DSYCL_EXTERNAL= attributes.cpp
printf '#include "attributes.hpp"\nSMALL void f();\nint main() {}\n' >uses.cpp
expect 0 "" "$falx" -fsycl -Werror uses.cpp -o uses # in a header alone

# Sources without them are compiled as they are.
"$falx" -fsycl -### -c main.cpp 2>&1 | grep -q remap && fail "a source without attributes is rewritten"
# Headers that include each other, by ever longer paths; each is read once, by whatever path.
mkdir -p circle/a circle/b circle/c
printf '#pragma once\n#include "../b/b.h"\n#include "../c/c.h"\n' >circle/a/a.h
printf '#pragma once\n#include "../a/a.h"\n#include "../c/c.h"\n[[sycl::reqd_sub_group_size(4)]] SYCL_EXTERNAL int b() { return 1; }\n' >circle/b/b.h
printf '#pragma once\n#include "../a/a.h"\n#include "../b/b.h"\n' >circle/c/c.h
printf '#include <c/../a/a.h>\n#include <c/c.h>\n' >circle.cpp
limit=4000000 # KiB; a sanitizer's shadow memory takes more
(ulimit -v $limit && "$falx" --version) >/dev/null 2>&1 || limit=unlimited
# shellcheck disable=SC2086
(ulimit -v $limit && expect 0 "" timeout 60 "$falx" -fsycl-device-only $words -Icircle -S circle.cpp -o circle.ll
  exit $failures) || fail "headers that include each other"
[ "$(annotations circle.ll | grep -c reqd_sub_group_size)" -eq 1 ] || fail "an attribute in such a header is lost"
finish
