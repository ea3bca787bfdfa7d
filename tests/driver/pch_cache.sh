#!/bin/bash
# The cache of precompiled headers, whatever happens to it: nobody hears of it, and the code is that
# from source. docs/compile-time.md. Usage: pch_cache.sh FALX++ CC
. "$(dirname "$0")/pch_lib.sh"

# Compiles app.cpp, which has to be right whatever the cache is like.
right() { same "$1" app.cpp "${@:2}"; }
fresh() { rm -rf "$cache" && expect 0 "" "$falx" $flags -c app.cpp && [ "$(kept)" -eq 2 ] || fail "nothing is kept"; }

# Headers that change: ours; one that appears where it is looked for; the compiler.
fresh
sed -i 's/counter = 3/counter = 4/' ../include/sycl/sycl.hpp
settle
right "a changed header"
uses app.cpp
touch -d '2001-01-01' ../include/sycl/detail/part.hpp
settle
right "a header with another time"
[ "$(kept)" -eq 2 ] || fail "the stale ones are still there: $(kept)"
sed -i 's/counter = 4/counter = 3/' ../include/sycl/sycl.hpp # just now: not to be kept
right "a header just written"
! ls "$cache" | grep -q -e '-build' || fail "left behind: $(ls "$cache")"
settle
printf '#!/bin/sh\nexec %s "$@"\n' "$clang" >../clang && chmod +x ../clang
fresh
FALX_CLANG=$work/clang right "another compiler"
[ "$(kept)" -eq 4 ] || fail "two compilers share a header"
touch ../clang
FALX_CLANG=$work/clang right "a compiler that was replaced"
[ "$(kept)" -eq 6 ] || fail "a compiler that was replaced shares the header"

# It changes while it is made, while it is used.
cat >../clang <<END
#!/bin/sh
case "\$*" in *"\$WHEN"*) eval "\$EDIT" ;; esac
exec $clang "\$@"
END
for when in -emit-pch -include-pch; do
  cp ../include/sycl/sycl.hpp kept.hpp
  settle
  FALX_CLANG=$work/clang fresh
  [ $when = -include-pch ] || rm -rf "$cache"
  export WHEN=$when EDIT="sed -i 's/counter = 3/counter = 5/' $work/include/sycl/sycl.hpp"
  FALX_CLANG=$work/clang expect 0 "" "$falx" $flags -fsycl-host-only -c app.cpp -o warm.o
  unset WHEN EDIT
  cold -fsycl-host-only -c app.cpp -o cold.o
  grep -q 'counter = 5' ../include/sycl/sycl.hpp || fail "$when: the header was not changed"
  cmp cold.o warm.o || fail "$when: of a header that was there before"
  cp kept.hpp ../include/sycl/sycl.hpp
  cp app.cpp kept.cpp
  settle
  FALX_CLANG=$work/clang fresh
  [ $when = -include-pch ] || rm -rf "$cache"
  export WHEN=$when EDIT="sed -i '1i #define VALUE 8' app.cpp"
  FALX_CLANG=$work/clang expect 0 "" "$falx" $flags -fsycl-host-only -c app.cpp -o warm.o
  unset WHEN EDIT
  cold -fsycl-host-only -c app.cpp -o cold.o
  cmp cold.o warm.o || fail "$when: of a source that was there before"
  cp kept.cpp app.cpp
done
settle

# A damaged file, a shorter one, another one, none; a damaged record. clang sees none of them.
for damage in 'printf x | dd of=$file bs=1 seek=30000 conv=notrunc status=none' 'truncate -s 20000 $file' \
  'cp $other $file' 'rm $file' ': >$file' 'printf x | dd of=$record bs=1 seek=3000 conv=notrunc status=none' 'rm $record'; do
  fresh
  file=$(find "$cache" -name '*-file' | sort | head -1)
  other=$(find "$cache" -name '*-file' | sort | tail -1)
  record=${file%%-*}.falx-pch
  [ -f "$record" ] || fail "no record $record"
  eval "$damage"
  right "$damage"
  uses app.cpp
done

# clang cannot make it, cannot use it, warns while it makes it, ends by a signal.
for when in -emit-pch -include-pch; do
  for trouble in 'exit 1' 'echo trouble >&2' 'echo trouble >&2; exit 1' 'kill -SEGV $$'; do
    rm -rf "$cache"
    WHEN=$when EDIT=$trouble FALX_CLANG=$work/clang expect 0 "" "$falx" $flags -c app.cpp -o warm.o
    cold -c app.cpp -o cold.o
    cmp cold.o warm.o || fail "$when: $trouble: another object"
    [ $when = -include-pch ] || [ "$(kept)" -eq 0 ] || fail "$trouble: kept all the same"
  done
done
# A warning of the compilation itself is shown, and what it has made is kept.
FALX_CLANG=$work/clang fresh
WHEN=-include-pch EDIT='echo trouble >&2' FALX_CLANG=$work/clang expect 0 trouble "$falx" $flags -c app.cpp -o warm.o

