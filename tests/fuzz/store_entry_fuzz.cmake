# The reader of the persistent cache's entries under libFuzzer.
if(TARGET falx_support)
  falx_fuzz_test(store_entry_fuzz CORPUS "${CMAKE_CURRENT_LIST_DIR}/store_entry"
    SOURCES "${CMAKE_CURRENT_LIST_DIR}/store_entry_fuzz.c" "${CMAKE_SOURCE_DIR}/runtime/store_entry.c"
    LIBRARIES falx_support)
endif()
