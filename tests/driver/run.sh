#!/bin/bash
# falx++ at work: what it writes, says, removes and answers. Usage: run.sh FALX++ CC
. "$(dirname "$0")/lib.sh"

# One command; several; the program runs, nothing stays behind.
expect 0 "" "$falx" -fsycl -O2 kernel.cpp main.cpp -o app
expect 0 "" ./app
absent kernel.o main.o a.out

# Fat objects carry every target and link as usual.
expect 0 "" "$falx" -fsycl -fsycl-targets=native_cpu,spir64,nvptx64-nvidia-cuda -MD -c kernel.cpp main.cpp
present kernel.o kernel.d main.o main.d
grep -q '^kernel.o:' kernel.d || fail "kernel.d does not name kernel.o"
: >../post-link.log
expect 0 "" "$falx" -fsycl kernel.o main.o -o app
expect 0 "" ./app
for target in native_cpu spir64 nvptx64-nvidia-cuda; do
  grep -q -e "--target=$target \(--isa=auto \)*\(--from=[^ ]* \)*[^ ]*kernel[^ ]*$target.bc \(--from=[^ ]* \)*[^ ]*main[^ ]*$target.bc" ../post-link.log ||
    fail "post-link did not get $target: $(cat ../post-link.log)"
done
expect 0 "" "$clang" kernel.o main.o -o plain-app # without -fsycl they are ordinary objects
expect 0 "" ./plain-app
expect 0 "" "$falx" -fsycl -fsycl-targets=native_cpu -c kernel.cpp -o native.o
"$clang" -c main.cpp -o host_main.o
expect 0 "no object has device code for 'spir64'" \
  "$falx" -fsycl -fsycl-targets=spir64,native_cpu native.o host_main.o -o app

# Archives: the members that the linker takes, and the others for what device code alone lacks.
expect 0 "" "$falx" -fsycl -c kernel.cpp plain.cpp uses_plain.cpp main.cpp
ar rcs libboth.a kernel.o plain.o
(cd .. && ar rcsT src/libthin.a src/kernel.o src/plain.o)
for form in "-L. -lboth" "libboth.a" "-L. -lthin" "../src/libthin.a"; do
  for linker in "" "-fuse-ld=lld"; do
    [ -z "$linker" ] || command -v ld.lld >/dev/null || [ -x /usr/lib/llvm-22/bin/ld.lld ] || continue
    : >../post-link.log
    # shellcheck disable=SC2086
    expect 0 "" "$falx" -fsycl $linker main.o $form -o app
    expect 0 "" ./app
    grep -q 'kernel-[0-9]*-native_cpu.bc --lazy --from=[^ ]* [^ ]*/plain-[0-9]*-native_cpu.bc$' ../post-link.log ||
      fail "$form: not kernel.o, and plain.o if need be: $(cat ../post-link.log)"
  done
done
"$clang" -c uses_plain.cpp -o host_only.o
: >../post-link.log
ar rcs libkernel.a kernel.o
expect 0 "" "$falx" -fsycl host_only.o "$work/src/plain.o" libkernel.a -o app
grep -q -e '--lazy --from=[^ ]* [^ ]*/kernel-[0-9]*-native_cpu.bc$' ../post-link.log || fail "a member that the linker left was taken"
"$clang" -c plain.cpp -o host_plain.o
: >../post-link.log
expect 0 "" "$falx" -fsycl host_only.o host_plain.o libkernel.a -o app
[ ! -s ../post-link.log ] || fail "post-link ran without input"
expect 0 "" ./app

# What clang writes beside the object stays when the object goes.
expect 0 "" "$falx" -fsycl -g -gsplit-dwarf -ftime-trace kernel.cpp main.cpp -o app
present app-kernel.dwo app-kernel.json app-main.dwo app-main.json
if echo 'int main() {}' | "$clang" -x c++ --coverage - -o covered 2>/dev/null; then # with clang's library for it
  expect 0 "" "$falx" -fsycl --coverage kernel.cpp main.cpp -o app
  expect 0 "" ./app
  present app-kernel.gcno app-main.gcno app-kernel.gcda app-main.gcda
fi

