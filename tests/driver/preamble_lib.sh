# Shared by the tests of the cache of preambles: a source with headers, a cache of its own.
. "$(dirname "$0")/lib.sh"
mkdir ../first ../second ../include/sycl
cache=$work/cache
export FALX_PREAMBLE_CACHE=$cache
flags="-fsycl -std=c++17 -I$work/first -I$work/second -O1"

headers() {
  cat >../second/lib.hpp <<'EOF'
#pragma once
#include "part.hpp"
#include <cstddef>
#if __has_include(<optional_part.hpp>)
#include <optional_part.hpp>
#endif
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunused-variable"
struct widget { int x; };
template <class T> int count(T t) { typename T::size s = t.begin(); return s; }
template <class T> int unused(T t) { int spare = 3; return t; }
inline int counter = __COUNTER__;
static int hidden = VALUE;
static struct starts { starts() { ++counter; } } at_start;
#ifdef __SYCL_DEVICE_ONLY__
[[clang::sycl_external]] std::size_t __spirv_BuiltInGlobalInvocationId(int);
template <class Name, class Kernel> [[clang::sycl_kernel_entry_point(Name)]] void entry(Kernel k) {
  k(__spirv_BuiltInGlobalInvocationId(0));
}
[[clang::sycl_external]] int in_header(int i) { return i + VALUE; }
#else
template <class Name, class Kernel> void entry(Kernel k) { k(0); }
#endif
inline void fill_in_header(int *values) {
  entry<class FillInHeader>([=](std::size_t i) { values[i] = VALUE; });
}
EOF
  echo 'enum { PART = 5 };' >../second/part.hpp
  printf '#pragma once\ninline int from_other = VALUE;\n' >../second/other.hpp
  sleep 0.1 # what has just been written is not kept
}
headers
cat >app.cpp <<'EOF'
/* A comment
   of two lines. */
#define VALUE 7
// Another.
#include <lib.hpp> // why

#include <other.hpp>
#include "own.hpp"
int line = __LINE__, level = __INCLUDE_LEVEL__;
const char *file = __FILE__;
[[clang::noinline]] int next() { return __COUNTER__; }
int main() {
  int value = 0;
  fill_in_header(&value);
  return own == VALUE && value == VALUE && next() == 1 && counter == 1 && level == 0 && line == 9 && PART == 5 ? 0 : 1;
}
EOF

echo 'int own = VALUE;' >own.hpp

stored() { find "$cache" -name '*.pch' | wc -l; }
# Compiles until the preambles of both passes are there, which says nothing.
warm() {
  # shellcheck disable=SC2086
  for _ in 1 2 3; do expect 0 "" "$falx" $flags "$@"; done
}
plan() { "$falx" $flags -### -c "$@" 2>&1; }
uses() { [ "$(plan "$@" | grep -c -e "$cache/[^ ]*pch .*-preamble-bytes=")" -eq 2 ] || fail "$*: not from the cache"; }
makes() { [ "$(plan "$@" | grep -c -e -emit-pch)" -eq 1 ] || fail "$*: not to be made: $(plan "$@")"; }
leaves_alone() { ! plan "$@" | grep -q -e '-preamble-bytes\|-emit-pch' || fail "$*: $(plan "$@")"; }
cold() { FALX_PREAMBLE_CACHE=0 "$falx" $flags "$@"; }
# same "WHY" OPTIONS…: out.o is as a compilation with these options makes it without the cache.
same() {
  why=$1
  shift
  mv out.o warm.o
  # shellcheck disable=SC2086
  cold "$@" -c -o out.o || fail "cannot compile $*"
  mv out.o cold.o
  case " $* " in *" -g "*) # less is said of what nobody uses: code and lines
    for object in cold warm; do
      mv $object.o listed.o
      objdump -dlr listed.o >$object.txt
      mv listed.o $object.o
    done
    cmp cold.txt warm.txt || fail "$why" ;;
  *) cmp cold.o warm.o || fail "$why" ;;
  esac
}

