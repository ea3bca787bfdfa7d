#!/bin/sh
# Specialization constants: code compiled again while the program runs (SYCL 2020, 4.9.5; DL-11).
. "$(dirname "$0")/lib.sh"
inputs=$inputs/specialization
quick=-fsycl-native-isa=baseline # compiles in a third of the time

# In one image, and across a shared library.
ok "$falx" -fsycl -O2 "$inputs/app.cpp" "$inputs/lib.cpp" -o together
ok "$falx" -fsycl -O2 $quick -fPIC -shared "$inputs/lib.cpp" -o libscaled.so
ok "$falx" -fsycl -O2 $quick "$inputs/app.cpp" -L. -lscaled -Wl,-rpath,. -o apart
ok "$falx" -fsycl -O0 -g "$inputs/app.cpp" "$inputs/lib.cpp" -o debug
ok "$falx" -fsycl -O2 $quick -fsycl-device-code-split=per_kernel "$inputs/app.cpp" "$inputs/lib.cpp" -o split
for program in together apart debug split; do
  for value in "" 3 7 -2; do
    # shellcheck disable=SC2086
    said=$(./$program $value 2>&1)
    [ "$said" = $((1010 * ${value:-3})) ] || fail "$program with '$value' prints $said"
    clean "$program"
  done
done
for isa in baseline v3 v4; do
  said=$(FALX_NATIVE_ISA=$isa ./together 5 2>&1)
  [ "$said" = 5050 ] || says "FALX_NATIVE_ISA"
done

# Files with internal constants of one name: each kernel has its own.
twin() {
  ok "$falx" -fsycl -O1 -c "$inputs/twin.cpp" "$@"
}
twin -DNAME=one -DOTHER=two -DKERNEL=One -DTYPE=int -DDEFAULT=4 -DIS_MAIN -o one.o
for type in int double; do
  twin -DNAME=two -DOTHER=one -DKERNEL=Two -DTYPE=$type -DDEFAULT=5 -o two.o
  ok "$falx" -fsycl one.o two.o -o twins
  said=$(./twins 2>&1)
  [ "$said" = "4 5 14 15" ] || fail "constants of one name, int and $type: $said"
done

# Names, as both host compilers have them.
for host in "" -fsycl-host-compiler=g++; do
  [ -z "$host" ] || command -v g++ >/dev/null || continue
  # shellcheck disable=SC2086
  ok "$falx" -fsycl -O1 $host "$inputs/names.cpp" -o names
  said=$(./names 2>&1)
  [ "$said" = "1 2 3 4 5 6 7 8 11 12 13 14 15 16 17 18 " ] || fail "names with '$host': $said"
done

# The default and what equals it run the code that was compiled ahead; other values are compiled once.
FALX_TRACE=program ./together 3 2>said >printed
! grep "compiled" said || fail "the default value is compiled again"
FALX_TRACE=program ./together 4 2>said >printed
[ "$(grep -c "compiled .*Scale again, with .*factor.*=04000000" said)" = 1 ] || fail "$(cat said)"

# The persistent cache keeps it for the next process.
mkdir cache
chmod 700 cache
cached() {
  FALX_CACHE_PERSISTENT=1 FALX_CACHE_DIR="$work/cache" FALX_CACHE_TRACE=1 ./together "$1" 2>said >printed
}
cached 9
[ "$(cat printed)" = 9090 ] || fail "the first process prints $(cat printed)"
mv "$TMPDIR" "$TMPDIR.away" # a compiler would need it
cached 9
[ "$(cat printed)" = 9090 ] || fail "the second process prints $(cat printed): $(cat said)"
mv "$TMPDIR.away" "$TMPDIR"

