#!/bin/sh
# Every case of a device_global, with and without device_image_scope, with every split mode: in one
# program, in two shared libraries, after dlclose and dlopen, in two libraries of the same names
# (DG-5, DG-7 to DG-10, DG-13, DG-16, DG-17, DG-19, DG-21 to DG-23).
. "$(dirname "$0")/lib.sh"
inputs=$inputs/device_global
falx="$falx -fsycl -fsycl-native-isa=baseline -O1 -fPIC"
silent() {
  said=$("$@" 2>&1) || fail "$scope, $split: $* ends with $?: $said"
  [ -z "$said" ] || fail "$scope, $split: $* says '$said'"
}

ok $falx -c -DLINKED "$inputs/cases_main.cpp" -o linked.o
ok $falx "$inputs/cases_main.cpp" -ldl -o loads
for scope in shared -DSCOPED; do
  ok $falx -c ${scope#shared} -DNAME=first "$inputs/cases.cpp" -o one.o
  ok $falx -c ${scope#shared} -DNAME=second "$inputs/cases.cpp" -o two.o
  for split in off per_source per_kernel auto; do
    link="$falx -fsycl-device-code-split=$split"
    ok $link linked.o one.o two.o -o program
    silent ./program
    ok $link -shared one.o -o libone.so
    ok $link -shared two.o -o libtwo.so
    ok $falx linked.o -L. -lone -ltwo -Wl,-rpath,. -o apart
    silent ./apart
    cp libone.so libagain.so # the same names: each has its own variables
    silent ./loads ./libone.so ./libtwo.so ./libagain.so
  done
done

# Image-scoped, and in the images of two libraries (DG-19).
ok $falx -shared -DNAME=first -DDEFINED "$inputs/ambiguous.cpp" -o libfirst.so
ok $falx -shared -DNAME=second "$inputs/ambiguous.cpp" -o libsecond.so
ok $falx "$inputs/ambiguous.cpp" -L. -lfirst -lsecond -Wl,-rpath,. -o ambiguous
silent ./ambiguous
finish
