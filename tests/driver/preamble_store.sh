#!/bin/bash
# The cache of preambles, whatever happens to it: nobody hears of it. docs/compile-time.md.
# Usage: preamble_store.sh FALX++ CC
. "$(dirname "$0")/preamble_lib.sh"

# Folders that cannot or must not be used.
rm -rf "$cache"
mkdir "$cache" && chmod 770 "$cache"
expect 0 "" "$falx" $flags -c app.cpp
[ -z "$(ls "$cache")" ] || fail "a folder that others can write to is used"
chmod 700 "$cache"
ln -s "$cache" "$work/link"
FALX_PREAMBLE_CACHE=$work/link expect 0 "" "$falx" $flags -c app.cpp
[ -z "$(ls "$cache")" ] || fail "a link is followed"
FALX_PREAMBLE_CACHE=$PWD/app.cpp/cache expect 0 "" "$falx" $flags -c app.cpp
if [ "$(id -u)" -eq 0 ]; then
  chown 65534 "$cache"
  expect 0 "" "$falx" $flags -c app.cpp
  [ -z "$(ls "$cache")" ] || fail "someone else's folder is used"
  chown 0 "$cache"
else
  chmod 500 "$cache"
  expect 0 "" "$falx" $flags -c app.cpp
  chmod 700 "$cache"
fi

