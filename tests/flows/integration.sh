#!/bin/sh
# Integration header and footer (design documents 000, 002 and 004; DG-14, DG-15, DG-22, KL-5): written
# by falx++, used in host compilations by hand.
# shellcheck disable=SC2086
. "$(dirname "$0")/lib.sh"
here_globals=$inputs/device_global
inputs=$inputs/integration
library="-L$prefix/lib -lfalx -Wl,-rpath,$prefix/lib"
gcc="g++ -std=c++17 -Wall -Wextra -Werror -isystem $prefix/include"
clang_host="$clang -std=c++17 -Wall -Wextra -Werror -isystem $prefix/include -Xclang -fsycl-is-host"
falx="$falx -fsycl-native-isa=baseline"
have_gcc=
command -v g++ >/dev/null && have_gcc=yes

# device SOURCE: device.o, header.h, footer.h of it
device() {
  ok $falx -fsycl-device-only -fsycl-targets=native_cpu -O2 -fsycl-int-header=header.h \
    -fsycl-int-footer=footer.h "$1" -o device.bc
  ok $falx -fsycl -O2 -c device.bc -o device.o
}
# by_hand OUT SOURCE COMPILER...: header, source and footer in one compilation
by_hand() {
  out=$1 source=$2
  shift 2
  ok "$@" -include header.h -include "$source" -x c++ -c footer.h -o host.o
  ok $clang host.o device.o $library -o "$out"
}
prints() {
  wanted=$1
  shift
  said=$("$@" 2>&1)
  [ "$said" = "$wanted" ] || fail "$* prints '$said', not '$wanted'"
}
all="21 333 11 21 67 55 7"

# Everything that has a name, by every host compiler; g++ without run-time type information knows
# kernels and constants by header and footer alone.
device "$inputs/manual.cpp"
by_hand manual "$inputs/manual.cpp" $clang_host -fno-rtti
prints "$all" ./manual
if [ $have_gcc ]; then
  for options in "" "-fno-rtti"; do
    by_hand manual "$inputs/manual.cpp" $gcc $options
    prints "$all" ./manual
  done
  refuses 1 "without -frtti this host compiler knows a kernel by the integration header only" \
    $gcc -fno-rtti -c "$inputs/shadowed.cpp" -o none.o
fi
grep -q 'class Local;' header.h && grep -q 'kind_accessor, 48, 0' header.h &&
  grep -q 'kind_std_layout, 4, 48' header.h || fail "the header: $(cat header.h)"
grep -q '{&::FuBar, "FuBar"}' footer.h && grep -q '{&::__sycl_detail_shim_0(), "_ZN12_GLOBAL__N_15FuBarE\.' footer.h ||
  fail "the footer: $(cat footer.h)"
# Alone they are the same, and nothing else is written.
ok $falx -fsycl -fsycl-targets=native_cpu -O2 -fsycl-int-header=alone.h -fsycl-int-footer=behind.h \
  "$inputs/manual.cpp"
cmp header.h alone.h && cmp footer.h behind.h || fail "header and footer alone differ"
absent a.out manual.o manual.bc
# In one command, too.
ok $falx -fsycl -O2 "$inputs/manual.cpp" -o whole
prints "$all" ./whole

# Names of every kind: those that can be declared ahead are, the others go by their types.
device "$inputs/names.cpp"
[ "$(grep -c '^template <> struct sycl::detail::KernelInfo<' header.h)" -eq 6 ] &&
  [ "$(grep -c '^// has no name that could be declared here: _ZTS' header.h)" -eq 13 ] ||
  fail "names in the header: $(cat header.h)"
by_hand names "$inputs/names.cpp" $clang_host
prints "0 1 2 3 4 5 6 7 8 9 10 11 12 13 15 17 16 17 18 " ./names
if [ $have_gcc ]; then
  by_hand names "$inputs/names.cpp" $gcc
  prints "0 1 2 3 4 5 6 7 8 9 10 11 12 13 15 17 16 17 18 " ./names
fi

# Document 000's examples as they are written there.
ok $falx -fsycl -O2 "$inputs/first.cpp" -o first
ok ./first
ok $falx -fsycl -O2 "$inputs/shadowed.cpp" -o shadowed
ok ./shadowed
if [ $have_gcc ]; then
  ok $falx -fsycl -O2 -fsycl-host-compiler=g++ -fsycl-host-compiler-options=-std=c++17 \
    "$inputs/shadowed.cpp" -o shadowed
  ok ./shadowed
  # Without run-time type information falx++ writes and includes them itself.
  ok $falx -fsycl -O2 -fsycl-host-compiler=g++ \
    "-fsycl-host-compiler-options=-std=c++17 -fno-rtti" -MD -MP -MF list.d -c "$inputs/manual.cpp" -o no_rtti.o
  ok $falx -fsycl no_rtti.o -o no_rtti
  prints "$all" ./no_rtti
  grep -q 'manual\.cpp' list.d && ! grep -q "$TMPDIR" list.d || fail "the list: $(cat list.d)"
