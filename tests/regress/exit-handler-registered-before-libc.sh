#!/bin/sh
# A thread uses SYCL for the first time while the process exits and is told so (requirements GO-2, GO-3). Where a
# library that the program is linked with has device code, the runtime asked for its exit handler before
# the C library was up, and was called after all destructors.
. "$(dirname "$0")/../flows/lib.sh"
inputs=$here/exit-handler-registered-before-libc

ok "$falx" -fsycl -O1 "$inputs/program.cpp" "$inputs/library.cpp" -o alone
ok ./alone
ok "$falx" -fsycl -O1 -fPIC -shared "$inputs/library.cpp" -o liblate.so
ok "$falx" -fsycl -O1 "$inputs/program.cpp" -L. -llate -Wl,-rpath,. -o linked
ok ./linked
finish
