#!/bin/sh
# A thread uses SYCL for the first time while the process exits: it is told so, also where a library that the
# program is linked with has device code (requirements GO-2, GO-3).
. "$(dirname "$0")/lib.sh"
inputs=$inputs/late

ok "$falx" -fsycl -O1 "$inputs/program.cpp" "$inputs/library.cpp" -o alone
ok ./alone
ok "$falx" -fsycl -O1 -fPIC -shared "$inputs/library.cpp" -o liblate.so
ok "$falx" -fsycl -O1 "$inputs/program.cpp" -L. -llate -Wl,-rpath,. -o linked
ok ./linked
finish
