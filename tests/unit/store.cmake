# The persistent cache.
if(TARGET falx_runtime)
  foreach(stem store store_folder)
    falx_unit_test(${stem}_test SOURCES "${CMAKE_CURRENT_LIST_DIR}/${stem}_test.c"
      LIBRARIES falx_runtime falx_support ${CMAKE_DL_LIBS})
  endforeach()
  target_link_options(store_test PRIVATE -Wl,--wrap=malloc,--wrap=realloc)
endif()
