#!/bin/sh
# What users read when something is wrong: the sentence, its place, and nothing left behind.
. "$(dirname "$0")/lib.sh"
e=$inputs/errors

# Device code.
refused() { # SOURCE "PLACE: SENTENCE"
  refuses 1 "$e/$1.cpp:$2" "$falx" -fsycl -O2 "$e/$1.cpp" -o out
  absent out out.o "$1.o"
}
refused undefined "4:40: error: undefined function 'absent(int)' reached from device code; define it in this source, or declare it SYCL_EXTERNAL in a header for both and link the source or library that defines it"
says "$prefix/include/sycl/detail/kernel.hpp:"
refused throws "4:5: error: device code cannot throw exceptions, and 'halve(int)' throws one"
says "throws.cpp:10:28: note: called from"
refused recursion "2:33: error: recursion is not allowed in device code: 'sum(int)' calls itself"
refused global "4:34: error: device code cannot use the non-const global variable 'counter'; make it const or constexpr with a constant initializer, or pass its value to the kernel"

# One name for two kernels (KL-8): of a class, of static functions, in unnamed namespaces. What two
# files include is one kernel.
refuses 1 "$e/names_b.cpp:7: error: kernel 'Name' is defined twice, with different code; give one of the two another name" \
  "$falx" -fsycl -O2 "$e/names_a.cpp" "$e/names_b.cpp" -o out
says "$e/names_a.cpp:5: note: the other definition is here"
says "$e/names_b.cpp:12: error: kernel '(anonymous namespace)::Hidden' is defined twice"
says "$e/names_b.cpp:15: error: kernel 'same(sycl::queue&)::{lambda()#1}' is defined twice, with different code; give one of the two another name (what is static or in an unnamed namespace has the same name in every file)"
case $said in *once* | *Inline*) fail "what is included twice is refused: $said" ;; esac
absent out

# One file compiled twice. The same code is one kernel, whatever the level; other macros are refused where
# each file has its own, and named where C++ takes one for both.
twice="$e/names_twice.cpp"
ok "$falx" -fsycl -O2 -c "$twice" -o one.o -DNAME=one -DVALUE=1 -DINLINE=1
ok "$falx" -fsycl -O0 -c "$twice" -o same.o -DNAME=two -DVALUE=1 -DINLINE=1
ok "$falx" -fsycl -O2 -c "$twice" -o two.o -DNAME=two -DVALUE=2 -DINLINE=1
ok "$falx" -fsycl -O2 -c "$twice" -o inline.o -DNAME=two -DVALUE=1 -DINLINE=2
ok "$falx" -fsycl -O2 -c -DMAIN "$twice" -o main.o
ok "$falx" -fsycl main.o one.o same.o -o out
[ "$(./out)" = "1 1 1, 1 1 1" ] || fail "names_twice prints $(./out)"
rm out
refuses 1 "$twice:18: error: kernel '(anonymous namespace)::Named' of 'one.o' and of 'two.o' is compiled from one place to different code; give both the same macros and options, or each another name" \
  "$falx" -fsycl main.o one.o two.o -o out
says "$twice:19: error: kernel '(anonymous namespace)::run(sycl::queue&, int*)::{lambda()#2}' of 'one.o' and of 'two.o' is"
absent out
ok ar rc libtwo.a two.o
refuses 1 "of 'one.o' and of 'libtwo.a(two.o)' is" "$falx" -fsycl main.o one.o libtwo.a -o out
refuses 0 "$twice:12: warning: kernel 'everywhere(sycl::queue&, int*)::{lambda()#1}' is inline and has different code in 'one.o' and in 'inline.o'; both run that of the first" \
  "$falx" -fsycl main.o one.o inline.o -o out
[ "$(./out)" = "1 1 1, 1 1 1" ] || fail "names_twice prints $(./out)"
rm out

