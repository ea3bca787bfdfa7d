#!/bin/sh
# The code that reads and writes texels of any format had conversions of half, so that devices without aspect::fp16
# refused every kernel with an image.
. "$(dirname "$0")/../flows/lib.sh"

ok "$falx" -fsycl -O1 -fsycl-targets=spir64 "$here/image-access-asks-for-fp16/copy.cpp" -o copy
said=$("$prefix/bin/falx-image" copy)
says 'image: spir64'
says 'main::'
case $said in
*fp16*) fail "the kernel asks for fp16: $said" ;;
esac
finish
