"""Reads what falx-ls --json prints: list.py FALX-LS."""

import json
import os
import subprocess
import sys


def read(listing, **environment):
    done = subprocess.run([listing, "--json"], stdout=subprocess.PIPE, env={**os.environ, **environment})
    return done.returncode, json.loads(done.stdout)


def devices_of(whole):
    return [d for a in whole["adapters"] for p in a["platforms"] for d in p["devices"]]


def main():
    listing = sys.argv[1]
    status, whole = read(listing, ONEAPI_DEVICE_SELECTOR="native_cpu:cpu", FALX_NULL_LOG='a "quoted" name')
    assert status == 0 and whole["format"] == 1 and whole["error"] is None
    assert whole["versions"]["api"] >= 2 and whole["versions"]["falx"].count(".") == 2
    found = [device for device in devices_of(whole) if device["available"]]
    assert len(found) == 1 and found[0]["reason"] is None and found[0]["default"]
    cpu = found[0]
    assert cpu["backend"] == "native_cpu" and cpu["type"] == "cpu" and cpu["compute_units"] > 0
    assert {"cpu", "usm_device_allocations", "fp64"} <= set(cpu["aspects"]) and 32 in cpu["sub_group_sizes"]
    assert cpu["global_memory_bytes"] > 2**20 and cpu["vendor"]
    assert whole["default_device"]["name"] == cpu["name"]
    assert whole["default_device"]["why"] == "the first device; there is no GPU or accelerator"
    excluded = next(adapter for adapter in whole["adapters"] if adapter["name"] == "opencl")
    assert not excluded["available"] and "ONEAPI_DEVICE_SELECTOR" in excluded["reason"]

    settings = {setting["name"]: setting for setting in whole["settings"]}
    lines = subprocess.run([listing, "--settings"], stdout=subprocess.PIPE, text=True).stdout.splitlines()
    assert list(settings) == [line for line in lines if line and not line.startswith(" ")]
    assert settings["FALX_NULL_LOG"]["value"] == 'a "quoted" name' and settings["FALX_PIN"]["value"] is None
    assert settings["FALX_ADAPTER_DIR"]["ignored_with_privileges"] and settings["FALX_TRACE"]["default"] == "off"

    status, whole = read(listing, ONEAPI_DEVICE_SELECTOR="native_cpu:gpu")
    assert status == 1 and whole["default_device"] is None and whole["error"]
    device = devices_of(whole)[0]
    assert not device["available"] and device["reason"] and "backend" not in device


main()
