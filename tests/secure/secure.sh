#!/bin/sh
# secure.sh set-user-id|working-folder PROGRAM LIBRARY-FOLDER
# set-user-id: a program with rights that who starts it lacks (set-user-id, set-group-id or a file
# capability) takes nothing from the environment that names a folder, a program or an adapter.
# working-folder: neither does any program take adapters from its working directory.
set -u
what=$1 program=$2 libraries=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
failures=0
fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}
# has|lacks WHAT "WORDS": what the program said last
has() {
  case $said in *"$2"*) ;; *) fail "$1: '$2' is missing in '$said'" ;; esac
}
lacks() {
  case $said in *"$2"*) fail "$1: '$2' is in '$said'" ;; esac
}

# Adapters that are none, where the environment or the working directory would lead.
mkdir -p "$work/decoy/falx" "$work/decoy/lib/falx"
for folder in decoy decoy/falx decoy/lib/falx; do
  echo "no adapter" >"$work/$folder/libfalx_adapter_native_cpu.so"
done
echo "no library" >"$work/decoy/lib/libfalx.so.1"
chmod -R a+rX "$work/decoy"

if [ "$what" = working-folder ]; then
  said=$("$program" "$work/decoy" 2>&1)
  has "absolute library" "platform Falx Native CPU"
  # The library by a relative path; then the folder of that name is another one.
  mkdir "$work/here"
  ln -s "$libraries" "$work/here/lib"
  said=$(cd "$work/here" && LD_LIBRARY_PATH=lib "$program" "$work/decoy" 2>&1)
  has "relative library" "platform Falx Native CPU"
  has "relative library" "number 42"
  for setting in decoy ./decoy ../decoy; do
    said=$(cd "$work" && FALX_ADAPTER_DIR=$setting "$program" 2>&1)
    has "FALX_ADAPTER_DIR=$setting" "is not an absolute path"
    lacks "FALX_ADAPTER_DIR=$setting" "platform"
  done
  exit $((failures > 0))
fi

skip() {
  echo "skipped: $*"
  exit 77
}
[ "$(id -u)" = 0 ] || skip "only root can make set-user-id programs"
command -v setpriv >/dev/null || skip "there is no setpriv"
mkdir -m 777 "$work/open" "$work/open/home"
copy=$work/program
cp "$program" "$copy"
run() { # as nobody, with everything set
  said=$(cd "$work/decoy" && setpriv --reuid=65534 --regid=65534 --clear-groups env "$@" \
    ONEAPI_DEVICE_SELECTOR='native_cpu:*;null:*' FALX_ENABLE_NULL=1 FALX_NULL_LOG="$work/open/log" FALX_CACHE_PERSISTENT=1 \
    FALX_CACHE_DIR="$work/open/cache" SYCL_CACHE_DIR="$work/open/cache" \
    XDG_CACHE_HOME="$work/open/xdg" HOME="$work/open/home" TMPDIR="$work/open" \
    PATH="$work/decoy:$PATH" "$copy" 2>&1)
}
# Without rights of its own the settings count, or else this would test nothing.
run A=b
case $said in
*"cannot open shared object"* | *"rror while loading"*) skip "nobody may read $libraries" ;;
esac
has "ordinary" ordinary
has "ordinary" "platform Falx Null"
has "ordinary" "number 42"
[ -e "$work/open/cache" ] || fail "ordinary: no cache"
run FALX_ADAPTER_DIR="$work/decoy"
lacks "ordinary, decoy" "platform Falx Native CPU"

has_run=0
refuses_all() { # KIND
  rm -rf "$work/open/"* && mkdir -m 777 "$work/open/home"
  for adapters in "FALX_ADAPTER_DIR=$work/decoy" "FALX_ADAPTER_DIR=."; do
    run "$adapters"
    case $said in
    secure*) has_run=1 ;;
    *)
      echo "skipped: $1 does not work here: $said"
      return
      ;;
    esac
    has "$1" "platform Falx Native CPU"
    lacks "$1" "platform Falx Null"
    has "$1" "errc 7: "
    has "$1" "set-user-id program"
  done
  left=$(find "$work/open" -mindepth 1 ! -path "$work/open/home")
  [ -z "$left" ] || fail "$1: made $left"
}
chown 0:0 "$copy" && chmod 4755 "$copy" && refuses_all set-user-id
chown 0:0 "$copy" && chmod 2755 "$copy" && refuses_all set-group-id
chmod 755 "$copy"
if command -v setcap >/dev/null && setcap cap_net_raw+ep "$copy" 2>/dev/null; then
  refuses_all capability
fi
[ $has_run = 1 ] || [ $failures -gt 0 ] || skip "set-user-id programs do not get their rights here"
exit $((failures > 0))
