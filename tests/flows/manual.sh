#!/bin/sh
# The four steps by hand: device compiler, host compiler, device code to an object, link.
. "$(dirname "$0")/lib.sh"
need g++
library="-L$prefix/lib -lfalx -Wl,-rpath,$prefix/lib"

ok "$falx" -fsycl-device-only -fsycl-targets=native_cpu -O2 "$inputs/app.cpp" -o app.bc
ok "$falx" -fsycl -O2 -c app.bc -o device.o
ok "$clang" -Xclang -fsycl-is-host -std=c++17 -isystem "$prefix/include" -c "$inputs/app.cpp" -o clang.o
# shellcheck disable=SC2086
ok "$clang" clang.o device.o $library -o clang-app
ok ./clang-app
ok g++ -std=c++17 -Wall -I"$prefix/include" -c "$inputs/app.cpp" -o gcc.o
# shellcheck disable=SC2086
ok g++ gcc.o device.o $library -o gcc-app
ok ./gcc-app

# No other compiler knows what clang calls a lambda.
refuses 1 "every kernel that is a lambda needs a name: parallel_for<class MyKernel>(...)" \
  g++ -std=c++17 -I"$prefix/include" -DUNNAMED -c "$inputs/app.cpp" -o unnamed.o

# Host and device disagree about the function object: said at the first launch.
ok "$clang" -Xclang -fsycl-is-host -std=c++17 -isystem "$prefix/include" -DWIDE -c "$inputs/app.cpp" -o wide.o
# shellcheck disable=SC2086
ok "$clang" wide.o device.o $library -o wide-app
refuses 2 "the function object of kernel Scaled has 40 bytes aligned to 8 on the host, but 16 bytes aligned to 8 in the device image of $work/wide-app" ./wide-app

# A third-party host compiler, in one command.
ok "$falx" -fsycl -fsycl-host-compiler=g++ -fsycl-host-compiler-options=-std=c++17 "$inputs/app.cpp" -o one-app
ok ./one-app

# Compilers need not number lambdas alike; only names that differ in nothing else are refused.
ok "$falx" -fsycl -fsycl-host-compiler=g++ -fsycl-host-compiler-options=-std=c++17 \
  "$inputs/in_lambdas.cpp" -o in_lambdas
ok ./in_lambdas
ok "$falx" -fsycl -fsycl-host-compiler=g++ -fsycl-host-compiler-options=-std=c++17 -DSAME \
  "$inputs/in_lambdas.cpp" -o same
refuses 2 "the names of several kernels differ in the numbers of lambdas alone" ./same

# clang that is not in SYCL's mode names them as other compilers do, and lambdas by a number alone.
host="-fsycl-host-compiler=$clang -fsycl-host-compiler-options=-std=c++17"
# shellcheck disable=SC2086
ok "$falx" -fsycl $host "$inputs/app.cpp" -o clang-host
ok ./clang-host
# shellcheck disable=SC2086
refuses 1 "every kernel that is a lambda needs a name: parallel_for<class MyKernel>(...)" \
  "$falx" -fsycl $host -DUNNAMED -c "$inputs/app.cpp" -o unnamed.o
# shellcheck disable=SC2086
ok "$falx" -fsycl $host "$inputs/in_lambdas.cpp" -o in_lambdas
refuses 2 "is in no device image by this name: a class in a lambda names it" ./in_lambdas

# The table and the wrapper, each tool by itself.
ok "$prefix/bin/falx-post-link" --target=native_cpu --emit=table -o app.table app.bc
ok "$prefix/bin/falx-offload-wrapper" --target=native_cpu -o wrapper.o app.table
ok "$clang" -O2 -c app_0.bc -o code.o
# shellcheck disable=SC2086
ok "$clang" clang.o code.o wrapper.o $library -o table-app
ok ./table-app
finish
