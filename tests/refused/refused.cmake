# tests/refused/*.cpp: programs that the headers refuse, each with the sentence it must be told.
if(FALX_ONLY)
  return()
endif()
file(GLOB cases CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/refused/*.cpp")
foreach(case IN LISTS cases)
  get_filename_component(name "${case}" NAME_WE)
  add_test(NAME refused/${name} COMMAND "${CMAKE_SOURCE_DIR}/tests/refused/refused.sh"
    "${CMAKE_BINARY_DIR}/bin/falx++" "${case}")
  set_tests_properties(refused/${name} PROPERTIES TIMEOUT 60)
endforeach()
