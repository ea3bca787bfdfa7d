# The end of processes (docs/lifetime.md): each case in a process of its own, again and again.
if(FALX_ONLY)
  return()
endif()
set(FALX_LIFETIME_ROUNDS 3 CACHE STRING "How often each case of tests/lifetime runs")
set(here "${CMAKE_CURRENT_LIST_DIR}")
set(programs "${CMAKE_BINARY_DIR}/tests")
foreach(name IN ITEMS runner opener closer)
  add_executable(lifetime_${name} "${here}/${name}.c")
  target_link_libraries(lifetime_${name} PRIVATE falx_build ${CMAKE_DL_LIBS})
  set_target_properties(lifetime_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${programs}")
endforeach()
# Not linked with libfalx.so, and behind it in the program: its destructors run later.
add_library(lifetime_after_teardown SHARED "${here}/after_teardown.c")
target_link_libraries(lifetime_after_teardown PRIVATE falx_build)
set_target_properties(lifetime_after_teardown PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${programs}")

falx_sycl_program(lifetime-cases SOURCES "${here}/cases.cpp" OPTIONS ${FALX_ONE_ISA} LINK_OPTIONS
  "-L${CMAKE_LIBRARY_OUTPUT_DIRECTORY}" "-L${programs}" "-Wl,--no-as-needed" -lfalx
  -llifetime_after_teardown "-Wl,-rpath,${programs}")
add_dependencies(sycl-lifetime-cases lifetime_after_teardown)
falx_sycl_program(lifetime-library.so SOURCES "${here}/library.cpp" OPTIONS ${FALX_ONE_ISA} -fPIC LINK_OPTIONS -shared)

function(falx_lifetime_test case)
  add_test(NAME lifetime/${case} COMMAND lifetime_runner ${case} ${FALX_LIFETIME_ROUNDS} ${ARGN})
  set_tests_properties(lifetime/${case} PROPERTIES TIMEOUT 300)
endfunction()
file(STRINGS "${here}/cases.cpp" lines REGEX "^    {\"[a-z_0-9]+\", ")
foreach(line IN LISTS lines)
  string(REGEX REPLACE "^    {\"([a-z_0-9]+)\".*" "\\1" case "${line}")
  falx_lifetime_test(${case} "${CMAKE_CURRENT_BINARY_DIR}/lifetime-cases")
endforeach()
set(library "${CMAKE_CURRENT_BINARY_DIR}/lifetime-library.so")
falx_lifetime_test(destructor_101_closes_the_runtime "$<TARGET_FILE:lifetime_closer>" "${library}")
if(NOT FALX_SANITIZE) # whose allocators keep what is freed
  add_test(NAME lifetime/open_and_close COMMAND lifetime_opener "${library}" 10000)
  set_tests_properties(lifetime/open_and_close PROPERTIES TIMEOUT 300 LABELS slow)
endif()
