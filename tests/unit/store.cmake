# The settings and the trace of the persistent cache.
if(TARGET falx_runtime)
  falx_unit_test(store_test SOURCES "${CMAKE_CURRENT_LIST_DIR}/store_test.c"
    LIBRARIES falx_runtime falx_support ${CMAKE_DL_LIBS})
endif()