# Command lines.
refuses 1 "unknown target 'gpu' in -fsycl-targets=; known targets: native_cpu, spir64, nvptx64-nvidia-cuda" \
  "$falx" -fsycl -fsycl-targets=gpu "$inputs/app.cpp" -o out
refuses 1 "cannot read 'absent.cpp': No such file or directory" "$falx" -fsycl absent.cpp -o out
refuses 1 "cannot run '/nonexistent', which FALX_CLANG names; correct it or unset it" \
  env FALX_CLANG=/nonexistent "$falx" -fsycl "$inputs/app.cpp" -o out
echo text >text.bc
refuses 1 "'text.bc' is not LLVM bitcode" "$falx" -fsycl text.bc -o out
if [ "$(id -u)" -ne 0 ]; then
  cp "$inputs/app.cpp" locked.cpp
  chmod 000 locked.cpp
  refuses 1 "cannot read 'locked.cpp': Permission denied" "$falx" -fsycl locked.cpp -o out
fi
absent out

# A link that forgets -fsycl, and a source.
ok "$falx" -fsycl -c "$inputs/app.cpp" -o app.o
refuses 1 "warning: 'app.o' holds device code, which a link without -fsycl leaves out; add -fsycl" \
  "$falx" app.o -o out
absent out
ar rc libapp.a app.o
refuses 1 "warning: 'libapp.a' holds device code, which a link without -fsycl leaves out; add -fsycl" \
  "$falx" libapp.a -o out
absent out
refuses 1 "'sycl/sycl.hpp' file not found" "$falx" -c "$inputs/app.cpp" -o out
says "warning: '$inputs/app.cpp' includes <sycl/sycl.hpp>, which needs -fsycl; add it"

# Run time.
ok "$falx" -fsycl "$inputs/app.cpp" -o app
refuses 2 "ONEAPI_DEVICE_SELECTOR='nonsense', at character 1" env ONEAPI_DEVICE_SELECTOR=nonsense ./app
refuses 2 "no device is left by ONEAPI_DEVICE_SELECTOR='cuda:gpu'" env ONEAPI_DEVICE_SELECTOR=cuda:gpu ./app
mkdir empty
refuses 2 "there is no file $work/empty/libfalx_adapter_native_cpu.so" \
  env -u ONEAPI_DEVICE_SELECTOR FALX_ADAPTER_DIR="$work/empty" ./app

# Words of FALX_TRACE that mean nothing.
refuses 0 "FALX_TRACE: 'wiat' is not known; there are load, program, cache, wait, all, and files" \
  env FALX_TRACE=wiat,wait,timeline.json ./app

# A host accessor that outlives the wait for what it holds up.
ok "$falx" -fsycl "$e/host_accessor.cpp" -o waits
refuses 124 "the command of $e/host_accessor.cpp:7 waits for a host accessor: nothing that uses its buffer runs before it is destroyed" \
  env FALX_TRACE=wait timeout 2 ./waits

# A link does not outlive the falx++ that started it, however that ends.
mkfifo slow.bc
exec 3<>slow.bc # opening it succeeds, reading it waits
sh -c 'FALX_DRIVER=$$ "$1" --target=native_cpu -o never.o slow.bc & echo $! >link; wait' sh \
  "$prefix/bin/falx-post-link" 3<&- 2>/dev/null &
driver=$! reads=
for _ in $(seq 200); do
  [ -s link ] && ls -l "/proc/$(cat link)/fd" 2>/dev/null | grep -q slow.bc && reads=yes && break
  sleep 0.05
done
[ "$reads" ] || fail "falx-post-link does not read slow.bc"
kill -9 $driver
for _ in $(seq 200); do
  readlink "/proc/$(cat link)/exe" >/dev/null || break
  sleep 0.05
done
readlink "/proc/$(cat link)/exe" && kill -9 "$(cat link)" && fail "falx-post-link outlives what started it"
exec 3<&-
finish
