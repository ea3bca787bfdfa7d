#!/bin/sh
# Kernels compiled again while the program runs, for what is the same in all their launches
# (docs/specialization.md): FALX_RECOMPILE=1, in programs built with -fsycl-embed-ir.
. "$(dirname "$0")/lib.sh"
inputs=$inputs/recompile
quick=-fsycl-native-isa=baseline

ok "$falx" -fsycl -O2 $quick "$inputs/launches.cpp" -o plain
ok "$falx" -fsycl -O2 $quick -fsycl-embed-ir -c "$inputs/launches.cpp" -o kept.o
ok "$falx" -fsycl kept.o -o kept # the object says it

run() {
  said=$(FALX_TRACE=program timeout 120 "$@" 2>trace)
  [ "$said" = 0 ] || fail "$*: $said wrong results: $(cat trace)"
  again=$(grep -c 'compiled .* again' trace)
  clean "$*"
}
FALX_RECOMPILE=1
export FALX_RECOMPILE
run ./plain
[ "$again" = 0 ] || fail "without the code kernels are compiled again: $(cat trace)"
FALX_RECOMPILE=0 run ./kept
[ "$again" = 0 ] || fail "FALX_RECOMPILE=0 compiles kernels again: $(cat trace)"
run ./kept
grep -q 'compiled .* again, with .*@local=40000000 ' trace ||
  fail "the work-group's size is not taken for a constant: $(cat trace)"
grep -q 'again, with .*=03000000 ' trace || fail "nor the number of steps: $(cat trace)"
# Launches that no version is for are looked at, too.
[ "$again" -ge 2 ] || fail "one version: $(cat trace)"

# The end of the process ends the compiler.
for round in 1 2 3 4 5; do
  run ./kept early
done

# Libraries that are closed, and contexts that end, while a kernel of theirs may be compiled; libfalx.so would
# be closed with them.
ok "$falx" -fsycl -O2 $quick -fsycl-embed-ir -fPIC -shared "$inputs/closed.cpp" -o closed.so
ok "$clang" -x c "$inputs/open.c" -o open -ldl
run ./open ./closed.so
[ "$again" -ge 1 ] || fail "no kernel of a library is compiled again: $(cat trace)"

# A compiler that is ended removes its folder, whatever is in it.
mkfifo input
setsid "$prefix/bin/falx-specialize" --lines -o unused - <input 2>/dev/null &
compiler=$!
exec 3>input # it waits for options
for moment in $(seq 200); do
  folder=$(ls -A "$TMPDIR")
  [ -z "$folder" ] || break
  sleep 0.05
done
: >"$TMPDIR/$folder/image.o.tmp"
kill -TERM -$compiler
wait $compiler
[ $? = 143 ] || fail "falx-specialize does not say that it was ended"
exec 3>&-
clean falx-specialize

# What is compiled is kept for the next process.
mkdir cache
chmod 700 cache
FALX_CACHE_PERSISTENT=1 FALX_CACHE_DIR="$work/cache" run ./kept
kept=$(ls cache | wc -l)
[ "$kept" -ge 2 ] || fail "the persistent cache has $kept files"

# A tool that fails, or is missing, costs nothing but the chance.
mkdir -p broken/bin broken/lib
cp -P "$prefix"/lib/libfalx.so* broken/lib
cp -r "$prefix/lib/falx" broken/lib
printf '#!/bin/sh\necho "no" >&2\nexit 3\n' >broken/bin/falx-specialize
chmod +x broken/bin/falx-specialize
LD_LIBRARY_PATH=$work/broken/lib run ./kept
grep -q 'stays as it is: .*status 3' trace || fail "a compiler that fails is not told: $(cat trace)"
rm broken/bin/falx-specialize
LD_LIBRARY_PATH=$work/broken/lib run ./kept
grep -q 'stays as it is: .*falx-specialize is missing' trace || fail "nor one that is missing: $(cat trace)"

finish
