# Programs for other processors under user-mode emulation (NC-21).
if(FALX_ONLY OR FALX_SANITIZE)
  return()
endif()
foreach(arch IN ITEMS aarch64 riscv64)
  add_test(NAME cross/${arch} COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/run.sh" ${arch} "${CMAKE_COMMAND}"
    "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}")
  set_tests_properties(cross/${arch} PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77)
endforeach()
