#!/bin/bash
# Precompiled <sycl/sycl.hpp>: which compilations use one, and that they make and say the same as
# from source. docs/compile-time.md. Usage: pch.sh FALX++ CC
. "$(dirname "$0")/pch_lib.sh"

# The first compilation makes both, and uses them.
[ "$(plan -c app.cpp | grep -c -e -emit-pch)" -eq 2 ] || fail "none are to be made: $(plan -c app.cpp)"
absent "$cache"
same "the first time" app.cpp
[ "$(kept)" -eq 2 ] || fail "$(kept) are kept, not two"
uses app.cpp
! plan -c app.cpp | grep -q -e -emit-pch || fail "made again"
same "from then on" app.cpp
same "debug information" app.cpp -g
expect 0 "" "$falx" $flags app.cpp -o app
expect 0 "" ./app
for options in "-S -fsycl-host-only" "-S -fsycl-device-only" "-fsycl-device-only -c" "-emit-llvm -S -fsycl-host-only"; do
  # shellcheck disable=SC2086
  plan $options app.cpp | grep -q -e -include-pch || fail "$options: from source"
  # shellcheck disable=SC2086
  { cold $options app.cpp -o cold.out && "$falx" $flags $options app.cpp -o warm.out; } || fail "$options"
  cmp cold.out warm.out || fail "$options: another result"
done
expect 0 "" "$falx" $flags -fsyntax-only app.cpp

# Several sources share what is made.
cp app.cpp other.cpp
[ "$(FALX_PCH_CACHE=$cache-new plan -c app.cpp other.cpp | grep -c -e -emit-pch)" -eq 2 ] || fail "made for each source"

# source NAME "TEXT"
source_text() { printf '%b' "$2" >"$1"; }
code='int f() { return sycl::counter + sycl::with_case; }\n'
ours='#include <sycl/sycl.hpp>\n'
good() { source_text good.cpp "$1$code" && uses "${@:2}" good.cpp && same "$1" good.cpp "${@:2}"; }
bad() { source_text bad.cpp "$1$code" && leaves "${@:2}" bad.cpp; }
good "$ours"
good "\n// one\n/* two\n * lines */ #include <vector>\n# include <CL/sycl.hpp> /\x2f why\n"
good "#include <cmath>\r\n#include <unistd.h>\r\n#include <sycl/sycl.hpp>\r\n"
good "#include \"sycl/sycl.hpp\"\n"
good "#define NAME 1\n$ours"
good "#include <vector>\n#define NAME \"text\"  \r\n$ours"
good "#define SYCL_CASE + 2\n$ours"
good "#define SYCL_CASE\n#define SYCL_OTHER (1 + 2)\n$ours"
bad "#include <vector>\n#define SYCL_CASE + 2\n$ours"
bad "#define _SYCL_CASE + 2\n$ours"
bad "#define NAME 1 // one\n$ours"
bad "#define NAME(x) x\n$ours"
bad "#define NAME \\\\\n 1\n$ours"
bad "int before;\n$ours"
bad "#if 1\n$ours#endif\n"
bad "#pragma once\n$ours" -w
bad "#include <complex.h>\n$ours"
bad "#include <sys/wait.h>\n$ours"
bad "// a comment that goes on \\\\\nint before;\n$ours"
bad "/* *\\\\\n/ int before; /* */\n$ours" -w
bad "#include <vector> /* and\n more */ int before;\n$ours"
bad "#include_next <vector>\n$ours" -w

# Through headers of the source's own.
header() { printf '%b' "$2" >"../own/$1"; }
header plain.hpp "#pragma once\n#include <string>\n$ours"
header guarded.hpp "// one\n#ifndef OWN_HPP\n#define OWN_HPP\n#include \"plain.hpp\"\n#endif\n"
header standard.hpp '#ifndef S_HPP\n#define S_HPP\n#include <string>\n#endif\n'
header macro.hpp "#define NAME 1\n$ours"
header else.hpp "#ifndef A\n#define A\n#else\nint before;\n#endif\n$ours"
header mentioned.hpp "#ifndef VALUE\n#define VALUE\n#endif\n#undef VALUE\n$ours"
header tail.hpp "#ifndef T_HPP\n#define T_HPP\n#endif\nint before;\n"
header round.hpp "#include \"round.hpp\"\n"
for name in plain guarded; do
  good "#include \"../own/$name.hpp\"\n"
  good "#include <$name.hpp>\n" "-I$work/own"
  good "#include \"$name.hpp\"\n" -iquote "$work/own"
done
good "#include \"../own/standard.hpp\"\n$ours"
good "#include \"../own/macro.hpp\"\n"
for name in else mentioned tail; do bad "#include \"../own/$name.hpp\"\n$ours"; done
bad "#include \"../own/round.hpp\"\n$ours"
bad "#include \"absent.hpp\"\n$ours"

