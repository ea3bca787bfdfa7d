# What the runtime reads: the selector's text, property sets.
if(TARGET falx_runtime)
  foreach(name IN ITEMS selector properties)
    falx_fuzz_test(${name}_fuzz CORPUS "${CMAKE_CURRENT_LIST_DIR}/${name}"
      SOURCES "${CMAKE_CURRENT_LIST_DIR}/${name}_fuzz.c"
      LIBRARIES falx_runtime falx_support pthread ${CMAKE_DL_LIBS})
  endforeach()
endif()
