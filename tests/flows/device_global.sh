#!/bin/sh
# device_global: files, libraries, host compilers, splits (DG-7, DG-10, DG-13, DG-15, DG-21, DG-22).
# shellcheck disable=SC2086
. "$(dirname "$0")/lib.sh"
inputs=$inputs/device_global
prints() {
  said=$("$@" 2>&1)
  [ "$said" = "77141 9 11 9" ] || fail "$* prints '$said'"
}

falx="$falx -fsycl-native-isa=baseline" # compiles in a third of the time
for options in "-O0 -g" "-O2 -fsycl-device-code-split=per_kernel" "-O2"; do
  ok $falx -fsycl $options "$inputs/one.cpp" "$inputs/two.cpp" -o both
  prints ./both
done
"$prefix/bin/falx-image" both >said
grep -q "SYCL/device globals" said && grep -q "FuBar: 8 bytes" said || fail "falx-image does not tell"
if command -v g++ >/dev/null; then
  ok $falx -fsycl -O2 -fsycl-host-compiler=g++ "$inputs/one.cpp" "$inputs/two.cpp" -o gnu
  prints ./gnu
fi

# Objects, an archive, a shared library.
ok $falx -fsycl -O2 -fPIC -c "$inputs/one.cpp" -o one.o
ok $falx -fsycl -O2 -c "$inputs/two.cpp" -o two.o
ok ar rc libone.a one.o
ok $falx -fsycl two.o libone.a -o archived
prints ./archived
ok $falx -fsycl -shared one.o -o libshared_one.so
ok $falx -fsycl two.o -L. -lshared_one -Wl,-rpath,. -o apart
prints ./apart

# Loaded and unloaded.
ok $falx -fsycl -O2 -fPIC -shared "$inputs/plugin.cpp" -o libplugin.so
ok $falx -fsycl -O2 "$inputs/host.cpp" -ldl -o host
ok ./host ./libplugin.so

# Image scope: in one image, whatever the split; in two it is an error.
for split in off auto; do
  ok $falx -fsycl -O2 -DWRITTEN=scoped -fsycl-device-code-split=$split "$inputs/scoped.cpp" -o scoped
  [ "$(./scoped)" = 5 ] || fail "scoped, split $split: $(./scoped 2>&1)"
done
ok $falx -fsycl -O2 -DWRITTEN=free_one -fsycl-device-code-split=per_kernel "$inputs/scoped.cpp" -o each
[ "$(./each)" = 5 ] || fail "each: $(./each 2>&1)"
# It is where the variable is used first, or with -g where it is defined; notes name a kernel of each.
message='error: device_global variable scoped with property "device_image_scope" is used in more than one device image'
for options in "-O0" "-O2" "-O2 -fsycl-targets=spir64"; do
  refuses 1 "/scoped.cpp:10:14: $message" \
    $falx -fsycl $options -DWRITTEN=scoped -fsycl-device-code-split=per_kernel "$inputs/scoped.cpp" -o none
  says "/scoped.cpp:10:14: note: used by kernel 'main::Writes'"
  says "/scoped.cpp:13:43: note: used by kernel 'main::Reads'"
  absent none
done
refuses 1 "/scoped.cpp:3: $message" \
  $falx -fsycl -O2 -g -DWRITTEN=scoped -fsycl-device-code-split=per_kernel "$inputs/scoped.cpp" -o none
says "/scoped.cpp:10:14: note: used by kernel 'main::Writes'"
absent none
# Kernels that need different types of the device have no image in common: other advice, whatever the option.
cat >needs.cpp <<'EOF'
#include <sycl/sycl.hpp>
using namespace sycl::ext::oneapi::experimental;
device_global<int, decltype(properties(device_image_scope))> scoped;
int main() {
  sycl::queue q;
  double *half = sycl::malloc_shared<double>(1, q);
  q.single_task<class Writes>([=] { scoped = 1; }).wait();
  q.single_task<class Halves>([=] { *half = scoped * 0.5; }).wait();
}
EOF
for split in off auto; do
  refuses 1 "needs.cpp:7:44: $message; the kernels need different types or attributes of the device, so they cannot share an image: give them the same, or leave the property out" \
    $falx -fsycl -O2 -fsycl-targets=spir64 -fsycl-device-code-split=$split needs.cpp -o none
done

# A static variable has its own name, not the one that makes it unique.
sed 's/^\(device_global<int, \)/static \1/' "$inputs/scoped.cpp" >static.cpp
refuses 1 "static.cpp:10:14: $message" \
  $falx -fsycl -O2 -I"$inputs" -DWRITTEN=scoped -fsycl-device-code-split=per_kernel static.cpp -o none
absent none

# What is wrong with a declaration is said there, also where the program is linked at once and uses it.
refuses 1 "array.cpp:2:53: error: there are no arrays of device_globals; make 'numbers' one" \
  $falx -fsycl -O2 "$inputs/array.cpp" -o none
case $said in *"device code cannot"*) fail "the use is reported too: $said" ;; esac
absent none

# An object with more sections than its header can count.
ok $falx -fsycl "$inputs/many_sections.cpp" -o many_sections
ok ./many_sections
finish
