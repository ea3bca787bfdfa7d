#!/bin/sh
# The packages in FOLDER (build/packages, of './falx package') on a bare Debian 12, by apt and pip as a
# user does it: debian.sh FOLDER [MIRROR]; FALX_SUITE=trixie: on Debian 13. Needs root, debootstrap and the
# mirror; takes some minutes. The Debian packages, at first the runtime alone; then what is left when they
# are gone; the archive, moved after it was unpacked; the wheel in a virtual environment. With the packages the
# first chapter of the guide is typed as it is written.
set -eu
folder=$(cd "$1" && pwd -P)
source=$(cd "$(dirname "$0")/../.." && pwd -P)
. "$source/tests/packages/root.sh"
FALX_INSIDE_SECONDS=900
one() { # one PATTERN: the file in the folder
  set -- "$folder"/$1
  [ -e "$1" ] || { echo "debian.sh: error: $1 is missing; './falx package' makes it" >&2; exit 1; }
  echo "$1"
}
runtime=$(one 'libfalx1_*.deb') tools=$(one 'falx-tools_*.deb') dev=$(one 'falx-dev_*.deb')
archive=$(one 'falx-*.tar.gz') wheel=$(one 'falx-*.whl')
# As root, with a log that is shown if it fails.
apt() { inside "$1" >>"$root/apt.log" 2>&1 || { tail -n 20 "$root/apt.log"; echo "FAILED: $1" >&2; exit 1; }; }
step() { echo "== $*"; }
user() { inside "cd /home/user && su user -c '$1'"; }
expect() { # expect TEXT COMMAND: as a user
  said=$(user "$2" 2>&1) || { echo "FAILED: $2: $said" >&2; exit 1; }
  case $said in
  *"$1"*) ;;
  *) echo "FAILED: $2 says '$said', not '$1'" >&2; exit 1 ;;
  esac
}

start=$(date +%s)
make_root debian.sh "${2:-}"
mkdir "$root/packages"
cp "$runtime" "$tools" "$dev" "$archive" "$wheel" "$root/packages"
echo "deb ${mirror%/}-security $FALX_SUITE-security main" >"$root/etc/apt/sources.list.d/security.list"
apt 'useradd -m user && apt-get update -q'
step "a bare $FALX_SUITE after $(minutes "$start" "$(date +%s)") minutes"
# The README's program, and one that compiles kernels while it runs.
sed -n '/^```cpp/,/^```$/{/^```/d;p}' "$source/README.md" >"$root/home/user/squares.cpp"
cp "$source/tests/packages/specialized.cpp" "$root/home/user"
install='apt-get install -y -q --no-install-recommends'

apt "$install /packages/libfalx1_*.deb"
[ -z "$(inside "dpkg -l | grep -i llvm" || :)" ] || { echo 'FAILED: libfalx1 brings LLVM' >&2; exit 1; }
step 'libfalx1 is installed, without LLVM'
apt "$install /packages/falx-tools_*.deb"
expect native_cpu falx-ls
apt "$install /packages/falx-dev_*.deb cmake ninja-build"
inside 'dpkg --verify libfalx1 falx-tools falx-dev' # says what is not as it was packed
step "falx-tools and falx-dev are installed, of $(inside "dpkg-query -W -f '\${Version}' clang-22") clang"
expect '0 1 4 9 16 25 36 49 64 81' 'falx++ -fsycl -O2 squares.cpp -o squares && ./squares'
expect 'specialized 42' 'falx++ -fsycl -O2 specialized.cpp -o specialized && ./specialized'
expect 'commands ran in' 'falx-prof ./squares'
expect 'native_cpu' 'falx-image squares'
expect '0 1 4 9' '/usr/lib/falx/drop-in/bin/icpx -fsycl squares.cpp -o by_icpx && ./by_icpx'
cp -r "$source/tests/house/consumer" "$root/home/user/consumer"
inside 'chown -R user /home/user'
expect 'sum 499500' 'cmake -G Ninja -S consumer -B b -DCMAKE_CXX_COMPILER=clang++-22 >log && cmake --build b >>log && b/consumer'
step 'programs are compiled and run: falx++, icpx, CMake with clang++-22'
# The guide's first chapter, as it is written.
typed=$(python3 "$source/tests/guide/sessions.py" "$source/docs/guide/first-program.md" --shell \
  "chroot '$root' su - user -c 'mkdir guide && cd guide && exec sh'" 2>&1) ||
  { echo "FAILED: the guide's first chapter: $typed" >&2; exit 1; }
step "typed: $typed"

apt 'apt-get purge -y -q falx-dev falx-tools && apt-get autoremove -y -q'
expect '0 1 4 9 16 25 36 49 64 81' ./squares
apt 'apt-get purge -y -q libfalx1'
left=$(inside 'find /usr /etc -name "*falx*"')
[ -z "$left" ] || { echo "FAILED: left behind: $left" >&2; exit 1; }
step 'a program runs with the runtime alone; nothing is left behind'

apt "$install clang-22 libclang1-22 libcjson1 python3-venv man-db"
user 'mkdir first && tar -xzf /packages/falx-*.tar.gz -C first && mv first/falx-* moved'
expect '0 1 4 9' 'moved/bin/falx++ -fsycl -O2 squares.cpp -o by_archive && ./by_archive'
expect 'specialized 42' 'moved/bin/falx++ -fsycl specialized.cpp -o s2 && ./s2'
expect 'list SYCL devices' 'man -P cat -M moved/share/man falx-ls'
step 'the archive runs where it was moved to'

user 'python3 -m venv v && v/bin/pip install -q --no-index /packages/falx-*.whl'
expect '0 1 4 9' 'v/bin/falx++ -fsycl -O2 squares.cpp -o by_wheel && ./by_wheel'
expect 'sum 499500' 'cmake -G Ninja -S consumer -B w -DCMAKE_CXX_COMPILER=clang++-22 -DFalx_DIR=$(v/bin/python -m falx --cmake-dir) >log && cmake --build w >>log && w/consumer'
user 'v/bin/pip uninstall -q -y falx'
left=$(inside 'find /home/user/v -name "*falx*"')
[ -z "$left" ] || { echo "FAILED: the wheel leaves behind: $left" >&2; exit 1; }
step "the wheel runs in a virtual environment; all after $(minutes "$start" "$(date +%s)") minutes"
