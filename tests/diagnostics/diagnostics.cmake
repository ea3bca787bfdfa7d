# What device code may not do: each case of tests/diagnostics, as the user reads it.
if(FALX_ONLY)
  return()
endif()
find_program(python NAMES python3)
if(python)
  add_test(NAME diagnostics/device_code COMMAND "${python}"
    "${CMAKE_SOURCE_DIR}/tests/diagnostics/diagnostics.py" "${CMAKE_BINARY_DIR}")
  set_tests_properties(diagnostics/device_code PROPERTIES TIMEOUT 120)
endif()
