# A bare Debian in a folder of its own, for scripts that source this: make_root NAME [MIRROR] sets $root, of
# the release FALX_SUITE (bookworm: Debian 12), and takes the tree away when the script ends (FALX_KEEP=1
# keeps it); inside COMMAND runs a shell command in it as root, bounded in time (FALX_INSIDE_SECONDS). Needs
# root and debootstrap.
minutes() { awk -v s="$1" -v e="$2" 'BEGIN { printf "%.1f", (e - s) / 60 }'; }
inside() {
  timeout "${FALX_INSIDE_SECONDS:-7200}" chroot "$root" /usr/bin/env -i HOME=/root \
    PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive sh -c "$1"
}

leave_root() {
  status=$?
  trap - EXIT
  for mount in dev/pts sys proc dev; do
    ! mountpoint -q "$root/$mount" || umount "$root/$mount" || umount -l "$root/$mount"
  done
  if mountpoint -q "$root/proc" || mountpoint -q "$root/sys" || mountpoint -q "$root/dev"; then
    echo "$me: error: could not unmount $root; remove it by hand" >&2
    exit 1
  fi
  if [ -n "${FALX_KEEP:-}" ]; then echo "kept $root"; else rm -rf --one-file-system "$root"; fi
  exit "$status"
}

make_root() {
  me=$1
  # The mirror this machine uses, unless one is named.
  mirror=${2:-$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' |
    grep '/debian/*$' | head -n 1)}
  [ "$(id -u)" = 0 ] || { echo "$me: error: needs root" >&2; exit 1; }
  command -v debootstrap >/dev/null || { echo "$me: error: debootstrap is missing" >&2; exit 1; }
  root=$(mktemp -d "${TMPDIR:-/tmp}/falx-debian.XXXXXX")
  chmod 755 "$root" # everybody may look into /
  trap leave_root EXIT
  trap 'exit 130' INT TERM
  timeout 1800 debootstrap --variant=minbase "${FALX_SUITE:=bookworm}" "$root" "$mirror" >"$root.log" 2>&1 ||
    { tail -n 20 "$root.log"; exit 1; }
  rm -f "$root.log"
  mkdir -p "$root/dev" "$root/proc" "$root/sys"
  mount -t proc proc "$root/proc"
  mount -t sysfs -o ro falx-sys "$root/sys"
  mount -t tmpfs -o mode=755,size=64m falx-dev "$root/dev"
  mknod -m 666 "$root/dev/null" c 1 3
  mknod -m 666 "$root/dev/zero" c 1 5
  mknod -m 666 "$root/dev/full" c 1 7
  mknod -m 666 "$root/dev/random" c 1 8
  mknod -m 666 "$root/dev/urandom" c 1 9
  mkdir -m 1777 "$root/dev/shm"
  mkdir "$root/dev/pts"
  mount -t devpts -o newinstance,ptmxmode=666,mode=620 falx-pts "$root/dev/pts"
  ln -s pts/ptmx "$root/dev/ptmx"
  ln -s /proc/self/fd "$root/dev/fd"
}
