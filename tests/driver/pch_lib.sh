# Shared by the tests of precompiled headers: a small <sycl/sycl.hpp>, a cache of its own.
. "$(dirname "$0")/lib.sh"
mkdir -p ../include/sycl/detail ../include/CL ../own
cp "$here/../../include/sycl/detail/attributes.hpp" ../include/sycl/detail
cache=$work/cache
export FALX_PCH_CACHE=$cache
flags="-fsycl -std=c++17 -O1"

cat >../include/sycl/sycl.hpp <<'END'
#ifndef FALX_SYCL_SYCL_HPP
#define FALX_SYCL_SYCL_HPP
#include <cstddef>
#include <vector>
#include <sycl/detail/part.hpp>
#if __has_include(<optional_part.hpp>)
#include <optional_part.hpp>
#endif
#if __has_include(<asked/for.hpp>) && !defined(SYCL_ASKED)
#define SYCL_ASKED 1
#endif
#ifndef VALUE
#define VALUE 7
#endif
#ifndef SYCL_CASE
#define SYCL_CASE + 4
#endif
namespace sycl {
template <class T> int count(T t) { typename T::size s = t.begin(); return s; }
inline int counter = 3, with_case = 1 SYCL_CASE;
#ifdef __SYCL_DEVICE_ONLY__
[[clang::sycl_external]] std::size_t __spirv_BuiltInGlobalInvocationId(int);
template <class Name, class Kernel> [[clang::sycl_kernel_entry_point(Name)]] void entry(Kernel k) {
  k(__spirv_BuiltInGlobalInvocationId(0));
}
[[clang::sycl_external]] inline int in_header(int i) { return i + VALUE; }
#else
template <class Name, class Kernel> void entry(Kernel k) { k(0); }
#endif
}
inline void fill_in_header(int *values) {
  sycl::entry<class FillInHeader>([=](std::size_t i) { values[i] = VALUE; });
}
#endif
END
echo '#include <sycl/sycl.hpp>
namespace cl { namespace sycl = ::sycl; }' >../include/CL/sycl.hpp
mkdir ../include/asked && echo 'int absent;' >../include/asked/for.hpp
echo 'enum { PART = 5 };' >../include/sycl/detail/part.hpp
settle() { sleep 0.1; } # what has just been written is not kept
settle

cat >app.cpp <<'END'
/* A comment
   of two lines. */
#include <cstdio> // why
#include <vector>

#include <sycl/sycl.hpp>
#include <map>
int line = __LINE__, level = __INCLUDE_LEVEL__;
const char *file = __FILE__;
[[clang::noinline]] int next() { return __COUNTER__; }
int main() {
  int value = 0;
  fill_in_header(&value);
  std::vector<int> values(2, PART);
  return value == 7 && next() == 0 && sycl::counter == 3 && level == 0 && line == 8 && values[1] == 5 ? 0 : 1;
}
END

# shellcheck disable=SC2086
plan() { "$falx" $flags -### "$@" 2>&1; }
kept() { find "$cache" -name '*-file*' 2>/dev/null | wc -l; } # a file and its record each
# shellcheck disable=SC2086
cold() { FALX_PCH_CACHE=0 "$falx" $flags "$@"; }
# uses OPTIONS…: both compilations of what is named use a precompiled header
uses() { [ "$(plan -c "$@" | grep -c -e "-Xclang -include-pch")" -eq 2 ] || fail "$*: from source: $(plan -c "$@")"; }
leaves() { ! plan -c "$@" | grep -q -e '-Xclang -include-pch' || fail "$*: not from source"; }
# same "WHY" SOURCE OPTIONS…: the object is as from source, and so is what is said
same() {
  why=$1 source=$2
  shift 2
  rm -f out.o warm.o cold.o
  cold "$@" -c "$source" -o out.o >cold.txt 2>&1
  wanted=$?
  [ $wanted -ne 0 ] || mv out.o cold.o
  # shellcheck disable=SC2086
  "$falx" $flags "$@" -c "$source" -o out.o >warm.txt 2>&1
  status=$?
  [ $status -eq $wanted ] || fail "$why: status is $status: $(cat warm.txt)"
  cmp cold.txt warm.txt || fail "$why: says something else: $(cat warm.txt)"
  [ $wanted -eq 0 ] || { absent out.o && return; }
  mv out.o warm.o
  case " $* " in *" -g "*) # less is said of what nobody uses: code and lines
    for object in cold warm; do
      mv $object.o listed.o
      objdump -dlr listed.o >$object.txt
    done
    cmp cold.txt warm.txt || fail "$why: other code" ;;
  *) cmp cold.o warm.o || fail "$why: another object" ;;
  esac
}
