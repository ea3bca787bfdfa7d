# The house: include arrows, the installed tree and projects that use it.
set(house "${CMAKE_SOURCE_DIR}/tests/house")

add_test(NAME house/arrows COMMAND "${FALX_PYTHON}" "${house}/arrows.py" "${CMAKE_SOURCE_DIR}")
add_test(NAME house/arrows_refused COMMAND sh "${house}/arrows_refused.sh" "${FALX_PYTHON}" "${house}/arrows.py")
add_test(NAME house/passes COMMAND "${FALX_PYTHON}" "${house}/passes.py" "${CMAKE_SOURCE_DIR}")
add_test(NAME house/passes_refused COMMAND sh "${house}/passes_refused.sh" "${FALX_PYTHON}" "${house}/passes.py")
add_test(NAME house/doc_paths COMMAND sh "${house}/doc_paths.sh" "${CMAKE_SOURCE_DIR}")
add_test(NAME house/doc_lines COMMAND "${FALX_PYTHON}" "${house}/doc_lines.py" "${CMAKE_SOURCE_DIR}")
add_test(NAME house/sycl_tests COMMAND sh "${house}/sycl_tests.sh" "${CMAKE_SOURCE_DIR}")
add_test(NAME house/format COMMAND sh "${house}/format.sh" "${CMAKE_SOURCE_DIR}")
set_tests_properties(house/format PROPERTIES SKIP_RETURN_CODE 77)
add_test(NAME house/header_names COMMAND "${FALX_PYTHON}" "${house}/header_names.py" "${CMAKE_SOURCE_DIR}")
add_test(NAME house/header_names_refused COMMAND sh "${house}/header_names_refused.sh" "${FALX_PYTHON}"
  "${house}/header_names.py")
add_test(NAME house/site COMMAND sh "${house}/site.sh" "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}")
set_tests_properties(house/site PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77 LABELS slow)
add_test(NAME house/command COMMAND sh "${house}/command.sh" "${CMAKE_SOURCE_DIR}/falx")

# A sanitized libfalx.so asks its sanitizer of every program: nothing to install.
if(FALX_ONLY OR FALX_SANITIZE)
  return()
endif()
add_test(NAME house/pages COMMAND "${FALX_PYTHON}" -B "${house}/pages.py" "${CMAKE_BINARY_DIR}"
  "${CMAKE_BINARY_DIR}/tests/pages")
set_tests_properties(house/pages PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77 LABELS slow)
add_test(NAME house/completion COMMAND bash "${house}/completion.sh" "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}")
add_test(NAME house/manual COMMAND sh "${house}/manual.sh" "${CMAKE_BINARY_DIR}")
set_tests_properties(house/completion house/manual PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77)
if(CMAKE_C_COMPILER_ID STREQUAL "Clang") # it takes a while; the slow stage of .ci/run has it
  add_test(NAME house/packages COMMAND sh "${house}/packages.sh" "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}")
  set_tests_properties(house/packages PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77 LABELS slow)
endif()
set(prefix "${CMAKE_BINARY_DIR}/tests/installed")
add_test(NAME house/install COMMAND sh "${house}/install.sh" "${CMAKE_COMMAND}" "${CMAKE_BINARY_DIR}"
  "${CMAKE_SOURCE_DIR}" "${prefix}")
set_tests_properties(house/install PROPERTIES FIXTURES_SETUP installed)
add_test(NAME house/sizes COMMAND sh "${house}/sizes.sh" "${prefix}" "${CMAKE_BUILD_TYPE}")
foreach(compiler IN ITEMS falx++ clang++-22)
  add_test(NAME "house/find_package_${compiler}" COMMAND sh "${house}/find_package.sh" "${CMAKE_COMMAND}"
    "${house}/consumer" "${CMAKE_BINARY_DIR}/tests/consumer-${compiler}" "${prefix}" "${compiler}")
endforeach()
add_test(NAME house/pkg_config COMMAND sh "${house}/pkg_config.sh" "${house}/consumer"
  "${CMAKE_BINARY_DIR}/tests/consumer-pkg-config" "${prefix}")
add_test(NAME house/drop_in COMMAND sh "${CMAKE_SOURCE_DIR}/tests/flows/drop_in.sh" "${prefix}")
set_tests_properties(house/sizes house/find_package_falx++ house/find_package_clang++-22 house/pkg_config house/drop_in
  PROPERTIES FIXTURES_REQUIRED installed TIMEOUT 300 SKIP_RETURN_CODE 77)