# Many at once, some of them killed, and entries that are cut: each that ends is right.
for round in 1 2 3; do
  rm -f said.*
  for i in 1 2 3 4 5 6 7 8; do
    FALX_CACHE_PERSISTENT=1 FALX_CACHE_DIR="$work/cache" ./together $((30 + i % 3)) >said.$i 2>&1 &
    FALX_CACHE_PERSISTENT=1 FALX_CACHE_DIR="$work/cache" timeout -s KILL 0.0$i ./together $((30 + i % 3)) >/dev/null 2>&1 &
  done
  wait
  for i in 1 2 3 4 5 6 7 8; do
    [ "$(cat said.$i)" = $((1010 * (30 + i % 3))) ] || fail "round $round among others: $(cat said.$i)"
  done
  for entry in cache/*.falx-program; do
    dd if="$entry" of=cut bs=1000 count=$round 2>/dev/null && cat cut >"$entry"
  done
done

# A daemon has no PATH; a program may have its children reaped by the system.
said=$(PATH='' ./together 21 2>&1)
[ "$said" = 21210 ] || fail "without PATH: $said"
said=$(trap '' CHLD; exec ./together 22 2>&1)
[ "$said" = 22220 ] || fail "with SIGCHLD ignored: $said"

# By hand: what the runtime does.
"$prefix/bin/falx-image" together | grep -q "Falx/specialization" || fail "the image has no code"
refuses 1 "cannot understand '--set=x=1'" "$prefix/bin/falx-specialize" --set=x=1 -o out.so in.bc
refuses 1 "one input is missing" "$prefix/bin/falx-specialize" -o out.so
refuses 1 "has no blank line" sh -c "echo -O2 | '$prefix/bin/falx-specialize' --lines -o out.so -"
refuses 1 "cannot read 'in.bc'" "$prefix/bin/falx-specialize" -o out.so in.bc
absent out.so

# A compiler that is not there, fails, or writes nonsense: an error of the submission.
mkdir moved moved/bin
cp -rL "$prefix/lib" moved/lib
run_moved() {
  said=$(LD_LIBRARY_PATH="$work/moved/lib" ./together "$1" 2>&1)
}
run_moved 3
[ "$said" = 3030 ] || fail "without the tool, the default prints $said"
run_moved 4
says "there is no compiler"
# What failed is tried again; the runtime's lock and the loader's are taken in one order.
ok "$falx" -fsycl -O1 "$inputs/again.cpp" -o again
said=$(LD_LIBRARY_PATH="$work/moved/lib" ./again "$work/moved/bin/falx-specialize" \
  "$prefix/bin/falx-specialize" 2>&1)
[ "$said" = "-1 5 5 -1 " ] || fail "a compiler that comes and goes: $said"
ok "$falx" -fsycl -O1 "$inputs/contexts.cpp" -ldl -o contexts
said=$(FALX_CACHE_PERSISTENT=1 FALX_CACHE_DIR="$work/cache" timeout 100 ./contexts ./libscaled.so 2>&1)
[ "$said" = 5000 ] || fail "contexts that come and go: $said"

# The limit of the cache in memory: the last use decides, and what a command needs stays.
ok "$falx" -fsycl -O1 $quick "$inputs/evict.cpp" -o evict
FALX_CACHE_MEMORY_SIZE=0 FALX_CACHE_TRACE=1 ./evict >printed 2>said || fail "evict: $(cat said)"
[ "$(cat printed)" = "10 11 12 " ] || fail "evict prints $(cat printed)"
gone=$(sed -n 's/.*evicted: program \([0-9]*\) of "Evicted" with .*, used least recently: FALX_CACHE_MEMORY_SIZE is 0 MiB/\1/p' said)
[ "$(echo $gone)" = "2 1 3" ] || fail "evicted: $gone: $(cat said)"
FALX_CACHE_TRACE=1 ./evict >printed 2>said || fail "evict: $(cat said)"
! grep "evicted" said || fail "evicted within 256 MiB"

# A compiler that hangs holds up neither dlclose nor exit.
ok "$falx" -fsycl -O1 $quick -fsycl-allow-device-image-dependencies "$inputs/leave.cpp" -ldl -o leave
printf '#!/bin/sh\necho begun >>%s\nexec sleep 200\n' "$work/compilers" >moved/bin/falx-specialize
chmod +x moved/bin/falx-specialize
said=$(LD_LIBRARY_PATH="$work/moved/lib" timeout 60 ./leave ./libscaled.so "$work/compilers" 2>&1) || fail "leave: status $?: $said"
says "which no loaded library offers"

printf '#!/bin/sh\necho no such luck >&2\nexit 3\n' >moved/bin/falx-specialize
chmod +x moved/bin/falx-specialize
run_moved 4
says "failed with status 3:
no such luck"
printf '#!/bin/sh\necho nonsense\n' >moved/bin/falx-specialize
run_moved 4
says "cannot be loaded"
printf '#!/bin/sh\nkill -9 $$\n' >moved/bin/falx-specialize
run_moved 4
says "failed with status 137"
finish
