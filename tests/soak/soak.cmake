# The short form; the long one is in the head of soak.cpp.
if(FALX_ONLY)
  return()
endif()
falx_sycl_program(soak SOURCES "${CMAKE_CURRENT_LIST_DIR}/soak.cpp" OPTIONS ${FALX_ONE_ISA})
add_test(NAME soak/short COMMAND "${CMAKE_CURRENT_BINARY_DIR}/soak")
set_tests_properties(soak/short PROPERTIES TIMEOUT 300)
