# Public suites, from a checkout that an environment variable names; skipped without.
if(FALX_ONLY)
  return()
endif()
add_test(NAME suites/sycl-bench COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/sycl-bench.sh"
  "${CMAKE_BINARY_DIR}/bin/falx++" "${CMAKE_CURRENT_BINARY_DIR}/sycl-bench")
set_tests_properties(suites/sycl-bench PROPERTIES TIMEOUT 3600 SKIP_RETURN_CODE 77)

# The script for GPUs, as far as it goes without one; sanitized libraries want a sanitized program.
if(FALX_SANITIZE)
  return()
endif()
add_test(NAME suites/cuda COMMAND "${CMAKE_CURRENT_LIST_DIR}/cuda.sh" "--falx=${CMAKE_BINARY_DIR}"
  "--out=${CMAKE_CURRENT_BINARY_DIR}/cuda" --device=native_cpu:cpu --trial --jobs=2 --limit=280 H6 H7.errors H8)
set_tests_properties(suites/cuda PROPERTIES LABELS slow TIMEOUT 300)
