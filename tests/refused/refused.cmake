# tests/refused/*.cpp: programs that the headers refuse, each with the sentence it must be told.
# The headers and clang decide: of the build it is falx++ alone, which tests/driver has in all builds.
if(FALX_ONLY OR NOT FALX_TEST_ALL)
  return()
endif()
file(GLOB cases CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/refused/*.cpp")
foreach(case IN LISTS cases)
  get_filename_component(name "${case}" NAME_WE)
  add_test(NAME refused/${name} COMMAND "${CMAKE_SOURCE_DIR}/tests/refused/refused.sh"
    "${CMAKE_BINARY_DIR}/bin/falx++" "${case}")
  set_tests_properties(refused/${name} PROPERTIES TIMEOUT 60 LABELS slow)
endforeach()
