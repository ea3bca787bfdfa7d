# Tests of falx++: job lists, and the driver at work with a falx-post-link that only takes notes.
if(TARGET falx_driver)
  foreach(name attributes jobs pch pch_cache processes run)
    add_test(NAME driver/${name} COMMAND bash "${CMAKE_CURRENT_LIST_DIR}/${name}.sh"
      "$<TARGET_FILE:falx_driver>" "${CMAKE_C_COMPILER}")
    set_tests_properties(driver/${name} PROPERTIES TIMEOUT 600)
    if(name MATCHES "pch")
      set_tests_properties(driver/${name} PROPERTIES LABELS slow)
    endif()
  endforeach()
endif()
