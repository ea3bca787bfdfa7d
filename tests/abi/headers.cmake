find_program(FALX_CLANGXX NAMES clang++-22 HINTS "${FALX_LLVM_BINDIR}")
add_library(abi_layout_c OBJECT "${CMAKE_SOURCE_DIR}/tests/abi/layout.c")
target_include_directories(abi_layout_c PRIVATE "${CMAKE_SOURCE_DIR}/include")
if(FALX_TEST_ALL) # uses nothing of the build
  add_test(NAME abi/headers COMMAND "${CMAKE_SOURCE_DIR}/tests/abi/headers.sh"
    "${CMAKE_SOURCE_DIR}/include" "${FALX_CLANGXX}")
  set_tests_properties(abi/headers PROPERTIES TIMEOUT 900 LABELS slow)
endif()
add_test(NAME abi/layout COMMAND ${CMAKE_CXX_COMPILER} -xc++ -std=c++17 -fsyntax-only
  "-I${CMAKE_SOURCE_DIR}/include" "${CMAKE_SOURCE_DIR}/tests/abi/layout.c")
set_tests_properties(abi/layout PROPERTIES TIMEOUT 60)

set(libraries "")
foreach(target falx falx_adapter_native_cpu falx_adapter_null falx_adapter_opencl falx_adapter_cuda)
  if(TARGET ${target})
    list(APPEND libraries $<TARGET_FILE:${target}>)
  endif()
endforeach()
if(libraries)
  add_test(NAME abi/needed COMMAND "${CMAKE_SOURCE_DIR}/tests/abi/needed.sh" ${libraries})
  set_tests_properties(abi/needed PROPERTIES TIMEOUT 30)
endif()
