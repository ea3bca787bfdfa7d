# Mistakes that -fsycl-check= is to find (docs/checker.md).
if(FALX_ONLY)
  return()
endif()
foreach(kind IN ITEMS bounds races barriers uninit)
  if(FALX_SANITIZE) # a sanitized libfalx.so asks its sanitizer of every program
    add_test(NAME check/${kind} COMMAND sh -c "echo 'the build is sanitized'; exit 77")
  else()
    add_test(NAME check/${kind} COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/check.sh" "${CMAKE_BINARY_DIR}" ${kind})
  endif()
  set_tests_properties(check/${kind} PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77)
endforeach()
