#!/bin/sh
# Many kernels are generated in parts, on all processors; what comes out does not depend on their number
# (issue 4, C7; requirements DL-5, DL-16).
. "$(dirname "$0")/lib.sh"
inputs=$inputs/linking
post_link=$prefix/bin/falx-post-link
allow=--allow-function-pointers
need taskset

ok "$falx" -fsycl -O2 -fPIC "$inputs/doc_lib.cpp" -shared -o libhelpers.so
libraries="-L. -lhelpers -Wl,-rpath,."
ok "$falx" -fsycl -O2 "$inputs/parts.cpp" -c -o parts.o
for split in auto per_kernel off; do
  # shellcheck disable=SC2086
  ok "$falx" -fsycl -fsycl-allow-func-ptr -fsycl-device-code-split=$split parts.o $libraries -o parts
  ok ./parts
done
for isa in baseline v3 v4; do
  FALX_NATIVE_ISA=$isa ./parts 2>said || grep -q "FALX_NATIVE_ISA" said || fail "$isa: $(cat said)"
done

# One processor and all.
ok "$falx" -fsycl -fsycl-device-only -O2 "$inputs/parts.cpp" -o parts.bc
first=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
for isas in --isa=baseline,v3 --march=native; do
  [ "$(uname -m)" = x86_64 ] || [ $isas = --march=native ] || continue
  said=$(taskset -c "$first" "$post_link" --time -O2 $isas $allow --library=libhelpers.so --emit=object -o one.o \
    --target=native_cpu parts.bc 2>&1)
  says "generate.part-2"
  ok "$post_link" -O2 $isas $allow --library=libhelpers.so --emit=object -o all.o --target=native_cpu parts.bc
  cmp one.o all.o || fail "$isas: the output depends on the number of processors"
done
# What goes wrong in a part is said as ever.
ok "$falx" -fsycl -fsycl-device-only -O2 -DMISTAKE "$inputs/parts.cpp" -o mistake.bc
refuses 1 "error: <inline asm>:1:2: " "$post_link" -O2 --march=native $allow --library=libhelpers.so --emit=object -o none.o \
  --target=native_cpu mistake.bc
absent none.o
finish
