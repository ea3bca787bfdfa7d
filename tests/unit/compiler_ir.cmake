# Unit tests of compiler/ir.
if(TARGET falx_compiler)
  foreach(stem clone cfg postdom shape callgraph setup diagnostics check_try same_code)
    falx_unit_test(compiler_${stem}_test SOURCES "${CMAKE_CURRENT_LIST_DIR}/${stem}_test.c"
      LIBRARIES falx_compiler)
  endforeach()
endif()
