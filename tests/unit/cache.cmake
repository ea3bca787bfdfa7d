# The library of caches (support/cache.h).
if(TARGET falx_support)
  foreach(stem cache_test cache_bytes_test cache_folder_test cache_stress)
    falx_unit_test(${stem} SOURCES "${CMAKE_CURRENT_LIST_DIR}/${stem}.c" LIBRARIES falx_support)
  endforeach()
  foreach(stem cache_test cache_bytes_test)
    target_link_options(${stem} PRIVATE -Wl,--wrap=malloc,--wrap=realloc)
  endforeach()
endif()
