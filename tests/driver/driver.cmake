# Tests of falx++: job lists, and the driver at work with a falx-post-link that only takes notes.
if(TARGET falx_driver)
  foreach(name attributes jobs preamble preamble_base preamble_edges preamble_store run)
    if(name STREQUAL "preamble_base" AND NOT FALX_TEST_ALL AND NOT FALX_SANITIZE)
      continue() # takes a minute, and runs in the other builds
    endif()
    add_test(NAME driver/${name} COMMAND bash "${CMAKE_CURRENT_LIST_DIR}/${name}.sh"
      "$<TARGET_FILE:falx_driver>" "${CMAKE_C_COMPILER}")
    set_tests_properties(driver/${name} PROPERTIES TIMEOUT 300)
  endforeach()
endif()