# Damage: nobody hears of it, and it is made anew.
warm -c app.cpp
damage() {
  uses app.cpp
  for file in "$cache"/*."$1"; do eval "$2"; done
  expect 0 "" "$falx" $flags -c app.cpp -o out.o
  same "$2" app.cpp
  for _ in 1 2; do expect 0 "" "$falx" $flags -c app.cpp; done
  uses app.cpp
}
damage pch 'truncate -s 1000 $file'
damage pch ': >$file'
damage pch 'printf xxxx | dd of=$file bs=1 seek=5000 conv=notrunc 2>/dev/null'
damage pch 'rm $file'
damage info ': >$file'
damage info 'head -c 2000 $file >$file.x; mv $file.x $file'
damage info 'sed -i "/^[FN] /d" $file'
damage info 'head -c 9999 /dev/urandom >$file'
damage info 'rm $file'
[ "$(stored)" -eq 2 ] || fail "what was replaced stays: $(ls "$cache")"

# clang refuses what falx++ found right: the file changes in between.
cat >../clang-between <<EOF
#!/bin/bash
case "\$*" in
*-emit-pch*) echo making >>$work/making.log; [ -z "\${SLOW:-}" ] || { : >$work/slow; sleep 60; } ;;
*-include-pch*) [ -z "\${CUT:-}" ] || for word; do case \$word in *.pch) truncate -s "\$CUT" "\$word" ;; esac; done ;;
esac
exec $clang "\$@"
EOF
chmod +x ../clang-between
export FALX_CLANG=$work/clang-between
warm -c app.cpp
for cut in 0 40 5000; do
  uses app.cpp
  CUT=$cut expect 0 "" "$falx" $flags -c app.cpp -o out.o
  same "refused" app.cpp
  makes app.cpp
  for _ in 1 2; do expect 0 "" "$falx" $flags -c app.cpp; done
done
CUT=100 expect 1 "use of undeclared identifier" "$falx" $flags -c app.cpp -Dmain='int x = y; int main'
expect 0 "" "$falx" $flags -c app.cpp

# Many at once: each key is made once, everybody compiles.
rm -rf "$cache" "$work/making.log"
for _ in 1 2; do expect 0 "" "$falx" $flags -c app.cpp; done # the device's is there
for i in $(seq 24); do
  "$falx" $flags -c app.cpp -o many-$i.o >said-$i 2>&1 || echo failed >>said-$i &
done
wait
cold -c app.cpp -o cold.o
for i in $(seq 24); do
  [ ! -s said-$i ] || fail "many at once: $(cat said-$i)"
  cmp cold.o many-$i.o || fail "one of many differs"
done
[ "$(grep -c making "$work/making.log")" -eq 2 ] || fail "made $(wc -l <"$work/making.log") times, not twice"
[ "$(find "$cache" -type f | wc -l)" -eq 4 ] || fail "files stay behind: $(ls "$cache")"
[ -z "$(ls -A "$TMPDIR")" ] || fail "many at once leave $(ls "$TMPDIR") behind"

# Interrupted while it is made.
rm -rf "$cache"
expect 0 "" "$falx" $flags -c app.cpp
rm -f "$work/slow"
SLOW=1 env --default-signal=INT "$falx" $flags -c app.cpp 2>/dev/null &
for _ in $(seq 1000); do [ -e "$work/slow" ] && break; sleep 0.02; done
find "$cache" -name '*.making' | grep -q . || fail "no claim"
"$falx" $flags -c app.cpp || fail "cannot compile beside a claim" # does not wait
[ "$(stored)" -eq 0 ] || fail "made in spite of a claim"
kill -INT $!
wait $!
[ $? -eq 130 ] || fail "the signal does not end it"
find "$cache" -name '*.making' -o -name '*.tmp' | grep . && fail "the signal leaves files"
[ -z "$(ls -A "$TMPDIR")" ] || fail "the signal leaves $(ls "$TMPDIR")"
# Killed: what it has left counts for nothing after a while, and goes.
for name in "$cache"/*.seen; do
  key=${name%.seen}
  touch -d '1 hour ago' "$key.making" "$key-0.pch.12-0.tmp" "$key.info.12-0.tmp"
done
for _ in 1 2; do expect 0 "" "$falx" $flags -c app.cpp; done
uses app.cpp
[ "$(find "$cache" -type f | wc -l)" -eq 4 ] || fail "of a killed process stays: $(ls "$cache")"
unset FALX_CLANG

# No room on the disk, or for files of that size.
rm -rf "$cache"
expect 0 "" "$falx" $flags -c app.cpp
(ulimit -f 64 && failures=0 && expect 0 "" "$falx" $flags -c app.cpp && [ $failures -eq 0 ]) || fail "files are limited"
[ "$(stored)" -eq 0 ] || fail "a file is larger than the limit"
find "$cache" -name '*.making' -o -name '*.tmp' | grep . && fail "the limit leaves files"
mkdir "$work/small"
if mount -t tmpfs -o size=32k,mode=700 none "$work/small" 2>/dev/null; then
  for _ in 1 2 3; do FALX_PREAMBLE_CACHE=$work/small expect 0 "" "$falx" $flags -c app.cpp; done
  find "$work/small" -name '*.making' -o -name '*.tmp' -o -name '*.pch' | grep . && fail "the full disk holds parts"
  umount "$work/small"
fi

# The limit: what was used last stays; what is in use gives no room.
rm -rf "$cache"
export FALX_PREAMBLE_CACHE_SIZE=2
for i in 1 2 3; do
  { printf 'inline const char text%s[] = "' $i && head -c 150000 /dev/zero | tr '\0' x && echo '";'; } >../second/large$i.hpp
  echo "#include <large$i.hpp>" >large$i.cpp
done
sleep 0.1
warm -c large1.cpp
warm -c large2.cpp
size=$(du -sk "$cache" | cut -f1)
[ "$size" -gt 1750 ] || fail "the headers are too small for this test: $size"
warm -c large3.cpp
plan large3.cpp | grep -q -e "$cache/[^ ]*pch" && fail "made without room"
find "$cache" -name '*.info' -exec touch -d '3 hours ago' {} +
expect 0 "" "$falx" $flags -c large2.cpp # used now
for _ in 1 2; do expect 0 "" "$falx" $flags -c large3.cpp; done
uses large3.cpp
plan large1.cpp | grep -q -e "$cache/[^ ]*pch" && fail "what was used first stays"
[ "$(du -sk "$cache" | cut -f1)" -le 2000 ] || fail "too large: $(ls -l "$cache")"
FALX_PREAMBLE_CACHE_SIZE=many expect 0 "not a number of megabytes" "$falx" $flags -c large3.cpp
finish
