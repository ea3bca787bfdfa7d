# Public suites, from a checkout that an environment variable names; skipped without.
if(FALX_ONLY)
  return()
endif()
add_test(NAME suites/sycl-bench COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/sycl-bench.sh"
  "${CMAKE_BINARY_DIR}/bin/falx++" "${CMAKE_CURRENT_BINARY_DIR}/sycl-bench")
set_tests_properties(suites/sycl-bench PROPERTIES TIMEOUT 3600 SKIP_RETURN_CODE 77)
