# Build rules shared by all folders.
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS ON) # gnu11: POSIX and __attribute__
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_C_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_C_FLAGS_DEBUG "-O0 -g")
# The build tree is laid out as an installation is, so that every tool finds its siblings.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
# What an install command says no component of (cmake/FalxPackages.cmake).
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME dev)
set(FALX_ADAPTER_DIR "${CMAKE_BINARY_DIR}/lib/falx") # adapters: libfalx_adapter_<name>.so

option(FALX_WERROR "Warnings are errors" OFF)
option(FALX_TEST_ALL "Tests that take long to compile, and kernels for every instruction set" ON)
# What tests that do not ask for instruction sets of their own are compiled with; empty: every one.
set(FALX_ONE_ISA "")
if(NOT FALX_TEST_ALL AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  set(FALX_ONE_ISA -fsycl-native-isa=baseline)
endif()
set(FALX_SANITIZE "" CACHE STRING "address,undefined or thread")
set(FALX_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wvla -Wstrict-prototypes -Wmissing-prototypes)
add_library(falx_build INTERFACE) # link every C target of ours with it (PRIVATE)
target_compile_options(falx_build INTERFACE "$<$<COMPILE_LANGUAGE:C>:${FALX_WARNINGS}>")
if(FALX_WERROR)
  target_compile_options(falx_build INTERFACE -Werror)
endif()
if(FALX_SANITIZE)
  target_compile_options(falx_build INTERFACE
    -fsanitize=${FALX_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g -O1)
  target_link_options(falx_build INTERFACE -fsanitize=${FALX_SANITIZE})
endif()
option(FALX_FUZZ "Build the programs of tests/fuzz with clang's libFuzzer" OFF)
if(FALX_FUZZ)
  target_compile_options(falx_build INTERFACE -fsanitize=fuzzer-no-link)
endif()
math(EXPR FALX_VERSION_NUMBER
  "${PROJECT_VERSION_MAJOR} * 10000 + ${PROJECT_VERSION_MINOR} * 100 + ${PROJECT_VERSION_PATCH}")
configure_file("${CMAKE_SOURCE_DIR}/cmake/falx_version.h.in" "${CMAKE_BINARY_DIR}/falx_version.h")
target_include_directories(falx_build INTERFACE "${CMAKE_SOURCE_DIR}" "${CMAKE_SOURCE_DIR}/include"
  "${CMAKE_BINARY_DIR}")
target_compile_definitions(falx_build INTERFACE _GNU_SOURCE)

# LLVM 22 through its C API, for the compiler and its tools only.
find_program(FALX_LLVM_CONFIG NAMES llvm-config-22 llvm-config HINTS /usr/lib/llvm-22/bin)
add_library(falx_llvm INTERFACE)
if(FALX_LLVM_CONFIG)
  execute_process(COMMAND "${FALX_LLVM_CONFIG}" --includedir OUTPUT_VARIABLE FALX_LLVM_INCLUDE OUTPUT_STRIP_TRAILING_WHITESPACE)
  execute_process(COMMAND "${FALX_LLVM_CONFIG}" --libdir OUTPUT_VARIABLE FALX_LLVM_LIBDIR OUTPUT_STRIP_TRAILING_WHITESPACE)
  execute_process(COMMAND "${FALX_LLVM_CONFIG}" --bindir OUTPUT_VARIABLE FALX_LLVM_BINDIR OUTPUT_STRIP_TRAILING_WHITESPACE)
  target_include_directories(falx_llvm SYSTEM INTERFACE "${FALX_LLVM_INCLUDE}")
  target_link_libraries(falx_llvm INTERFACE "${FALX_LLVM_LIBDIR}/libLLVM-22.so")
else()
  message(FATAL_ERROR "llvm-config-22 is not installed: './falx setup' installs it (Debian: llvm-22-dev)")
endif()

# falx_unit_test(<name> [TEST <test>] SOURCES ... LIBRARIES ...): a cmocka program, which ctest knows as
# <test>, else as unit/<name>.
function(falx_unit_test name)
  cmake_parse_arguments(ARG "" "TEST" "SOURCES;LIBRARIES" ${ARGN})
  if(NOT ARG_TEST)
    set(ARG_TEST unit/${name})
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE falx_build cmocka pthread ${ARG_LIBRARIES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  add_test(NAME ${ARG_TEST} COMMAND ${name})
  set_tests_properties(${ARG_TEST} PROPERTIES TIMEOUT 120 SKIP_RETURN_CODE 77)
endfunction()

# The test finds the scripted adapter (tests/scripted/) in the folder TEST_ADAPTERS.
function(falx_use_scripted_adapter test)
  foreach(name IN ITEMS native_cpu cuda opencl hip null draft)
    add_dependencies(${test} falx_scripted_${name})
  endforeach()
  target_compile_definitions(${test} PRIVATE TEST_ADAPTERS="${CMAKE_BINARY_DIR}/tests/adapters")
endfunction()

# falx_fuzz_test(<name> CORPUS <dir> SOURCES ... LIBRARIES ...): a libFuzzer program, with FALX_FUZZ
# only, built by the target `fuzz`. ctest runs its corpus and then new inputs (tests/fuzz/fuzz.sh).
if(FALX_FUZZ)
  add_custom_target(fuzz)
endif()
function(falx_fuzz_test name)
  if(NOT FALX_FUZZ)
    return()
  endif()
  cmake_parse_arguments(ARG "" "CORPUS" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE falx_build ${ARG_LIBRARIES})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  falx_fuzz_program(${name} "${ARG_CORPUS}")
endfunction()
# Registers a fuzzer: a program of ours, or of libFuzzer with a corpus.
function(falx_fuzz_program name)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  add_dependencies(fuzz ${name})
  string(REGEX REPLACE "_fuzz$" "" test "${name}")
  add_test(NAME fuzz/${test} COMMAND sh "${CMAKE_SOURCE_DIR}/tests/fuzz/fuzz.sh" $<TARGET_FILE:${name}>
    "${CMAKE_BINARY_DIR}/tests/fuzz/${test}" ${ARGN})
  set_tests_properties(fuzz/${test} PROPERTIES SKIP_RETURN_CODE 77)
endfunction()

# What a test program's line "// options: ..." says, and the instruction set that tests are compiled for.
function(falx_sycl_options out source)
  file(STRINGS "${source}" line LIMIT_COUNT 1 REGEX "^// options: ")
  separate_arguments(options UNIX_COMMAND "${line}")
  list(REMOVE_ITEM options "//" "options:")
  if(NOT options MATCHES "-march=|-O0|-fsycl-native-isa=")
    list(APPEND options ${FALX_ONE_ISA})
  endif()
  set(${out} "${options}" PARENT_SCOPE)
endfunction()

# falx_sycl_program(<name> SOURCES ... OPTIONS ... LINK_OPTIONS ...): a SYCL program made by the
# falx++ of this build, in the binary directory of the caller. Sanitizers are linked in for
# libfalx.so; kernels are not instrumented. Precompiled headers are kept in the build tree.
if(FALX_SANITIZE)
  set(FALX_SYCL_LINK_OPTIONS "-fsanitize=${FALX_SANITIZE}")
endif()
# FALX_TEST_OBJECTS: objects of this program that are there are linked as they are. They are the same whatever
# the kind of build: what depends on it is made when linking.
set(FALX_TEST_OBJECTS "" CACHE PATH "A build tree that has compiled the programs of tests/sycl")
function(falx_sycl_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;OPTIONS;LINK_OPTIONS" ${ARGN})
  set(falxxx "${CMAKE_BINARY_DIR}/bin/falx++")
  set(program "${CMAKE_CURRENT_BINARY_DIR}/${name}")
  set(objects "")
  falx_toolchain_targets(tools)
  foreach(source IN LISTS ARG_SOURCES)
    cmake_path(ABSOLUTE_PATH source)
    cmake_path(GET source STEM stem)
    set(object "${FALX_TEST_OBJECTS}/tests/${name}.${stem}.o")
    if(FALX_TEST_OBJECTS AND name MATCHES "^test-" AND EXISTS "${object}")
      list(APPEND objects "${object}")
      continue()
    endif()
    set(object "${program}.${stem}.o")
    add_custom_command(OUTPUT "${object}"
      COMMAND "${CMAKE_COMMAND}" -E env "FALX_PCH_CACHE=${CMAKE_BINARY_DIR}/pch" FALX_PCH_CACHE_SIZE=1000
        "${falxxx}" -fsycl -O2 ${ARG_OPTIONS} -MD -MF "${object}.d" -c "${source}" -o "${object}"
      DEPENDS "${source}" ${tools} DEPFILE "${object}.d" COMMENT "falx++ ${name}" VERBATIM)
    list(APPEND objects "${object}")
  endforeach()
  add_custom_command(OUTPUT "${program}"
    COMMAND "${falxxx}" -fsycl -O2 ${ARG_OPTIONS} ${objects} -o "${program}" ${ARG_LINK_OPTIONS}
      ${FALX_SYCL_LINK_OPTIONS}
    DEPENDS ${objects} ${tools} COMMENT "Linking ${name}" VERBATIM)
  add_custom_target(sycl-${name} ALL DEPENDS "${program}")
endfunction()

# The targets that a SYCL program is compiled and run with: './falx run' builds these and no tests.
add_custom_target(toolchain)
set(FALX_TOOLCHAIN falx_driver falx-opt falx-post-link falx-offload-wrapper falx-specialize falx-integration falx-image
  falx-ls falx-prof falx falx_check) # and the adapters
function(falx_toolchain_targets out)
  set(targets "")
  get_property(adapters GLOBAL PROPERTY FALX_ADAPTERS)
  foreach(target IN LISTS FALX_TOOLCHAIN adapters)
    if(TARGET ${target})
      list(APPEND targets ${target})
    endif()
  endforeach()
  set(${out} ${targets} PARENT_SCOPE)
endfunction()
