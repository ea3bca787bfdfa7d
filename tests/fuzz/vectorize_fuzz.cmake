# The differential fuzzer of the vectorizer; its long run is in the head of vectorize_fuzz.c.
if(TARGET falx_compiler AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  add_executable(vectorize_fuzz "${CMAKE_CURRENT_LIST_DIR}/vectorize_fuzz.c"
    "${CMAKE_CURRENT_LIST_DIR}/kernel_generator.c" "${CMAKE_CURRENT_LIST_DIR}/kernel_emitter.c"
    "${CMAKE_CURRENT_LIST_DIR}/kernel_expressions.c"
    "${CMAKE_CURRENT_LIST_DIR}/kernel_statements.c" "${CMAKE_CURRENT_LIST_DIR}/kernel_model.c"
    "${CMAKE_CURRENT_LIST_DIR}/kernel_runner.c")
  # _Float16, functions by address.
  set_source_files_properties("${CMAKE_CURRENT_LIST_DIR}/kernel_model.c"
    "${CMAKE_CURRENT_LIST_DIR}/kernel_runner.c" PROPERTIES COMPILE_OPTIONS -Wno-pedantic)
  target_link_libraries(vectorize_fuzz PRIVATE falx_build falx_compiler m)
  if(FALX_FUZZ)
    falx_fuzz_program(vectorize_fuzz)
    return()
  endif()
  set_target_properties(vectorize_fuzz PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  add_test(NAME fuzz/vectorize COMMAND vectorize_fuzz --seed=1 --count=150 --seconds=5)
  set_tests_properties(fuzz/vectorize PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77)
endif()
