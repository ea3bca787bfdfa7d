# falx++'s parser of options, with all of the driver but its main.
if(TARGET falx_driver)
  get_target_property(sources falx_driver SOURCES)
  list(REMOVE_ITEM sources main.c)
  list(TRANSFORM sources PREPEND "${CMAKE_SOURCE_DIR}/driver/")
  falx_fuzz_test(driver_options_fuzz CORPUS "${CMAKE_CURRENT_LIST_DIR}/driver_options"
    SOURCES "${CMAKE_CURRENT_LIST_DIR}/driver_options_fuzz.c" ${sources} LIBRARIES falx_support)
endif()
