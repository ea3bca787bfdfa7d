#!/bin/sh
# check.sh BUILD KIND: KIND.cpp has mistakes, marked "MISTAKE: case". Each is found: the report names the kind,
# the line, the kernel and work-items, and the status is the checker's; of two work-items both lines, the second one
# marked "OTHER: case" unless it is the same. Without a mistake nothing is said.
. "$(dirname "$0")/../flows/lib.sh"
kind=$2
source=$here/$kind.cpp
unset FALX_CHECK
case $kind in
races) word=race ;;
barriers) word=barrier ;;
*) word=$kind ;;
esac
said=$("$falx" -fsycl -O1 -fsycl-check=bounds,races,barriers,uninit "$source" -o program 2>&1) ||
  fail "compilation: $said"
[ -z "$said" ] || fail "compilation says: $said"
ok ./program right
ok ./program nothing
found=0
for case in $(sed -n 's/.*MISTAKE: //p' "$source"); do
  line=$(grep -n "MISTAKE: $case\$" "$source" | cut -d: -f1)
  said=$(FALX_CHECK=halt=1 timeout 60 ./program "$case" 2>&1)
  status=$?
  [ $status -eq 66 ] || fail "$case: status $status: $said"
  says "falx-check: $word: "
  says "$kind.cpp:$line:"
  says "  kernel      $case("
  case $kind in
  races | barriers)
    other=$(grep -n "OTHER: $case\$" "$source" | cut -d: -f1)
    lines=$(echo "$said" | sed -n "s/^  \(work-item\|another\) .*$kind\.cpp:\([0-9]*\):.*/\2/p" | sort -n | xargs)
    [ "$lines" = "$(printf '%s\n' "$line" "${other:-$line}" | sort -n | xargs)" ] ||
      fail "$case: the lines of the two work-items: $said"
    ;;
  esac
  says ", group {"
  says "  next        "
  made=$(grep -n "MADE: $case\$" "$source" | cut -d: -f1)
  [ -z "$made" ] || ! command -v llvm-symbolizer-22 >/dev/null || says "made at $source:$made in "
  found=$((found + 1))
done
[ $found -eq 5 ] || fail "$found cases"
if [ "$kind" = bounds ]; then # its heap is overwritten by other threads meanwhile
  for _ in $(seq 20); do
    said=$(FALX_CHECK=halt=1 ./program transpose 2>&1)
    [ $? -eq 66 ] || fail "a report that is not printed to its end: $said"
  done
fi
if [ "$kind" = races ]; then # only what is asked for; the status and the number shown can be chosen
  "$falx" -fsycl -O0 -fsycl-check=bounds "$source" -o bounds || fail "-O0"
  ok ./bounds sum
  said=$(FALX_CHECK=status=3:reports=0 ./program sum 2>&1)
  [ $? -eq 3 ] || fail "status=3"
  [ "$said" = "falx-check: 1 report, not all of them shown: FALX_CHECK=reports=N" ] || fail "reports=0: $said"
  # Compiled with checks, linked without: the program has them; and the other way round.
  ok "$falx" -fsycl -O1 -fsycl-check=races -c "$source" -o object.o
  ok "$falx" -fsycl object.o -o linked
  said=$(FALX_CHECK=halt=1 ./linked sum 2>&1)
  [ $? -eq 66 ] || fail "the checks of an object: $said"
  ok "$falx" -fsycl -O1 -c "$source" -o object.o
  ok "$falx" -fsycl -fsycl-check=all object.o -o linked
  said=$(FALX_CHECK=halt=1 ./linked sum 2>&1)
  [ $? -eq 66 ] || fail "the checks of a link: $said"
  case $said in *__libc*) fail "a line of the C library: $said" ;; esac
  refuses 1 "unknown kind 'speed' in -fsycl-check=" "$falx" -fsycl -fsycl-check=races,speed "$source"
  refuses 1 "-fsycl-check= is for native_cpu, not for 'spir64'" \
    "$falx" -fsycl -fsycl-targets=spir64 -fsycl-check=races "$source"
fi
finish
