# Queues and buffers, on an adapter whose commands end when the test says.
if(TARGET falx_runtime)
  set(adapters "${CMAKE_BINARY_DIR}/tests/queue_adapters")
  add_library(falx_queue_adapter MODULE "${CMAKE_CURRENT_SOURCE_DIR}/unit/queue_adapter.c")
  target_link_libraries(falx_queue_adapter PRIVATE falx_build pthread)
  set_target_properties(falx_queue_adapter PROPERTIES
    OUTPUT_NAME falx_adapter_native_cpu LIBRARY_OUTPUT_DIRECTORY "${adapters}")
  foreach(stem IN ITEMS queue buffer)
    falx_unit_test(${stem}_test SOURCES "${CMAKE_CURRENT_SOURCE_DIR}/unit/${stem}_test.c"
      LIBRARIES falx_runtime falx_support ${CMAKE_DL_LIBS})
    add_dependencies(${stem}_test falx_queue_adapter)
    target_compile_definitions(${stem}_test PRIVATE TEST_ADAPTERS="${adapters}")
  endforeach()
  target_link_options(queue_test PRIVATE
    -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=aligned_alloc)
endif()
