# The persistent cache.
if(TARGET falx_runtime)
  foreach(stem store_test store_folder_test store_stress)
    falx_unit_test(${stem} SOURCES "${CMAKE_CURRENT_LIST_DIR}/${stem}.c"
      LIBRARIES falx_runtime falx_support ${CMAKE_DL_LIBS})
  endforeach()
  target_link_options(store_test PRIVATE -Wl,--wrap=malloc,--wrap=realloc)
endif()
