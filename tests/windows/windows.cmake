# What is different on Windows (GO-4): compiled by mingw-w64, run by wine, where they are.
if(FALX_ONLY OR FALX_SANITIZE)
  return()
endif()
add_test(NAME windows/lifetime COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/run.sh" "${CMAKE_SOURCE_DIR}"
  "${CMAKE_CURRENT_BINARY_DIR}/windows")
set_tests_properties(windows/lifetime PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77)
