# Programs built and run the way users do it, with the tools of this build.
if(FALX_ONLY)
  return()
endif()
# Those that compile for minutes run where they can tell something new: precompiled headers in
# one build, code generation not once more in tools that gcc has compiled.
# ./falx test leaves the label "slow" to the slow stage of .ci/run.
set(quick_flows "^(attributes|cmake|drop_in|isa|list|messages|printers)$")
set(long_flows "^(linking|libraries|options|parts|recompile|specialization|device_global|device_global_matrix|integration)$")
foreach(flow IN ITEMS manual pch separate options isa cmake drop_in adaptivecpp clangd errors attributes c_api python list linking parts libraries recompile specialization device_global device_global_matrix integration debug printers coverage checked messages progress timeline mpi)
  if((flow STREQUAL "pch" AND NOT FALX_TEST_ALL) OR
     (flow MATCHES "${long_flows}" AND CMAKE_C_COMPILER_ID STREQUAL "GNU"))
    continue()
  endif()
  if(FALX_SANITIZE) # a sanitized libfalx.so asks its sanitizer of every program and library
    add_test(NAME flows/${flow} COMMAND sh -c "echo 'the build is sanitized'; exit 77")
  else()
    add_test(NAME flows/${flow} COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/${flow}.sh" "${CMAKE_BINARY_DIR}")
  endif()
  set_tests_properties(flows/${flow} PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77)
  if(NOT flow MATCHES "${quick_flows}")
    set_tests_properties(flows/${flow} PROPERTIES LABELS slow)
  endif()
endforeach()
