# The runtime's own modules, on the scripted adapter (tests/scripted/) beside broken ones.
if(TARGET falx_runtime)
  foreach(stem IN ITEMS selector error record platform usm kernel host_globals
      device_global exports link queue buffer)
    falx_unit_test(${stem}_test SOURCES "${CMAKE_CURRENT_SOURCE_DIR}/unit/${stem}_test.c"
      LIBRARIES falx_runtime falx_support ${CMAKE_DL_LIBS})
    falx_use_scripted_adapter(${stem}_test)
  endforeach()
  target_link_options(kernel_test PRIVATE -Wl,--wrap=calloc)
  target_link_options(queue_test PRIVATE
    -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=aligned_alloc)

  falx_unit_test(lifetime_test SOURCES "${CMAKE_CURRENT_SOURCE_DIR}/unit/lifetime_test.c"
    LIBRARIES falx ${CMAKE_DL_LIBS})
  falx_use_scripted_adapter(lifetime_test)
  target_compile_definitions(lifetime_test PRIVATE ROUNDS=10000 TEST_LIBRARY="$<TARGET_FILE:falx>")
endif()
