#!/bin/sh
# run.sh <source> <folder to build in>: a library of the runtime's lifetime and its seam to Windows,
# with doubles for the rest, and programs that end in different ways.
set -eu
source=$1
compiler=x86_64-w64-mingw32-gcc
command -v $compiler >/dev/null || { echo "no $compiler (Debian: gcc-mingw-w64-x86-64)"; exit 77; }
rm -rf "$2" && mkdir -p "$2" && cd "$2"
flags="-std=gnu11 -O1 -Wall -Wextra -Wshadow -Wvla -Wstrict-prototypes -Wmissing-prototypes -Werror
  -D_WIN32_WINNT=0x0602 -DWIN32_LEAN_AND_MEAN -D__USE_MINGW_ANSI_STDIO=1 -I$source -I$source/include"
# shellcheck disable=SC2086
$compiler $flags -shared -static-libgcc -o lifetime.dll "$source/runtime/lifetime/lifetime.c" \
  "$source/runtime/lifetime/process_end_windows.c" "$source/runtime/os/os_windows.c" "$source/runtime/common/settings.c" "$source/runtime/common/error.c" \
  "$source/support/threads.c" "$source/support/lock_order.c" "$source/support/futex_windows.c" "$source/support/log.c" "$source/support/strbuf.c" \
  "$source/tests/windows/doubles.c" -Wl,-Bstatic -lpthread -Wl,-Bdynamic -lsynchronization
# shellcheck disable=SC2086
$compiler $flags -shared -static-libgcc -o late.dll "$source/tests/windows/late.c" -Wl,--out-implib,late.a
# shellcheck disable=SC2086
$compiler $flags -o ends.exe "$source/tests/windows/ends.c" late.a

wine=$(command -v wine64 || command -v wine) || { echo "compiled; no wine to run it"; exit 77; }
WINEPREFIX=$2/wine WINEDEBUG=-all
export WINEPREFIX WINEDEBUG
failures=0
check() { # way of ending, what it prints
  printed=$(timeout 60 "$wine" ends.exe "$1" 2>/dev/null | tr -d '\r') || printed="$printed, status $?"
  [ "$printed" = "$2" ] && return
  printf '%s\n  printed:  %s\n  expected: %s\n' "$1" "$printed" "$2" >&2
  failures=$((failures + 1))
}
# The system's part of wine starts with the first program, which may fail where nothing may run.
timeout 120 "$wine" ends.exe unused >/dev/null 2>&1 || { echo "compiled; wine does not run"; exit 77; }
check unused "used: no, at the end: shut down"
check used "used: yes, in atexit: lives, at the end: shut down"
check held "used: yes, in atexit: lives, at the end: shut down"
check closed "unloaded: yes, used: yes, unloaded: no"
check futex "woken, over time"
check seam "fine"
timeout 60 wineserver -k 2>/dev/null || timeout 60 wineserver64 -k 2>/dev/null || true
[ $failures = 0 ]