# Another header by a standard name, or by one that ours looks for.
mkdir ../shadows ../folders && echo '#include_next <cstdio>' >../shadows/cstdio && mkdir ../folders/vector
leaves "-I$work/shadows" app.cpp
uses "-I$work/folders" app.cpp
mkdir -p ../part/sycl/detail && echo 'enum { PART = 6 };' >../part/sycl/detail/part.hpp
same "a header in place of ours" app.cpp "-I$work/part"
same "a header that ours asks for" app.cpp "-I$work/optional"
mkdir ../optional && echo '#undef VALUE
#define VALUE 9' >../optional/optional_part.hpp
same "a header that ours asks for, and now is there" app.cpp "-I$work/optional"

# Options: these make no difference to the header ...
before=$(kept)
for option in -Wall -Wextra -g "-I$work/own" -DQUITE_OTHER=1 "-MD" -w -Wno-unused; do
  uses "$option" app.cpp
  same "$option" app.cpp "$option"
done
[ "$(kept)" -eq "$before" ] || fail "$(kept) are kept, not $before"
# ... and these do.
for option in -O2 -std=c++20 -fPIC -DNDEBUG -DVALUE=8 -march=x86-64-v3 -fno-exceptions; do
  same "$option, the first time" app.cpp "$option"
  same "$option" app.cpp "$option"
  uses "$option" app.cpp
  before=$((before + 2))
done
[ "$(kept)" -eq "$before" ] || fail "$(kept) are kept, not $before"
# With these it is not used.
for option in "-include ../own/standard.hpp" -save-temps=obj -fno-sycl-pch -v "-Xclang -ast-print" -H -g3 "-MD -MP" \
  "-include-pch x.pch" -gline-tables-only "--sysroot=/" -fms-extensions "-Wp,-DA" "-idirafter =x"; do
  # shellcheck disable=SC2086
  leaves $option app.cpp
done
plan -E app.cpp | grep -q -e -include-pch && fail "-E: not from source"
CPATH=$work/own leaves app.cpp
same "tables of lines" app.cpp -gline-tables-only

# What clang says is what it says from source. (Of two compilations that fail, either may be first.)
flags="$flags -fsycl-host-only"
source_text warns.cpp "#include <vector>\n${ours}static int unused;\nint f() { int spare; return PART }\n"
same "errors" warns.cpp -Wall
same "errors, in colour" warns.cpp -Wall -fcolor-diagnostics
source_text warns.cpp "${ours}static int unused;\nint f(int a) { a == 1; return 0; }\n"
same "warnings" warns.cpp -Wall
same "warnings as errors" warns.cpp -Wall -Werror
source_text warns.cpp "${ours}struct s {};\nint f() { return sycl::count(s()); }\n"
same "errors in the header" warns.cpp
source_text warns.cpp "${ours}#define VALUE 5\nint vectr = std::vectr<int>();\n"
same "names that are guessed" warns.cpp
source_text warns.cpp "${ours}#include <absent.hpp>\n"
same "a header that is not there" warns.cpp -MD
flags=${flags% -fsycl-host-only}

# Kernel attributes.
printf '#include <sycl/sycl.hpp>\nvoid g(int *p) { sycl::entry<class G>([=](std::size_t i) [[sycl::reqd_sub_group_size(8)]] { p[i] = 1; }); }\n' >attributes.cpp
before=$(kept)
uses attributes.cpp
same "kernel attributes" attributes.cpp
[ "$(kept)" -eq "$before" ] && ! plan -c attributes.cpp | grep -q -e -emit-pch || fail "kernel attributes: not as for other sources"

# Lists of what was read: the same files, the source first.
for options in "-MD -MF list" "-MMD -MF list" "-MMD -MP -MF list" "-MD -MP -MF list" "-MD -MT a -MF list"; do
  for source in app.cpp ./app.cpp "$PWD/app.cpp"; do
    # shellcheck disable=SC2086
    cold $options -c "$source" -o out.o && mv list cold.list
    # shellcheck disable=SC2086
    expect 0 "" "$falx" $flags $options -c "$source" -o out.o
    for list in list cold.list; do tr -d '\\' <$list | tr -s ' \n' '\n\n' | sort >$list.sorted; done
    cmp list.sorted cold.list.sorted || fail "$options $source: other files: $(diff list.sorted cold.list.sorted)"
    [ "$(head -1 list | tr -s ' ' '\n' | sed -n 2p)" = "$(head -1 cold.list | tr -s ' ' '\n' | sed -n 2p)" ] ||
      fail "$options $source: the source is not the first: $(head -1 list)"
  done
done
finish
