# Every tests/sycl/<topic>/<case>.cpp is a program and a test, sycl/<topic>/<case> (docs/testing.md):
# silent and 0 when right, 77 to skip. A first line "// options: ..." adds options for falx++.
option(FALX_TEST_SYCL "The programs of tests/sycl" ON)
if(FALX_ONLY OR NOT FALX_TEST_SYCL)
  return()
endif()
file(GLOB_RECURSE cases CONFIGURE_DEPENDS RELATIVE "${CMAKE_SOURCE_DIR}/tests/sycl"
  "${CMAKE_SOURCE_DIR}/tests/sycl/*/*.cpp")
# Programs that take long to compile: one build of the tree tells about them, whatever compiled it.
set(long_cases "^(ext_oneapi/kernel_compiler|group/(broadcast|joint|reduce|scan|types|votes)|image/(formats|legacy|many|sampled)|sub_group/.*|math/shapes|reduction/nd_range)\\.cpp$")
set(sycl_programs "")
foreach(case IN LISTS cases)
  set(source "${CMAKE_SOURCE_DIR}/tests/sycl/${case}")
  string(REGEX REPLACE "\\.cpp$" "" name "${case}")
  string(REPLACE "/" "-" program "${name}")
  if(NOT FALX_TEST_ALL AND case MATCHES "${long_cases}")
    continue()
  endif()
  falx_sycl_options(options "${source}")
  falx_sycl_program("test-${program}" SOURCES "${source}" OPTIONS ${options})
  add_test(NAME sycl/${name} COMMAND "${CMAKE_CURRENT_BINARY_DIR}/test-${program}")
  set_tests_properties(sycl/${name} PROPERTIES TIMEOUT 120 SKIP_RETURN_CODE 77)
  if(case MATCHES "^graph/") # once more, command by command
    add_test(NAME sycl/${name}-plain COMMAND "${CMAKE_CURRENT_BINARY_DIR}/test-${program}")
    set_tests_properties(sycl/${name}-plain PROPERTIES TIMEOUT 120 SKIP_RETURN_CODE 77
      ENVIRONMENT FALX_GRAPH_LISTS=0)
  endif()
  if(case MATCHES "^(graph/host_task|queue/asynchronous|event/profiling)") # once more, with a timeline
    add_test(NAME sycl/${name}-traced COMMAND "${CMAKE_CURRENT_BINARY_DIR}/test-${program}")
    set_tests_properties(sycl/${name}-traced PROPERTIES TIMEOUT 120 SKIP_RETURN_CODE 77
      ENVIRONMENT "FALX_TRACE=${CMAKE_CURRENT_BINARY_DIR}/${program}.json")
  endif()
  if(NOT options MATCHES "-march=|-O0")
    list(APPEND sycl_programs "${CMAKE_CURRENT_BINARY_DIR}/test-${program}")
  endif()
endforeach()
# The best variant of their kernels has run; here are the others.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64" AND FALX_TEST_ALL)
  foreach(isa IN ITEMS baseline v3)
    add_test(NAME sycl/isa-${isa} COMMAND sh "${CMAKE_SOURCE_DIR}/tests/sycl/isa.sh"
      "${CMAKE_BINARY_DIR}/bin/falx-ls" ${isa} ${sycl_programs})
    set_tests_properties(sycl/isa-${isa} PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77 LABELS slow)
  endforeach()
endif()