# Shared libraries.
expect 0 "" "$falx" -fsycl -shared -fPIC kernel.cpp -o libk.so
expect 0 "" "$falx" -fsycl main.cpp -L. -lk -Wl,-rpath,. -o app
expect 0 "" ./app

# The manual flow: device compiler, any host compiler, device object, link.
expect 0 "" "$falx" -fsycl-device-only -fsycl-targets=native_cpu kernel.cpp -o device.bc
expect 0 "" "$clang" -Xclang -fsycl-is-host -c kernel.cpp -o host.o
expect 0 "" "$falx" -fsycl -c device.bc -o device.o
expect 0 "" "$clang" main.cpp host.o device.o -L../lib -lfalx -Wl,-rpath,"$work/lib" -o app
expect 0 "" ./app

# A source named .c is C++, with device code; behind -x c it is C, for the host.
expect 0 "" "$falx" -fsycl -std=c++17 -Werror kernel.cpp main.cpp -x c plain.c -o app
expect 0 "" ./app
cp kernel.cpp kernel.c
expect 0 "" "$falx" -fsycl -std=c++17 -Werror kernel.c main.cpp -o app
expect 0 "" ./app

# Stages.
expect 0 "fill" "$falx" -fsycl -E kernel.cpp
expect 0 "spir_kernel" "$falx" -fsycl -fsycl-device-only -O2 -S kernel.cpp -o -
expect 0 "" "$falx" -fsycl -S kernel.cpp
present kernel.s
expect 0 "#define __FALX__" "$falx" -fsycl -dM -E kernel.cpp
expect 0 "#define __SYCL_NATIVE_CPU__" "$falx" -fsycl-device-only -dM -E kernel.cpp
expect 0 "#define SYCL_LANGUAGE_VERSION 202012L" "$falx" -fsycl -dM -E kernel.cpp
rm -f stdin.o
expect 0 "" sh -c "'$falx' -fsycl -x c++ -c - -o stdin.o <kernel.cpp"
present stdin.o

# What clang 19 made errors is a warning, unless the user says otherwise.
cat >narrow.cpp <<'END'
struct number { number(const int &i) : i(i) {} int i; };
struct maker { template <class T = int> static int make(T i) { return i; } };
template <class T> int get(unsigned i) { return number{i}.i + T::template make(1); }
int two = get<maker>(1);
END
expect 0 "-Wmissing-template-arg-list" "$falx" -fsycl -fsyntax-only narrow.cpp
expect 0 "-Wc++11-narrowing-const-reference" "$falx" -fsycl -fsyntax-only narrow.cpp
expect 1 "error: non-constant" \
  "$falx" -fsycl -fsyntax-only -Werror=c++11-narrowing-const-reference narrow.cpp

# Without -fsycl it is clang++.
expect 0 "-fapprox-func" "$falx" -fp-model fast -c plain.cpp -v
expect 0 '"-fopenmp"' "$falx" -qopenmp -c plain.cpp "-###"
expect 0 "" "$falx" plain.cpp uses_plain.cpp -o app
expect 0 "clang version 22" "$falx" --version
expect 0 "falx++ version" "$falx" --version
expect 0 "-fsycl-targets=" "$falx" --help

# Compilers get huge pages for their heap, unless the user has settings of the C library.
printf '#!/bin/sh\necho "tunables: $GLIBC_TUNABLES" >&2\nexec "%s" "$@"\n' "$clang" >../clang-tells
chmod +x ../clang-tells
expect 0 "tunables: glibc.malloc.hugetlb=1" env -u GLIBC_TUNABLES FALX_CLANG="$PWD/../clang-tells" \
  "$falx" -fsycl -c plain.cpp
expect 0 "tunables: glibc.malloc.check=0" env GLIBC_TUNABLES=glibc.malloc.check=0 \
  FALX_CLANG="$PWD/../clang-tells" "$falx" -fsycl -c plain.cpp

# Errors say what, where, what next; the status is that of the step; partial outputs go.
expect 1 "unknown target 'gpu' in -fsycl-targets=; known targets: native_cpu, spir64, nvptx64-nvidia-cuda" \
  "$falx" -fsycl -fsycl-targets=native_cpu,gpu kernel.cpp