# Folders that cannot be made, written, or trusted.
rm -rf "$cache" && : >"$cache"
right "a file in place of the folder"
rm "$cache" && mkdir "$cache" && chmod 770 "$cache"
right "a folder that others can write to"
[ "$(kept)" -eq 0 ] || fail "kept where others can write"
rm -rf "$cache" && mkdir ../elsewhere && ln -s elsewhere "$cache"
right "a link to a folder"
[ -z "$(ls -A ../elsewhere)" ] || fail "kept behind a link"
rm "$cache"
if [ "$(id -u)" -eq 0 ]; then # nobody's
  mkdir "$cache" && chown 65534 "$cache"
  right "someone else's folder"
  [ -z "$(ls -A "$cache")" ] || fail "kept in someone else's folder"
  rm -rf "$cache"
fi
fresh
chmod 500 "$cache"
right "a folder that cannot be written"
chmod 700 "$cache"
unset FALX_PCH_CACHE XDG_CACHE_HOME
mkdir ../home && chmod 500 ../home
HOME=$work/home right "a home that cannot be written"
HOME=$work/nowhere right "no home"
absent "$work/nowhere"
if [ "$(id -u)" -eq 0 ]; then
  mkdir ../theirs && chown 65534 ../theirs
  HOME=$work/theirs right "someone else's home"
  [ -z "$(ls -A ../theirs)" ] || fail "files in someone else's home"
fi
chmod 700 ../home
HOME=$work/home right "a home"
present "$work/home/.cache/falx/pch"
export FALX_PCH_CACHE=$cache
FALX_PCH_CACHE=here expect 0 "FALX_PCH_CACHE is 'here'" "$falx" $flags -c app.cpp
FALX_PCH_CACHE_SIZE=much expect 0 "FALX_PCH_CACHE_SIZE is 'much'" "$falx" $flags -c app.cpp
rm -rf "$cache"
FALX_PCH_CACHE_SIZE=0 right "no room at all"
FALX_PCH_CACHE_SIZE=1 right "less room than one takes"
[ "$(kept)" -eq 0 ] || fail "kept where there is no room"

# What was prepared gives no room to others.
expect 0 "" "$falx" $flags -fsycl-prepare-pch
expect 0 "" "$falx" $flags -fsycl-prepare-pch
[ "$(kept)" -eq 2 ] || fail "prepared twice: $(kept)"
uses app.cpp
right "prepared"
size=$(($(du -k "$cache" | cut -f 1) * 5 / 2 / 1000))
for std in 14 20 23; do FALX_PCH_CACHE_SIZE=$size expect 0 "" "$falx" -fsycl -std=c++$std -c app.cpp -o warm.o; done
uses app.cpp
[ "$(du -k "$cache" | cut -f 1)" -le $((size * 1000)) ] || fail "the folder has outgrown its limit: $(du -k "$cache")"
expect 1 "leave 'app.cpp' out" "$falx" $flags -fsycl-prepare-pch app.cpp
expect 1 "no precompiled header fits these options" "$falx" $flags -fsycl-prepare-pch -g3
FALX_PCH_CACHE=0 expect 1 "there is no folder for precompiled headers" "$falx" $flags -fsycl-prepare-pch
sed 's/@/#error "broken"/' >../include/sycl/detail/part.hpp <<<@
expect 1 "broken" "$falx" $flags -fsycl-prepare-pch
echo '#warning "doubtful"' >../include/sycl/detail/part.hpp
settle
rm -rf "$cache"
expect 1 "is not precompiled: " "$falx" $flags -Wsystem-headers -fsycl-prepare-pch
[ "$(kept)" -eq 0 ] || fail "kept what clang warns of"
echo 'enum { PART = 5 };' >../include/sycl/detail/part.hpp
settle

# Many at once, on an empty cache: one makes it, all are right, nothing is left behind.
rm -rf "$cache"
cold -c app.cpp -o cold.o
for i in 1 2 3 4 5 6 7 8; do
  "$falx" $flags -c app.cpp -o "many$i.o" >"many$i.txt" 2>&1 &
done
wait
for i in 1 2 3 4 5 6 7 8; do
  [ ! -s "many$i.txt" ] || fail "one of many: $(cat "many$i.txt")"
  cmp cold.o "many$i.o" || fail "one of many: another object"
done
[ "$(kept)" -eq 2 ] || fail "many at once keep $(kept)"

# Interrupted while it is made: nothing in the way of the next.
rm -rf "$cache"
for signal in TERM KILL; do
  rm -f started
  WHEN=-emit-pch EDIT="touch $work/src/started; sleep 4" FALX_CLANG=$work/clang "$falx" $flags -c app.cpp -o warm.o 2>/dev/null &
  driver=$!
  for _ in $(seq 200); do
    [ ! -e started ] || break
    sleep 0.05
  done
  present_or_empty=started
  [ -e $present_or_empty ] || fail "nothing is made"
  kill -$signal $driver
  wait $driver 2>/dev/null
  rm -rf "${TMPDIR:?}"/*
  FALX_CLANG=$work/clang right "after SIG$signal"
  [ "$(kept)" -eq 2 ] || fail "after SIG$signal $(kept) are kept: $(ls "$cache")"
  rm -rf "$cache"
done
finish
