#!/usr/bin/env python3
"""timeline.py FILE [ARGUMENT]: checks what tests/flows/inputs/timeline.cpp leaves as its timeline."""
import collections
import json
import os
import sys


def check(holds, text):
    if not holds:
        sys.exit(f"timeline.py: {sys.argv[1]}: {text}")


def read(path, is_whole):
    text = open(path, encoding="utf-8").read()
    if not is_whole and not text.rstrip().endswith("]"):
        text += "]"
    try:
        return json.loads(text)
    except ValueError as error:
        check(False, f"no JSON: {error}")


def spans(events, category):
    return [e for e in events if e["ph"] == "X" and e["cat"] == category]


def check_tracks(events):
    """Commands in one row of the picture do not overlap."""
    tracks = collections.defaultdict(list)
    for event in events:
        if event["ph"] == "X" and "queue" in event.get("args", {}):
            tracks[event["pid"], event["tid"]].append((event["ts"], event["ts"] + event["dur"]))
    for track, times in tracks.items():
        times.sort()
        for (_, end), (start, _) in zip(times, times[1:]):
            check(start >= end - 0.001, f"commands overlap in row {track}: {end} and {start}")


def check_arrows(events):
    """Every arrow ends, at a time that is not before its start."""
    starts = {(e["cat"], e["id"]): e for e in events if e["ph"] == "s"}
    ends = {(e["cat"], e["id"]): e for e in events if e["ph"] == "f"}
    check(starts.keys() == ends.keys(), f"{len(starts)} arrows start, {len(ends)} end")
    for key, start in starts.items():
        check(ends[key]["ts"] >= start["ts"], f"arrow {key} goes back in time")


def main():
    argument = sys.argv[2] if len(sys.argv) > 2 else ""
    is_stopped = argument == "stop"
    events = read(sys.argv[1], not is_stopped)
    names = collections.Counter(e["name"] for e in spans(events, "kernel"))
    check(names["Scale"] == 1, f"kernels {names}")
    check_tracks(events)
    commands = {e["args"]["id"]: e for e in events if "queue" in e.get("args", {})}
    scale = next(e for e in commands.values() if e["name"] == "Scale")
    check(scale["args"]["range"] == [256, 256], f"range of {scale}")
    check("timeline.cpp:" in scale["args"]["at"], f"place of {scale}")
    fills = [e for e in spans(events, "memory") if e["name"] == "fill"]
    check(is_stopped or [e["args"]["bytes"] for e in fills] == [1 << 18] * 2, f"fills {fills}")
    check(all(e["ts"] + e["dur"] <= scale["ts"] for e in fills), "a kernel runs before what it waits for")
    for event in commands.values():
        for before in event["args"].get("after", []):
            check(before in commands or is_stopped, f"{event} waits for what is not there")
    check(spans(events, "build"), "no build")
    check(is_stopped or len(spans(events, "host task")) == 1, "no host task")
    check(any(e["ph"] == "C" for e in events), "no memory")
    if is_stopped:
        return
    check_arrows(events)
    task = spans(events, "host task")[0]
    # Of what has ended before the submission nothing is said.
    check(task["args"].get("after", [scale["args"]["id"]]) == [scale["args"]["id"]] and
          task["ts"] >= scale["ts"] + scale["dur"], f"the host task waits for {task['args']}")
    check(names["Add"] == 3, f"kernels {names}")
    for add in spans(events, "kernel"):
        if add["name"] == "Add":
            check(add["args"]["local"] == [64] and add["args"]["bytes"] == 1 << 18, f"launch {add}")
    work = collections.Counter(e["args"]["id"] for e in spans(events, "work"))
    # Devices that are no threads of the process have none.
    check(os.environ.get("FALX_TEST_TARGET", "native_cpu") != "native_cpu" or
          all(work[i] or e["cat"] in ("host task", "barrier") for i, e in commands.items()),
          "a command that no thread has worked on")
    if argument == "many":
        check(sum(names.values()) == 20005, f"{sum(names.values())} kernels")
    check(sum(e["ph"] == "M" and e["name"] == "process_name" for e in events) == 2, "names of processes")


main()
