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
# falx-prof runs a program and says where its time went; the status is the program's.
prof=$prefix/bin/falx-prof
said=$("$prof" -o kept.json --html page.html ./app 2>table)
[ $? = 0 ] && [ "$said" = "7 5" ] || fail "falx-prof: the program prints '$said': $(cat table)"
clean falx-prof
for part in "commands ran in" "calls    bytes    GB.s threads vector  command" " 2   524 kB .*  fill  " \
  " 1 .*  Scale  .*timeline.cpp:" " 3 .*  Add  " \
  " main::{lambda(sycl::id<1>, auto:1&)#1}  .*timeline.cpp:" "host task" "critical path"; do
  grep -q "$part" table || fail "falx-prof does not say '$part': $(cat table)"
done
# On devices that have no threads of ours nothing is vectorized, and nothing is said of it.
[ "$target" != native_cpu ] || grep -q "  Scale  .*timeline.cpp:[0-9]*: it was compiled with less than -O2" table ||
  fail "falx-prof does not say why Scale is not vectorized: $(cat table)"
python3 "$here/timeline.py" kept.json || fail "the timeline that falx-prof keeps"
python3 - page.html <<'PAGE' || fail "the page of falx-prof"
import html.parser, re, sys
text = open(sys.argv[1], encoding="utf-8").read()
assert "<h1>./app</h1>" in text
assert "Scale" in text and text.count("<rect") > 6 and not re.search(r"(src|href)=", text)
depth = []
class Reader(html.parser.HTMLParser):
    def handle_starttag(self, tag, attributes):
        if tag in ("div", "svg", "table", "body", "html"):
            depth.append(tag)
    def handle_endtag(self, tag):
        if tag in ("div", "svg", "table", "body", "html"):
            assert depth.pop() == tag, tag
Reader().feed(text)
assert not depth, depth
PAGE
"$prof" ./app stop >said 2>&1
[ $? = 3 ] && grep -q "  Scale" said || fail "falx-prof of a program that ends with 3: $(cat said)"
"$prof" ./app crash >said 2>&1
[ $? = 137 ] && grep -q "  Scale" said && grep -q "status 137, as by signal 9" said ||
  fail "falx-prof of a program that crashes: $(cat said)"
"$prof" --read kept.json >said 2>&1 && grep -q "  Scale" said || fail "falx-prof --read: $(cat said)"
"$prof" --compare kept.json plain.json >said 2>&1 && grep -q "[0-9]\.[0-9][0-9]  Scale" said ||
  fail "falx-prof --compare: $(cat said)"
# What it refuses.
refuses 1 "none.json: No such file" "$prof" --read none.json
printf 'no timeline\n' >text
refuses 1 "text:1: this is no event of a timeline" "$prof" --read text
refuses 1 "the name of a timeline ends in .json" "$prof" -o trace.txt ./app
refuses 1 "unknown option '--fast'" "$prof" --fast ./app
refuses 1 "no program to run" "$prof"
refuses 127 "cannot run ./none: No such file" "$prof" ./none
refuses 1 "has left no timeline" "$prof" true
refuses 1 "cannot write none/page.html: No such file" "$prof" --html none/page.html --read kept.json
[ $failures = 0 ]
