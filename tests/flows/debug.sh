#!/bin/sh
# NC-9: gdb stops in kernels and shows what was captured, variables and ids, across barriers too.
. "$(dirname "$0")/lib.sh"
need gdb
line() {
  grep -n "STOP: $1" "$inputs/debug.cpp" | cut -d: -f1
}
# In one command, and as an object that is linked with optimized ones.
ok "$falx" -fsycl -O0 -g "$inputs/debug.cpp" -o debug
ok ./debug
ok "$falx" -fsycl -g -c "$inputs/debug.cpp"
ok "$falx" -fsycl -O3 -fPIC -c "$inputs/kernel.cpp" "$inputs/external.cpp"
ok "$falx" -fsycl debug.o kernel.o external.o -o linked
ok ./linked
cat >commands <<END
set pagination off
set confirm off
set debuginfod enabled off
break debug.cpp:$(line plain)
run
print plain
print scale
print id
continue
print plain
delete
break debug.cpp:$(line after)
continue
print scale
print number
print before
print after
continue 2
print number
print before
print unused
print after
delete
continue
END
# One thread: the stops come in the order of work-items.
for program in debug linked; do
  said=$(FALX_NUM_THREADS=1 timeout 60 gdb -nx -batch -x commands ./$program 2>&1)
  case $said in
  *ptrace*)
    echo "skipped: gdb cannot run programs here: $said"
    exit 77
    ;;
  esac
  number=0
  # The answers of print, in the order above; the id is a structure around its number.
  for answer in 0 10 '.*{v = {0}}.*' 10 10 0 1 31 2 21 102 11; do
    number=$((number + 1))
    echo "$said" | grep -q "^\$$number = $answer\$" || fail "$program: print $number is not $answer: $said"
  done
  says "exited normally"
done
finish
