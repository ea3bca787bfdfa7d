#!/bin/sh
# FALX_CLANG named clang 19: sources compiled without a word, to programs without kernels.
. "$(dirname "$0")/../flows/lib.sh"
cat >another <<END
#!/bin/sh
exec "$clang" -Wno-builtin-macro-redefined -U__clang_major__ -D__clang_major__=\$VERSION "\$@"
END
chmod +x another
printf '#include <sycl/sycl.hpp>\nint main() { sycl::queue{}.single_task([] {}); }\n' >program.cpp
for version in 19 23; do
  refuses 1 'Falx needs clang 22 for device code' env VERSION=$version FALX_CLANG="$work/another" "$falx" -fsycl program.cpp
done
ok env VERSION=22 FALX_CLANG="$work/another" "$falx" -fsycl -fsycl-native-isa=baseline program.cpp
ok "$falx" -fsycl -fsycl-device-only program.cpp -o program.bc
ok env VERSION=19 FALX_CLANG="$work/another" "$falx" -fsycl -fsycl-host-only -c program.cpp
finish
