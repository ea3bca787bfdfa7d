if(TARGET falx_compiler)
  falx_unit_test(vector_math_test SOURCES "${CMAKE_CURRENT_LIST_DIR}/vector_math_test.c"
    LIBRARIES falx_compiler)
endif()