expect 0 "-fsycl-targets= names no target, as if it were not there" "$falx" -fsycl -fsycl-targets= -c kernel.cpp -o native.o
expect 1 "cannot run '/nonexistent', which FALX_CLANG names" \
  env FALX_CLANG=/nonexistent "$falx" -fsycl kernel.cpp
[ -x /usr/lib/llvm-22/bin/clang++ ] ||
  expect 1 "apt install clang-22" env PATH=/nowhere "$falx" -fsycl kernel.cpp
expect 1 "cannot read 'absent.cpp': No such file or directory" "$falx" -fsycl absent.cpp
expect 1 "'.' is a folder" "$falx" -fsycl .
expect 1 "no input files" "$falx" -fsycl
expect 1 "unknown option '-fsycl-nonsense'" "$falx" -fsycl -fsycl-nonsense kernel.cpp
expect 1 "compile 'kernel.cpp' with -c first" "$falx" -fsycl -fsycl-link kernel.cpp
expect 1 "'-fsycl-link=image' is not supported yet" "$falx" -fsycl -fsycl-link=image kernel.cpp
expect 1 "known modes: auto, off, per_source, per_kernel" \
  "$falx" -fsycl -fsycl-device-code-split=some kernel.cpp
expect 1 "option '-o' needs a value" "$falx" -fsycl kernel.cpp -o
expect 1 "-static is not possible with -fsycl" "$falx" -fsycl -static kernel.cpp main.cpp -o app
expect 1 "-o names one file" "$falx" -fsycl -c kernel.cpp plain.cpp -o one.o
rm -f app a.out ./*.o ./*.d
expect 1 "use of undeclared identifier" "$falx" -fsycl -MD -c broken.cpp
expect 1 "use of undeclared identifier" "$falx" -fsycl kernel.cpp broken.cpp -MD -o app
absent broken.o broken.d app app.d
expect 1 "use of undeclared identifier" taskset -c 0 "$falx" -fsycl -MD plain.cpp broken.cpp -o app # one by one
absent app app.d
said=$("$falx" -fsycl -c broken.cpp 2>&1 | grep -c 'error: use of undeclared')
[ "$said" -eq 1 ] || fail "one mistake is reported $said times"
expect 1 "undefined reference" "$falx" -fsycl main.cpp -o app
absent app
printf '#!/bin/sh\necho "post-link: error: no" >&2\nexit 3\n' >../bin/falx-post-link
expect 3 "post-link: error: no" "$falx" -fsycl kernel.cpp main.cpp -o app
printf '#!/bin/sh\nkill -SEGV $$\n' >../bin/falx-post-link
expect 139 "was ended by signal 11" "$falx" -fsycl kernel.cpp main.cpp -o app
rm ../bin/falx-post-link
expect 127 "is the installation complete?" "$falx" -fsycl kernel.cpp main.cpp -o app
absent app
expect 1 "cannot make a temporary folder" env TMPDIR=/nonexistent "$falx" -fsycl kernel.cpp
expect 0 "" sh -c "echo '@loop.rsp' >loop.rsp"
expect 1 "includes itself" "$falx" -fsycl @loop.rsp
printf '\177ELF nonsense' >odd.o
expect 1 "" "$falx" -fsycl odd.o -o app

# A signal ends everything and leaves nothing. (A shell starts background commands with the
# interrupt ignored, which falx++ respects: hence env.)
for name in INT TERM HUP; do
  rm -f slow.o slow.d
  env --default-signal=INT timeout -s KILL 60 "$falx" -fsycl -fconstexpr-steps=2147483647 -MD \
    -c slow.cpp 2>/dev/null &
  guard=$!
  driver='' compilers=''
  for _ in $(seq 3000); do
    driver=$(pgrep -P $guard) && compilers=$(pgrep -P "$driver") && break
    sleep 0.02
  done
  kill -$name "$driver"
  wait $guard 2>/dev/null
  status=$?
  [ $status -eq $((128 + $(kill -l $name))) ] || fail "SIG$name: status $status"
  for pid in $compilers; do
    ! kill -0 "$pid" 2>/dev/null || fail "SIG$name: process $pid lives on"
  done
  absent slow.o slow.d
  [ -z "$(ls -A "$TMPDIR")" ] || fail "SIG$name leaves $(ls "$TMPDIR") behind"
done
finish
