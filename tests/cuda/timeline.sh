#!/bin/sh
# timeline.sh FALX-PROF PROGRAM KERNEL: the timeline of a program on a GPU has the kernel's launches in rows of the
# GPU's queues, with the times that the driver measured, every arrow both ends, and falx-prof's table the kernel.
# LD_LIBRARY_PATH has the fake driver.
set -u
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
"$1" -o "$work/trace.json" --html "$work/page.html" "$2" >"$work/said" 2>&1 || { cat "$work/said"; exit 1; }
grep -E "^ *[0-9.]+ %.*$3" "$work/said" >/dev/null || { echo "no row for $3:"; cat "$work/said"; exit 1; }
grep -q "$3" "$work/page.html" || { echo "no $3 in the page"; exit 1; }
python3 - "$work/trace.json" "$3" <<'END'
import json, sys
events = json.load(open(sys.argv[1], encoding="utf-8"))
devices = {e["pid"] for e in events if e["name"] == "process_name" and "NVIDIA" in e["args"]["name"]}
launches = [e for e in events if e["ph"] == "X" and e["cat"] == "kernel" and sys.argv[2] in e["name"]]
assert devices and launches, (devices, events)
assert all(e["pid"] in devices and e["dur"] >= 0 and "queue" in e["args"] for e in launches), launches
starts, ends = ({(e["cat"], e["id"]) for e in events if e["ph"] == letter} for letter in "sf")
assert starts == ends, (starts ^ ends, events)
copies = [e["name"] for e in events if e["ph"] == "X" and e["cat"] == "memory" and "buffer" in e["name"]]
assert all(name == "memcpy of a buffer's content" for name in copies), copies
END
