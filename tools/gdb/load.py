"""gdb runs this with libfalx.so, where its auto-load safe-path allows: docs/debugging.md."""

import os

import gdb

folder = os.path.dirname(gdb.current_objfile().filename)
gdb.execute("source " + os.path.join(folder, "falx", "gdb", "falx.py"))
