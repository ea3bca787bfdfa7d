#!/bin/sh
# libclang looks for clang's headers (stddef.h) by links in /usr/lib/clang and /usr/include/clang, which Debian's packages
# install, whatever -resource-dir says: where only clang's own tree had been copied, falx-integration found none, and
# sources with kernels to be named, and those of the kernel compiler, did not compile.
. "$(dirname "$0")/../flows/lib.sh"
[ -d /usr/include/clang ] && [ -d /usr/lib/clang ] && unshare -rm true 2>/dev/null || {
  echo "skipped: nothing in /usr to be hidden, or no namespaces"
  exit 77
}
printf '#include <stddef.h>\nsize_t size;\n' >size.cpp
ok unshare -rm sh -c "mount -t tmpfs none /usr/include/clang && mount -t tmpfs none /usr/lib/clang &&
  '$falx' -fsycl -fsycl-int-header=size.h size.cpp"
[ -s size.h ] || fail "no header is written"
finish
