#!/bin/sh
# exports.sh NM ADAPTER.so: an adapter exports falx_adapter and nothing else.
names=$("$1" -D --defined-only "$2" | sed 's/.* //') || exit 1
[ "$names" = falx_adapter ] && exit 0
echo "$2 exports: $names" >&2
exit 1
