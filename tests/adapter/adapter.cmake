# One suite, run against every adapter by itself, without the runtime.
set(folder "${CMAKE_CURRENT_LIST_DIR}")
add_executable(adapter_suite
  ${folder}/graph_test.c
  ${folder}/harness.c
  ${folder}/kernels.c
  ${folder}/launch_test.c
  ${folder}/list_test.c
  ${folder}/memory_test.c
  ${folder}/process_test.c
  ${folder}/submission_test.c
  ${folder}/suite.c)
target_link_libraries(adapter_suite PRIVATE falx_build pthread ${CMAKE_DL_LIBS})
set_target_properties(adapter_suite PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")

# falx_adapter_test(<adapter> <variant> [NAME=value...])
function(falx_adapter_test adapter variant)
  set(name "adapter/${adapter}${variant}")
  add_test(NAME ${name}
    COMMAND adapter_suite "${FALX_ADAPTER_DIR}/libfalx_adapter_${adapter}.so")
  # One case asks for more memory than there is: sanitizers are to answer NULL.
  set_tests_properties(${name} PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77 ENVIRONMENT
    "ASAN_OPTIONS=allocator_may_return_null=1;TSAN_OPTIONS=allocator_may_return_null=1;${ARGN}")
endfunction()

falx_adapter_test(native_cpu "")
falx_adapter_test(native_cpu "-one-thread" FALX_NUM_THREADS=1)
falx_adapter_test(native_cpu "-five-threads" FALX_NUM_THREADS=5)
falx_adapter_test(null "")
falx_adapter_test(null "-delayed" FALX_NULL_DELAY_US=50)
falx_adapter_test(opencl "") # with whatever driver there is

find_program(FALX_NM NAMES nm llvm-nm-22)
foreach(adapter IN ITEMS cuda native_cpu null opencl)
  add_test(NAME adapter/${adapter}-exports
    COMMAND "${folder}/exports.sh" "${FALX_NM}" "${FALX_ADAPTER_DIR}/libfalx_adapter_${adapter}.so")
endforeach()
