# Mended bugs: every tests/regress/<cause>.{c,cpp,ll,sh} is a test, regress/<cause> (docs/testing.md).
if(FALX_ONLY)
  return()
endif()
set(here "${CMAKE_CURRENT_LIST_DIR}")
file(GLOB cases CONFIGURE_DEPENDS RELATIVE "${here}" "${here}/*.c" "${here}/*.cpp" "${here}/*.ll" "${here}/*.sh")
foreach(case IN LISTS cases)
  cmake_path(GET case STEM name)
  cmake_path(GET case EXTENSION kind)
  if(TEST regress/${name})
    message(FATAL_ERROR "tests/regress: there are two cases '${name}'")
  endif()
  set(source "${here}/${case}")
  set(skip "")
  if(kind STREQUAL ".c") # a program of cmocka with the runtime and the scripted adapter
    falx_unit_test(regress-${name} TEST regress/${name} SOURCES "${source}"
      LIBRARIES falx_runtime falx_support ${CMAKE_DL_LIBS})
    falx_use_scripted_adapter(regress-${name})
    continue()
  elseif(kind STREQUAL ".cpp") # a SYCL program; "// options: ..." are those of falx++
    falx_sycl_options(options "${source}")
    falx_sycl_program(regress-${name} SOURCES "${source}" OPTIONS ${options})
    set(command "${CMAKE_CURRENT_BINARY_DIR}/regress-${name}")
  elseif(kind STREQUAL ".ll") # RUN lines
    falx_lit_command(command "${source}")
  elseif(FALX_SANITIZE) # a sanitized libfalx.so asks its sanitizer of every program
    set(command sh -c "echo 'the build is sanitized'; exit 77")
  else() # a script that begins with ". ../flows/lib.sh"
    set(command sh "${source}" "${CMAKE_BINARY_DIR}")
  endif()
  add_test(NAME regress/${name} COMMAND ${command})
  set_tests_properties(regress/${name} PROPERTIES TIMEOUT 120 SKIP_RETURN_CODE 77)
endforeach()
