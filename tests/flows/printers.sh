#!/bin/sh
# docs/debugging.md: how gdb prints SYCL's objects, where work-items are, and that it finds both by itself.
. "$(dirname "$0")/lib.sh"
need gdb
case $(gdb -nx -batch -ex 'python print("works")' 2>&1) in
works) ;;
*)
  echo 'skipped: gdb has no Python'
  exit 77
  ;;
esac
line() {
  grep -n "STOP: $1" "$inputs/printers.cpp" | cut -d: -f1
}
ok "$falx" -fsycl -O0 -g "$inputs/printers.cpp" -o printers
cat >commands <<END
set pagination off
set confirm off
set debuginfod enabled off
set width 0
break printers.cpp:$(line kernel) if \$_global_id(1) == 1
run
print item
print vector
print array
print group
print \$_local_id(1)
print \$_group_id(1)
print \$_global_id(2)
info work-items
up
print kernel.tile
print kernel.table
delete
break printers.cpp:$(line host)
continue
print buffer
print host
print range
print none
set print sycl-state on
print event
print queue
print \$_global_id(0)
info work-items
delete
break printers.cpp:$(line item)
continue
print item
info work-items
delete
set print sycl-state off
continue
END
# How it is loaded: by itself where gdb may, or by source.
script=$prefix/lib/falx/gdb/falx.py
for how in "-iex|add-auto-load-safe-path $prefix" "-ex|source $script"; do
  said=$(FALX_NUM_THREADS=1 timeout 100 gdb -nx -batch "${how%%|*}" "${how#*|}" -x commands ./printers 2>&1)
  case $said in
  *ptrace*)
    echo "skipped: gdb cannot run programs here: $said"
    exit 77
    ;;
  esac
  for answer in '1 = {1, 1} of {2, 2}, local {0, 1} of {1, 2}, group {1, 0} of {2, 1}' \
    '2 = sycl::vec<float, 3> = {1, 2, 3}' \
    '3 = sycl::marray<short, 2[ul]*> = {4, 5}' \
    '4 = group {1, 0} of {2, 1}' '5 = 1' '6 = 0' '7 = -1' \
    '8 = local_accessor of {2} int at 0x[0-9a-f]* = {2, 3}' \
    '9 = accessor of {1, 2} int from {1, 1} on, of {2, 3} at 0x[0-9a-f]* = {\[0\]\[0\] = 9, \[0\]\[1\] = 5}' \
    '10 = buffer of {2, 3} int, 0x[0-9a-f]*' \
    '11 = host_accessor of {2, 3} int at 0x[0-9a-f]* = {\[0\]\[0\] = 0, .*\[1\]\[2\] = 10}' \
    '12 = {8} in groups of {4}' \
    '13 = event of no command, complete' \
    '14 = event 0x[0-9a-f]*, complete' \
    '15 = queue 0x[0-9a-f]*, all complete' \
    '16 = -1' '17 = {0, 0} of {2, 2}'; do
    echo "$said" | grep -q "^\\\$$answer\$" || fail "$how: no '\$$answer': $said"
  done
  echo "$said" | grep -q "^\\* thread [0-9]*: {1, 1} of {2, 2}, local {0, 1} of {1, 2}, group {1, 0} of {2, 1} in main.*, .*printers.cpp:$(line kernel)\$" ||
    fail "$how: no work-item of the kernel: $said"
  says "No thread is in a kernel."
  says "exited normally"
done
# Without being told to, gdb says what to allow.
said=$(timeout 60 gdb -nx -batch -ex 'set debuginfod enabled off' -ex run ./printers 2>&1)
says "auto-loading has been declined"
finish