fi
device "$inputs/shadowed.cpp"
by_hand shadowed "$inputs/shadowed.cpp" $clang_host
ok ./shadowed
if [ $have_gcc ]; then
  by_hand shadowed "$inputs/shadowed.cpp" $gcc
  ok ./shadowed
fi

# What is missing is said: the footer by the linker, the header by the footer, both at run time.
ok $clang_host -include header.h -c "$inputs/shadowed.cpp" -o half.o -Wno-undefined-internal
refuses 1 "undefined reference to \`sycl::detail::(anonymous namespace)::__sycl_device_global_registration" \
  $clang half.o device.o $library -o none
refuses 1 "an integration footer needs the integration header before the source: -include HEADER" \
  $clang_host -include "$inputs/shadowed.cpp" -x c++ -c footer.h -o none.o
ok $clang_host -c "$inputs/shadowed.cpp" -o bare.o
ok $clang bare.o device.o $library -o bare
refuses 134 "or with the integration header and footer that falx++ writes together with the device code" ./bare
absent none none.o

# The tool by itself.
tool="$prefix/bin/falx-integration"
words="$clang -std=c++17 -Xclang -fsycl-is-device -isystem $prefix/include $inputs/shadowed.cpp"
refuses 1 "the id of 'FuBar', which is of this file alone, is told by the file's device code; give it with --device-code=" \
  "$tool" --footer=none.h -- $words
refuses 1 "cannot read 'none.bc': No such file" "$tool" --footer=none.h --device-code=none.bc -- $words
refuses 1 "cannot write '/nowhere/none.h': No such file" "$tool" --header=/nowhere/none.h -- $words
refuses 1 "-- CLANG ARGS... is missing" "$tool" --header=none.h
refuses 1 "unknown option '--odd'" "$tool" --odd -- $words
echo 'int main() { return }' >broken.cpp
refuses 1 "broken.cpp:1:21: error: expected expression" "$tool" --header=none.h -- $clang broken.cpp
ok "$tool" -- $clang broken.cpp # the compiler says it
absent none.h

# Header and host compilation disagree about the function object.
device "$inputs/../app.cpp"
refuses 1 "the kernel's function object is laid out in another way than in the device compilation" \
  $clang_host -DWIDE -include header.h -c "$inputs/../app.cpp" -o none.o

# A library with static variables, loaded and unloaded: what the footer registered goes with it.
sed 's/^device_global<int> local/static &/' "$here_globals/plugin.cpp" >plugin.cpp
grep -q '^static device_global' plugin.cpp || fail "the plugin's variable is not static"
ok $falx -fsycl-device-only -fsycl-targets=native_cpu -O2 -fPIC -I"$here_globals" \
  -fsycl-int-header=header.h -fsycl-int-footer=footer.h plugin.cpp -o device.bc
ok $falx -fsycl -O2 -fPIC -c device.bc -o device.o
ok $clang_host -fPIC -I"$here_globals" -include header.h -include plugin.cpp -x c++ -c footer.h \
  -o host.o
ok $clang -shared host.o device.o $library -o libplugin.so
ok $falx -fsycl -O2 "$here_globals/host.cpp" -ldl -o host
ok ./host ./libplugin.so

# Device globals where they may be: nothing is said, and all is compiled. Mistakes: tests/refused.
ok $falx -fsycl -Wall -Wextra -Werror -Wno-unused -c "$inputs/fine.cpp" -o fine.o
# Only sources that name device_global are looked at.
$falx -fsycl -### -c "$inputs/../app.cpp" -o none.o 2>&1 | grep -q falx-integration &&
  fail "falx-integration looks at a source without device_global"
# In an included file, too; as the preprocessor leaves it; told once where two targets are compiled.
printf '#include <sycl/sycl.hpp>\n#include "inner.hpp"\nint main() { f(); }\n' >outer.cpp
printf 'inline void f() { static sycl::ext::oneapi::experimental::device_global<int> x; }\n' >inner.hpp
refuses 1 "inner.hpp:1:78: error: a device_global cannot be a local variable; declare 'x'" \
  $falx -fsycl -fsycl-targets=native_cpu,spir64 -c outer.cpp -o none.o
says "    1 | inline void f() {"
echo "$said" | grep -q '^      | \{78\}^$' || fail "the caret is elsewhere: $said"
[ "$(echo "$said" | grep -c error:)" -eq 1 ] || fail "it is said more than once: $said"
refuses 1 "inner.hpp:1:78: error: a device_global cannot be a local variable; declare 'x'" \
  $falx -fsycl-device-only -fsycl-int-header=none.h -fsycl-int-footer=none_footer.h outer.cpp -o none.bc
absent none.o none.h none_footer.h none.bc
refuses 1 "inner.hpp:1:78: error: a device_global cannot be a local variable; declare 'x'" \
  $falx -fsycl -fsyntax-only outer.cpp
finish
