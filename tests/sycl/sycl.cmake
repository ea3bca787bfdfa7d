# Every tests/sycl/<area>/<case>.cpp is a program of its own: silent and 0 when right, 77 to skip.
# A first line "// options: ..." adds options for falx++.
if(FALX_ONLY)
  return()
endif()
file(GLOB_RECURSE cases CONFIGURE_DEPENDS RELATIVE "${CMAKE_SOURCE_DIR}/tests/sycl"
  "${CMAKE_SOURCE_DIR}/tests/sycl/*.cpp")
file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/sycl")
foreach(case IN LISTS cases)
  set(source "${CMAKE_SOURCE_DIR}/tests/sycl/${case}")
  string(REGEX REPLACE "\\.cpp$" "" name "${case}")
  string(REPLACE "/" "-" program "${name}")
  file(STRINGS "${source}" first LIMIT_COUNT 1 REGEX "^// options: ")
  separate_arguments(options UNIX_COMMAND "${first}")
  list(REMOVE_ITEM options "//" "options:")
  falx_sycl_program("sycl-test-${program}" SOURCES "${source}" OPTIONS ${options})
  add_test(NAME sycl/${name} COMMAND "${CMAKE_CURRENT_BINARY_DIR}/sycl-test-${program}")
  set_tests_properties(sycl/${name} PROPERTIES TIMEOUT 120 SKIP_RETURN_CODE 77)
endforeach()
