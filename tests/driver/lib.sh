# Shared by the driver's tests: a private copy of falx++ with a falx-post-link that only notes how
# it was called, and a folder of its own to work in. Usage: . lib.sh FALX++ CC
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/bin" "$work/lib" "$work/include" "$work/src" "$work/tmp"
cp "$1" "$work/bin/falx++"
cp "$here"/inputs/* "$work/src"
cat >"$work/bin/falx-post-link" <<'EOF'
#!/bin/sh
# Notes the command, checks that its inputs exist, writes an object.
root=$(dirname "$0")/..
echo "$*" >>"$root/post-link.log"
while [ $# -gt 0 ]; do
  case $1 in
  -o) out=$2; shift ;;
  *.bc) [ -s "$1" ] || exit 9 ;;
  esac
  shift
done
cp "$root/lib/empty.o" "$out"
EOF
chmod +x "$work/bin/falx-post-link"
echo 'int falx_test_images;' | "$2" -x c -c -fPIC -o "$work/lib/empty.o" -
echo 'void falx_register_images(void) {}' | "$2" -x c -shared -fPIC -o "$work/lib/libfalx.so" -
export TMPDIR="$work/tmp"
unset FALX_CLANG
export FALX_PCH_CACHE=0
falx="$work/bin/falx++"
clang=$(command -v clang++-22 || echo /usr/lib/llvm-22/bin/clang++)
cd "$work/src" || exit 1
failures=0

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}
# expect STATUS "PART OF THE MESSAGE" COMMAND…: and nothing is left in the temporary folder
expect() {
  wanted=$1 part=$2
  shift 2
  said=$("$@" 2>&1)
  status=$?
  [ $status -eq "$wanted" ] || fail "$*: status $status, not $wanted: $said"
  case $said in
  *"$part"*) ;;
  *) fail "$*: says '$said', not '$part'" ;;
  esac
  [ -z "$(ls -A "$TMPDIR")" ] || fail "$*: leaves $(ls "$TMPDIR") behind"
}
absent() {
  for path; do
    [ ! -e "$path" ] || fail "$path is there"
  done
}
present() {
  for path; do
    [ -s "$path" ] || fail "$path is not there"
  done
}
finish() {
  [ $failures -eq 0 ] || echo "$failures checks failed"
  [ $failures -eq 0 ]
  exit
}
