#!/bin/sh
# Kernel attributes (SYCL 2020, 5.8; KL-11): what is wrong with them is said with its place.
. "$(dirname "$0")/lib.sh"
e=$inputs/errors

refuses 1 "attributes.cpp:5:32: error: 'reqd_work_group_size' is given twice for one kernel or function, with different arguments; leave one out" \
  "$falx" -fsycl -O1 "$e/attributes.cpp" -o out
says "attributes.cpp:3:33: note: the other one is here"
says "attributes.cpp:9:69: error: -2 is no size: 'reqd_sub_group_size' takes positive numbers"
says "attributes.cpp:10:50: error: 'reqd_work_group_size' takes 1 to 3 numbers, not 4"
says "attributes.cpp:11:87: error: 'device_has' takes values of sycl::aspect, and an argument is none"
absent out

for level in -O0 -O2; do
  refuses 1 "sub_group.cpp:6:5: error: the kernel requires sub-groups of 8 work-items, and on native_cpu they are vectors, but it cannot be vectorized: it contains inline assembly" \
    "$falx" -fsycl $level -fno-falx-vectorize "$e/sub_group.cpp" -o out
  absent out
done

refuses 0 "device_has.cpp:4:29: warning: this uses a feature of sycl::aspect::fp64, which a device_has attribute does not list" \
  "$falx" -fsycl -O2 "$inputs/device_has.cpp" -o has
says "device_has.cpp:10:73: note: called from"
says "device_has.cpp:10:60: note: the attribute is here"
ok ./has

# Images say what is required.
ok "$falx" -fsycl -fsycl-targets=native_cpu,spir64 -O2 "$here/../sycl/attributes/work_group_size.cpp" -o sizes
"$prefix/bin/falx-image" sizes >listing
grep -q 'requires work-groups of 4 x 3 x 2' listing || fail "no required size in: $(cat listing)"
grep -q 'requires work-groups of 16$' listing || fail "no required size of one dimension in: $(cat listing)"
finish
