#!/bin/sh
# Code for several instruction sets in one program (issue 3, item 6): which is made, which runs, how
# one is pinned. Every variant that this processor has computes the same.
. "$(dirname "$0")/lib.sh"
[ "$(uname -m)" = x86_64 ] || {
  echo "skipped: variants are for x86-64"
  exit 77
}
unset FALX_NATIVE_ISA
image() { said=$("$prefix/bin/falx-image" "$1"); }
lacks() {
  case $said in
  *"$1"*) fail "'$1' is in '$said'" ;;
  esac
}

ok "$falx" -fsycl -O2 "$inputs/app.cpp" -o app
image app
says "native code for x86-64,"
says "native code for x86-64-v3,"
says "native code for x86-64-v4,"
ok ./app
said=$(FALX_TRACE=program ./app 2>&1)
best=${said#*code for }
best=${best%% *}
for isa in baseline v3 v4; do
  cpu=x86-64${isa#baseline}
  [ $isa = baseline ] || cpu=x86-64-$isa
  said=$(FALX_NATIVE_ISA=$isa FALX_TRACE=program ./app 2>&1)
  if [ "$cpu" = x86-64 ] || [ "$cpu" = x86-64-v3 -a "$best" != x86-64 ] || [ "$cpu" = "$best" ]; then
    says "built an image of 1 kernels, code for $cpu for"
  else
    says "FALX_NATIVE_ISA is '$isa', which this processor or its system does not offer; the best here is"
  fi
done
FALX_NATIVE_ISA=avx refuses 2 "FALX_NATIVE_ISA is 'avx'; set it to baseline, v3 or v4, or unset it" ./app
said=$("$prefix/bin/falx-ls" --settings)
says FALX_NATIVE_ISA
said=$(ONEAPI_DEVICE_SELECTOR='native_cpu:*' "$prefix/bin/falx-ls" --why)
says "adapter opencl"
says "ONEAPI_DEVICE_SELECTOR='native_cpu:*' takes none of its devices"
lacks "adapter native_cpu"

# Chosen when building: by list, by processor, none at -O0.
ok "$falx" -fsycl -O2 -fsycl-native-isa=baseline "$inputs/app.cpp" -o small
image small
says "native code for x86-64,"
lacks "x86-64-v3"
[ "$best" = x86-64 ] ||
  FALX_NATIVE_ISA=v3 refuses 2 "image 0 of $work/small: is 'baseline', for x86-64, and FALX_NATIVE_ISA is 'v3'" ./small
ok "$falx" -fsycl -O2 -march=x86-64-v3 "$inputs/app.cpp" -o one
image one
says "native code for x86-64-v3,"
lacks "native code for x86-64,"
ok "$falx" -fsycl "$inputs/app.cpp" -o unoptimized
image unoptimized
lacks x86-64-v3
refuses 1 "unknown instruction set 'v5' in -fsycl-native-isa=; known instruction sets: baseline, v3, v4" \
  "$falx" -fsycl -fsycl-native-isa=v3,v5 "$inputs/app.cpp" -o none
refuses 1 "-fsycl-native-isa=v3 is for several processors, 'native' for one; leave one out" \
  "$falx" -fsycl -fsycl-native-isa=v3 -march=native "$inputs/app.cpp" -o none
absent none
finish
