#!/bin/sh
# Device functions of shared libraries (requirements DL-1 to DL-9, DL-14, DL-16, DL-17).
. "$(dirname "$0")/lib.sh"
inputs=$inputs/linking
allow=-fsycl-allow-device-image-dependencies
pointers=-fsycl-allow-func-ptr
native || pointers=-DNO_POINTERS

# Document 001's first example, as written.
ok "$falx" -fsycl -O2 -fPIC "$inputs/doc_lib.cpp" -shared -o libhelpers.so
ok "$falx" -fsycl -O2 "$inputs/doc_app.cpp" -L. -lhelpers -Wl,-rpath,. -o a.out
printed=$(./a.out)
[ "$printed" = "0 2 4 6 8 10 12 14 " ] || fail "the example prints '$printed'"

# A chain through four libraries that ends in the first; structs, pointers to functions, ids.
part=1
for name in a b c; do
  ok "$falx" -fsycl -O2 -fPIC -shared $allow -DPART=$part "$inputs/chain.cpp" -o liblink_$name.so
  part=$((part + 1))
done
ok "$falx" -fsycl -O2 -fPIC -shared $allow $pointers "$inputs/forms.cpp" -o liblink_d.so
libraries="-L. -llink_a -llink_b -llink_c -llink_d -Wl,-rpath,."
for level in 0 2; do
  # shellcheck disable=SC2086
  ok "$falx" -fsycl -O$level $pointers "$inputs/use.cpp" $libraries -o use
  ok ./use
done
for isa in baseline v3 v4; do
  native || break
  FALX_NATIVE_ISA=$isa ./use 2>said || grep -q "FALX_NATIVE_ISA" said || fail "$isa: $(cat said)"
done

# The same with another way of splitting for each (DL-5): with off and per_source a's one image needs b's, and so on
# to d's, which needs a's (DL-9).
for part in 1 2 3; do
  ok "$falx" -fsycl -O2 -fPIC -DPART=$part "$inputs/chain.cpp" -c -o chain$part.o
done
ok "$falx" -fsycl -O2 -fPIC $pointers "$inputs/forms.cpp" -c -o chain4.o
own=-march=native
native || own=
for splits in "off per_source per_kernel auto" "per_source off off per_source" "per_kernel auto off per_kernel"; do
  part=1
  for split in $splits; do
    name=$(echo abcd | cut -c$part)
    # shellcheck disable=SC2086
    ok "$falx" -fsycl -O2 $own -fPIC -shared $allow $pointers -fsycl-device-code-split=$split chain$part.o \
      -o liblink_$name.so
    part=$((part + 1))
  done
  ok ./use
done

# Statically linked instead: nothing is imported.
ok "$falx" -fsycl -O2 $pointers "$inputs/use.cpp" -c
ok "$falx" -fsycl $pointers use.o chain1.o chain2.o chain3.o chain4.o -o together
ok ./together
if "$prefix/bin/falx-image" together | grep -q "imported symbols"; then
  fail "a program that defines all it calls imports something"
fi

# What no library exports is an error, unless it may come later.
refuses 1 "error: undefined function 'LibDeviceFunc(int)' reached from device code" \
  "$falx" -fsycl "$inputs/doc_app.cpp" -L. -llink_a -Wl,-rpath,. -o undefined
says "note: called from kernel"
absent undefined
ok "$falx" -fsycl $allow "$inputs/plugin.cpp" -ldl -o plugin
ok ./plugin ./libhelpers.so "needs the function 'LibDeviceFunc' (_Z13LibDeviceFunci), which no loaded library offers. Searched: $work/plugin"

# Who has it and who needs it.
why=$("$prefix/bin/falx-image" --why LibDeviceFunc a.out libhelpers.so)
said=$why
says "_Z13LibDeviceFunci  (LibDeviceFunc(int))"
variants=", for x86-64, x86-64-v3, x86-64-v4"
native || variants=
says "exported by libhelpers.so, $target$variants"
says "imported by a.out, $target$variants"
refuses 1 "no device code in the files given exports, imports or defines 'nobody'" \
  "$prefix/bin/falx-image" --why nobody a.out

# A function that only its own image can call; the next library has it, too.
ok "$falx" -fsycl -O2 -fPIC -shared "$inputs/barrier_lib.cpp" -o libbarrier.so
if native; then
  ok env LD_PRELOAD=./libbarrier.so ./plugin ./libhelpers.so \
    "libbarrier.so has it, but it uses a work-group barrier, group memory or sub-group functions"

  refuses 1 "a linked library has it, but it uses a work-group barrier, group memory or sub-group functions" \
    "$falx" -fsycl "$inputs/doc_app.cpp" -L. -lbarrier -o kept
  said=$("$prefix/bin/falx-image" --why 'LibDeviceFunc(int)' libbarrier.so)
  says "kept by libbarrier.so"
  says "its own image only can call it"
