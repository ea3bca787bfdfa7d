# Parts of adapters/native_cpu that compute only.
if(TARGET falx_adapter_native_cpu)
  falx_unit_test(width_test SOURCES "${CMAKE_CURRENT_LIST_DIR}/width_test.c"
    "${CMAKE_SOURCE_DIR}/adapters/native_cpu/width.c")
endif()
