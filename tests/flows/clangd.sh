#!/bin/sh
# clangd has no complaint about the examples, in a CMake project with its compile_commands.json and the file
# .clangd of 'falx++ --clangd-config'; and has one where there is an error.
. "$(dirname "$0")/lib.sh"
need cmake
need ninja
need clangd-22
native || { echo 'skipped: clangd sees the host'"'"'s side'; exit 77; }
cp "$here"/../../examples/*.cpp .
folders= # of MPI's headers
if command -v mpicxx >/dev/null && folders=$(mpicxx --showme:incdirs 2>/dev/null); then
  for source in "$here"/../../examples/mpi/*.cpp; do
    cp "$source" "mpi_$(basename "$source")"
  done
fi
cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.25)
project(Examples LANGUAGES CXX)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
add_compile_options(-fsycl -fsycl-targets=native_cpu,spir64 -fno-falx-vectorize "SHELL:-Xsycl-target-backend=spir64 -cl-opt")
include_directories(SYSTEM $folders)
file(GLOB sources *.cpp)
foreach(source IN LISTS sources)
  cmake_path(GET source STEM name)
  add_executable(\${name} \${source})
endforeach()
END
sed 's/queue queue/que queue/' vector_add_usm.cpp >wrong.cpp
cmake -G Ninja -S . -B build -DCMAKE_CXX_COMPILER="$falx" >log 2>&1 || fail "configure: $(cat log)"
"$falx" --clangd-config -Xsycl-target-backend=spir64 -cl-opt >.clangd || fail "--clangd-config: status $?"
# No tweaks, and one line for what it tries at each word: those are checks of clangd itself.
check() { # check FILE: what it says
  HOME=$work timeout 120 clangd-22 --enable-config --compile-commands-dir=build --tweaks=none --check-lines=1 \
    --background-index=false "--check=$work/$1" 2>&1
}
for source in *.cpp; do
  said=$(check "$source") && is_clean=yes || is_clean=
  case $source:$is_clean in
  wrong.cpp:)
    says "no type named 'que'"
    ;;
  wrong.cpp:* | *:) fail "$source: $(echo "$said" | grep '^E')" ;;
  esac
done
finish
