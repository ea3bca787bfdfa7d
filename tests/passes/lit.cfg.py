# lit configuration of the pass tests: one test a file, RUN lines inside.
#   lit -v --param bin=build/bin [--param llvm=/usr/lib/llvm-22/bin] tests/passes/check/throw.ll
import os

import lit.formats

config.name = "falx-passes"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".ll"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params.get("out", os.path.join(config.test_source_root, "out"))
tools = [lit_config.params["bin"], lit_config.params.get("llvm", "/usr/lib/llvm-22/bin")]
config.environment["PATH"] = os.pathsep.join(tools + [os.environ["PATH"]])
for name in ("ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
