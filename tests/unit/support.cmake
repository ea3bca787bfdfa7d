# Unit tests of support/. Allocations of the code under test can be made to fail (fault.h).
if(TARGET falx_support)
  foreach(stem arena vector map strbuf file)
    falx_unit_test(support_${stem}_test SOURCES "${CMAKE_CURRENT_LIST_DIR}/${stem}_test.c"
      "${CMAKE_CURRENT_LIST_DIR}/fault.c" LIBRARIES falx_support)
    target_link_options(support_${stem}_test PRIVATE
      -Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc)
  endforeach()
  foreach(stem aspects block digest kernel_name process offload threads)
    falx_unit_test(support_${stem}_test SOURCES "${CMAKE_CURRENT_LIST_DIR}/${stem}_test.c"
      LIBRARIES falx_support)
  endforeach()
endif()
