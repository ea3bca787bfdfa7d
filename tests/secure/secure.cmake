# Settings of the environment in programs with rights of their own, and adapters out of the working
# directory (docs/robustness.md).
if(FALX_ONLY)
  return()
endif()
falx_sycl_program(secure-program SOURCES "${CMAKE_CURRENT_LIST_DIR}/program.cpp" OPTIONS ${FALX_ONE_ISA})
foreach(what IN ITEMS set-user-id working-folder)
  if(FALX_SANITIZE) # AddressSanitizer does not run in set-user-id programs
    add_test(NAME secure/${what} COMMAND sh -c "echo 'the build is sanitized'; exit 77")
  else()
    add_test(NAME secure/${what} COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/secure.sh" ${what}
      "${CMAKE_CURRENT_BINARY_DIR}/secure-program" "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}")
  endif()
  set_tests_properties(secure/${what} PROPERTIES TIMEOUT 120 SKIP_RETURN_CODE 77)
endforeach()
