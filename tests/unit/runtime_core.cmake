# The runtime's own modules, on a tiny adapter in several broken variants beside a sound one.
if(TARGET falx_runtime)
  set(adapters "${CMAKE_BINARY_DIR}/tests/adapters")
  function(falx_test_adapter name)
    add_library(falx_test_adapter_${name} MODULE "${CMAKE_CURRENT_SOURCE_DIR}/unit/runtime_adapter.c")
    target_link_libraries(falx_test_adapter_${name} PRIVATE falx_build)
    target_compile_definitions(falx_test_adapter_${name} PRIVATE ADAPTER_NAME="${name}" ${ARGN})
    set_target_properties(falx_test_adapter_${name} PROPERTIES
      OUTPUT_NAME falx_adapter_${name} LIBRARY_OUTPUT_DIRECTORY "${adapters}")
  endfunction()
  falx_test_adapter(native_cpu)
  falx_test_adapter(cuda ADAPTER_MAJOR=7u)
  falx_test_adapter(opencl ADAPTER_LACKS_SYMBOL)
  falx_test_adapter(hip ADAPTER_LACKS_OPERATION)
  falx_test_adapter(null ADAPTER_FAILS_INIT)

  function(falx_runtime_test stem)
    falx_unit_test(${stem}_test SOURCES "${CMAKE_CURRENT_SOURCE_DIR}/unit/${stem}_test.c" ${ARGN}
      LIBRARIES falx_runtime falx_support ${CMAKE_DL_LIBS})
    add_dependencies(${stem}_test falx_test_adapter_native_cpu falx_test_adapter_cuda
      falx_test_adapter_opencl falx_test_adapter_hip falx_test_adapter_null)
    target_compile_definitions(${stem}_test PRIVATE TEST_ADAPTERS="${adapters}")
  endfunction()
  falx_runtime_test(selector)
  falx_runtime_test(error)
  falx_runtime_test(record)
  falx_runtime_test(platform)
  falx_runtime_test(usm)
  falx_runtime_test(kernel)
  target_link_options(kernel_test PRIVATE -Wl,--wrap=calloc)
  falx_runtime_test(host_globals)
  falx_runtime_test(link)

  falx_unit_test(lifetime_test SOURCES "${CMAKE_CURRENT_SOURCE_DIR}/unit/lifetime_test.c"
    LIBRARIES falx ${CMAKE_DL_LIBS})
  add_dependencies(lifetime_test falx_test_adapter_native_cpu)
  target_compile_definitions(lifetime_test PRIVATE
    ROUNDS=10000 TEST_ADAPTERS="${adapters}" TEST_LIBRARY="$<TARGET_FILE:falx>")
endif()
