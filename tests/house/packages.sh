#!/bin/sh
# The packages that cpack makes of this build: every installed file is in exactly one Debian package, each
# depends on what its programs are linked with, and unpacked into a folder they compile a program, as does the
# archive. The wheel, where PyPA's wheel is there, answers in a virtual environment. On a clean system:
# tests/packages/debian.sh.
set -eu
source=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for tool in dpkg-deb dpkg-shlibdeps; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
fail() { echo "FAILED: $*" >&2; exit 1; }
run() { timeout 240 "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "$*"; }; }

cd "$build"
for kind in DEB TGZ; do
  run cpack -G "$kind" -B "$work/packages" -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip
done
runtime=$(echo "$work"/packages/libfalx1_*.deb) tools=$(echo "$work"/packages/falx-tools_*.deb)
dev=$(echo "$work"/packages/falx-dev_*.deb)
depends() { # depends PACKAGE NAME...
  has=", $(dpkg-deb -f "$1" Depends),"
  shift
  for name; do
    case $has in
    *", $name,"* | *", $name ("*) ;;
    *) fail "$name is not among '$has'" ;;
    esac
  done
}
depends "$runtime" libc6
case $(dpkg-deb -f "$runtime" Depends) in
*llvm* | *stdc++* | *clang*) fail "libfalx1 depends on $(dpkg-deb -f "$runtime" Depends)" ;;
esac
depends "$tools" libfalx1 libllvm22 libcjson1 libc6
depends "$dev" libfalx1 falx-tools clang-22 binutils libllvm22 libclang1-22

# In the packages together: what the archive holds, once each, and their own papers.
mkdir "$work/unpacked" "$work/archive"
for package in "$runtime" "$tools" "$dev"; do
  dpkg-deb -c "$package" | awk '$1 !~ /^d/ { print $6 }' | sed 's|^\./usr/||'
  dpkg-deb -x "$package" "$work/unpacked"
done | sort >"$work/in_packages"
[ -z "$(uniq -d "$work/in_packages")" ] || fail "in two packages: $(uniq -d "$work/in_packages")"
tar -xzf "$work"/packages/falx-*.tar.gz -C "$work/archive" --strip-components=1
(cd "$work/archive" && find . ! -type d) | sed 's|^\./||' | sort >"$work/in_archive"
difference=$(grep -v -e '^share/doc/.*/c[a-z]*\(\.gz\)*$' -e '^share/zsh' -e '^share/gdb' "$work/in_packages" |
  diff - "$work/in_archive" | grep '^[<>]' | grep -v -e share/doc/falx/LICENSE -e share/zsh) || :
[ -z "$difference" ] || fail "in packages (<) or in the archive (>) alone: $difference"

for prefix in "$work/unpacked/usr" "$work/archive"; do
  export FALX_PCH_CACHE=0
  run "$prefix/bin/falx++" -fsycl "$source/tests/packages/specialized.cpp" -fsycl-native-isa=baseline -o "$work/program"
  [ "$(ONEAPI_DEVICE_SELECTOR=native_cpu:cpu "$work/program")" = 'specialized 42' ] || fail "$prefix: another result"
done

for python in python3 /usr/bin/python3 none; do
  ! "$python" -m wheel version >/dev/null 2>&1 || break
done
[ "$python" != none ] || { echo 'the wheel is left out: python3-wheel is not installed'; exit 0; }
run "$python" "$source/python/make_wheel.py" "$build" "$work/packages"
run "$python" -m venv "$work/venv"
run "$work/venv/bin/pip" install --no-index "$work"/packages/falx-*.whl
prefix=$("$work/venv/bin/python" -m falx --prefix)
case $prefix in "$work/venv/"*) ;; *) fail "--prefix is $prefix" ;; esac
for place in "$("$work/venv/bin/python" -m falx --cmake-dir)/FalxConfig.cmake" \
  "$("$work/venv/bin/python" -m falx --bin)/falx++" "$("$work/venv/bin/python" -m falx --library-dir)/libfalx.so.1" \
  "$("$work/venv/bin/python" -m falx --include-dir)/sycl/sycl.hpp"; do
  [ -e "$place" ] || fail "no $place"
done
devices=$(ONEAPI_DEVICE_SELECTOR=native_cpu:cpu "$work/venv/bin/python" -c 'import falx; print(len(falx.devices()))')
[ "$devices" = 1 ] || fail "falx.devices() has $devices entries"
run "$work/venv/bin/falx++" -fsycl "$source/tests/packages/specialized.cpp" -fsycl-native-isa=baseline -o "$work/program"
[ "$(ONEAPI_DEVICE_SELECTOR=native_cpu:cpu "$work/program")" = 'specialized 42' ] || fail "the wheel: another result"
status=0
"$work/venv/bin/falx-ls" --no-such-option >/dev/null 2>&1 || status=$?
[ "$status" = 1 ] || fail "falx-ls of the wheel ends with status $status"
