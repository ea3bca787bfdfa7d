#!/bin/bash
# What falx++ gives the processes that it starts, and how many run at once. Usage: processes.sh FALX++ CC
. "$(dirname "$0")/lib.sh"

# The setting for a compiler's heap is in the environment of compilations, and of nothing else.
cat >../clang <<END
#!/bin/sh
case " \$* " in *" -c "*) echo "compile \${GLIBC_TUNABLES-none}" ;; *) echo "link \${GLIBC_TUNABLES-none}" ;; esac >>$work/environment
exec $clang "\$@"
END
mv ../bin/falx-post-link ../bin/post-link
cat >../bin/falx-post-link <<END
#!/bin/sh
echo "post-link \${GLIBC_TUNABLES-none}" >>$work/environment
[ "\$FALX_DRIVER" = \$PPID ] || echo "post-link does not know \$PPID" >>$work/environment
exec $work/bin/post-link "\$@"
END
cat >../host <<END
#!/bin/sh
echo "host-compiler \${GLIBC_TUNABLES-none}" >>$work/environment
exec $clang "\$@"
END
chmod +x ../clang ../host ../bin/falx-post-link
environment() { sort -u ../environment | tr '\n' ';'; }
FALX_CLANG=$work/clang expect 0 "" "$falx" -fsycl kernel.cpp main.cpp -o app
[ "$(environment)" = "compile glibc.malloc.hugetlb=1;link none;post-link none;" ] || fail "environment: $(environment)"
rm ../environment
FALX_CLANG=$work/clang expect 0 "" "$falx" -fsycl -fsycl-host-compiler="$work/host" -c main.cpp -o main.o
[ "$(environment)" = "compile glibc.malloc.hugetlb=1;host-compiler none;" ] || fail "host compiler: $(environment)"
rm ../environment
export GLIBC_TUNABLES=glibc.malloc.arena_max=2
FALX_CLANG=$work/clang expect 0 "" "$falx" -fsycl kernel.cpp main.cpp -o app
for job in compile link post-link; do
  grep -qx "$job $GLIBC_TUNABLES" ../environment || fail "$job: not the user's own setting: $(environment)"
done
unset GLIBC_TUNABLES

# Another version of clang is to blame for what it cannot compile.
cat >../old <<'END'
#!/bin/sh
[ "$*" = -dumpversion ] && { echo 23.1.4; exit; }
echo 'error: x86_64-pc-linux-gnu is not a supported SYCL device target' >&2
exit 1
END
chmod +x ../old
FALX_CLANG=$work/old expect 1 "'$work/old', which FALX_CLANG names, is clang 23.1.4, and device code needs clang 22" \
  "$falx" -fsycl -c kernel.cpp

# Jobs run side by side where the kernel has more processors than a cpu_set_t: each of two waits for
# the other.
cat >affinity.c <<'END'
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <string.h>
int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set) {
  (void)pid;
  if (size < 4096 / 8) {
    errno = EINVAL;
    return -1;
  }
  memset(set, 0, size);
  CPU_SET_S(2000, size, set);
  CPU_SET_S(3000, size, set);
  return 0;
}
END
"$2" -shared -fPIC affinity.c -o affinity.so || fail "cannot compile affinity.c"
cat >../clang <<END
#!/bin/sh
case " \$* " in
*kernel.cpp*) mine=$work/kernel other=$work/plain ;;
*) mine=$work/plain other=$work/kernel ;;
esac
touch \$mine
for i in \$(seq 200); do
  [ ! -e \$other ] || exec $clang "\$@"
  sleep 0.1
done
echo "alone" >&2
exit 9
END
LD_PRELOAD=$PWD/affinity.so FALX_CLANG=$work/clang expect 0 "" "$falx" -fsycl -fsycl-host-only -c kernel.cpp plain.cpp
finish
