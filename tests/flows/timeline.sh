#!/bin/sh
# FALX_TRACE=FILE.json: the timeline of a program, in the Trace Event format.
. "$(dirname "$0")/lib.sh"

ok "$falx" -fsycl -O1 -fsycl-native-isa=baseline "$inputs/timeline.cpp" -o app
# traced NAME [ARGUMENT]: the program prints what it prints without, and the timeline holds.
traced() {
  said=$(FALX_NUM_THREADS=3 FALX_TRACE="$1" ./app ${2:+"$2"} 2>&1)
  [ "$said" = "7 5" ] || fail "with FALX_TRACE=$1 the program prints '$said'"
  python3 "$here/timeline.py" "$1" ${2:+"$2"} || fail "the timeline of the program, argument '${2:-}'"
}
said=$(./app 2>&1)
[ "$said" = "7 5" ] || fail "without FALX_TRACE the program prints '$said'"
traced plain.json
traced host.json host
traced many.json many
traced fork.json fork

# Beside what is said on standard error, and with the number of the process in the name.
said=$(FALX_TRACE=program,trace-%p.json ./app 2>&1 | grep -c "built an image")
[ "$said" -ge 1 ] || fail "FALX_TRACE=program,FILE says $said times that an image was built"
[ "$(ls trace-[0-9]*.json | wc -l)" = 1 ] || fail "%p in the name of a timeline: $(ls)"

# A process that ends by _exit leaves what it had noticed until shortly before.
FALX_TRACE=stopped.json ./app stop >said 2>&1
[ $? = 3 ] || fail "_exit: $(cat said)"
python3 "$here/timeline.py" stopped.json stop || fail "the timeline of a program that stops"

# What cannot be written ends the timeline, with the reason, and not the program.
said=$(FALX_TRACE=none/trace.json ./app 2>&1)
case $said in
*"falx: warning: FALX_TRACE: cannot make none/trace.json: No such file"*"7 5") ;;
*) fail "a folder that is not there: $said" ;;
esac
ln -s /dev/full full.json
said=$(FALX_TRACE=full.json ./app many 2>&1)
case $said in
*"cannot write full.json: No space left on device; the timeline ends here"*"7 5") ;;
*) fail "a full disk: $said" ;;
esac
[ $failures = 0 ]
