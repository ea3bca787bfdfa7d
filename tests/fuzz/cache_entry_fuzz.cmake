# The reader of a cache's entries under libFuzzer.
if(TARGET falx_support)
  falx_fuzz_test(cache_entry_fuzz CORPUS "${CMAKE_CURRENT_LIST_DIR}/cache_entry"
    SOURCES "${CMAKE_CURRENT_LIST_DIR}/cache_entry_fuzz.c" LIBRARIES falx_support)
endif()