fi

# Document 001's example of the cache: one program, found by the application's kernel and by the library's.
ok "$falx" -fsycl -O2 -fPIC -shared "$inputs/cache_lib.cpp" -o libcache.so
ok "$falx" -fsycl -O2 "$inputs/cache_app.cpp" -L. -lcache -Wl,-rpath,. -o cache
FALX_CACHE_TRACE=1 ./cache >map 2>&1 || fail "the cache's example: $(cat map)"
cat >wanted <<EOF
miss: "InternalKernel" of $work/cache: no program has it for this context and device
"InternalKernel" => {$work/cache, , , DEVICE} => program 1
"ExternalKernel" => {$work/cache, , , DEVICE} => program 1
"ExternalKernel" => {$work/libcache.so, , , DEVICE} => program 1
hit: "ExternalKernel" of $work/libcache.so is in program 1
EOF
sed "s/^falx: note: *//; s/, , , [^}]*}/, , , DEVICE}/; s|{\./|{$work/|; s| of \./| of $work/|" map >printed
diff wanted printed || fail "the cache is not as document 001 has it"

# A kernel bundle has the kernels of libraries that its own call (DL-11).
quick=-fsycl-native-isa=baseline
ok "$falx" -fsycl -O2 $quick -fPIC -shared "$inputs/bundle_lib.cpp" -o libbundle.so
ok "$falx" -fsycl -O2 $quick -fsycl-device-code-split=per_kernel "$inputs/bundle_app.cpp" -L. -lbundle \
  -Wl,-rpath,. -o bundle
printed=$(./bundle) || fail "the bundle of a kernel that imports: status $?"
[ "$printed" = "30 3 50 5 " ] || fail "the bundle prints '$printed'"

# Loaded by the program itself, from a file or from memory (DL-17).
echo "no library" >text
echo "int nothing;" >empty.c
ok cc -shared -fPIC empty.c -o libempty.so
ok "$falx" -fsycl -O2 $allow "$inputs/load.cpp" -o load
ok ./load ./libhelpers.so ./text

# Document 001's second scenario: the function's device code comes with an option, into the program or into the fat
# object; what the host has of it is another source's.
cat >host.cpp <<'EOF'
int LibDeviceFunc(int) {
  return -1;
}
EOF
ok "$falx" -fsycl -fsycl-device-only -O2 "$inputs/doc_lib.cpp" -o added.bc
ok "$falx" -fsycl -O2 "-fsycl-add-targets=$target:added.bc" "$inputs/doc_app.cpp" host.cpp -o added
ok "$falx" -fsycl -O2 "-fsycl-add-targets=$target:added.bc" -c "$inputs/doc_app.cpp" -o fat.o
ok "$falx" -fsycl fat.o host.cpp -o fat
for program in added fat; do
  printed=$(./$program)
  [ "$printed" = "0 2 4 6 8 10 12 14 " ] || fail "$program prints '$printed'"
done
if [ "$target" = spir64 ]; then # from SPIR-V instead
  ok "$falx" -fsycl -O2 -fsycl-dump-device-code=dump -fPIC -shared "$inputs/doc_lib.cpp" -o libdumped.so
  ok "$falx" -fsycl -O2 -fsycl-add-targets=spir64:dump/libdumped.so_0.spv -c "$inputs/doc_app.cpp" -o ready.o
  ok "$falx" -fsycl ready.o host.cpp -o ready
  printed=$(./ready)
  [ "$printed" = "0 2 4 6 8 10 12 14 " ] || fail "ready prints '$printed'"
fi
refuses 1 "unknown target 'gpu' in -fsycl-add-targets=; known targets: native_cpu" \
  "$falx" -fsycl -fsycl-add-targets=gpu:added.bc "$inputs/doc_app.cpp" -o wrong
refuses 1 "-fsycl-add-targets= takes TARGET:FILE, not 'native_cpu'" \
  "$falx" -fsycl -fsycl-add-targets=native_cpu "$inputs/doc_app.cpp" -o wrong
refuses 1 "'host.cpp' is not LLVM bitcode" \
  "$falx" -fsycl -fsycl-add-targets=native_cpu:host.cpp "$inputs/doc_app.cpp" -o wrong
absent wrong
finish
