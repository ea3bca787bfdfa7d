# lit configuration of the pass tests: one test a file, RUN lines inside.
#   lit -v --param bin=build/bin [--param llvm=/usr/lib/llvm-22/bin] tests/passes/check/throw.ll
# What it writes goes to `out`, else to tests/passes beside bin.
import os

import lit.formats

config.name = "falx-passes"
# No file of an earlier run: some tests read %t.*.
config.test_format = lit.formats.ShTest(True, preamble_commands=["rm -rf %t*"])
config.suffixes = [".ll"]
config.test_source_root = os.path.dirname(__file__)
bin = os.path.abspath(lit_config.params["bin"])
config.test_exec_root = lit_config.params.get("out", os.path.join(bin, "..", "tests", "passes"))
tools = [bin, lit_config.params.get("llvm", "/usr/lib/llvm-22/bin")]
config.environment["PATH"] = os.pathsep.join(tools + [os.environ["PATH"]])
for name in ("ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
# docs/ir.md is checked before and after each pass.
config.environment["FALX_VERIFY_EACH"] = os.environ.get("FALX_VERIFY_EACH", "1")
