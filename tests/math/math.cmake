# Errors of mathematical functions in ULP (docs/math.md). MPFR is needed by these tests alone: where it
# is missing they are skipped.
find_library(FALX_MPFR mpfr)
find_path(FALX_MPFR_INCLUDE mpfr.h)
if(FALX_ONLY OR NOT FALX_TEST_ALL OR NOT CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  return()
endif()
# The functions for NVIDIA's GPUs, with estimates as wrong as the hardware's may be.
add_executable(math_nvptx_float "${CMAKE_SOURCE_DIR}/tests/math/nvptx_float.c")
target_compile_definitions(math_nvptx_float PRIVATE _GNU_SOURCE)
target_compile_options(math_nvptx_float PRIVATE -O2 -ffp-contract=off)
target_link_libraries(math_nvptx_float PRIVATE falx_build m)
set_target_properties(math_nvptx_float PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
add_test(NAME math/nvptx_float COMMAND math_nvptx_float)
set_tests_properties(math/nvptx_float PROPERTIES TIMEOUT 120)

if(NOT FALX_MPFR OR NOT FALX_MPFR_INCLUDE)
  add_test(NAME math/sweep COMMAND sh -c "echo 'MPFR not found: install libmpfr-dev'; exit 77")
  set_tests_properties(math/sweep PROPERTIES SKIP_RETURN_CODE 77)
  return()
endif()

add_library(math_reference STATIC "${CMAKE_SOURCE_DIR}/tests/math/reference.c")
target_include_directories(math_reference PUBLIC "${CMAKE_SOURCE_DIR}/tests/math" PRIVATE "${FALX_MPFR_INCLUDE}")
target_compile_definitions(math_reference PRIVATE _GNU_SOURCE)
target_compile_options(math_reference PRIVATE -O2)
target_link_libraries(math_reference PRIVATE falx_build PUBLIC "${FALX_MPFR}" m)

# The functions of libmvec, called as the vectorizer's code calls them.
add_executable(math_vector_library "${CMAKE_SOURCE_DIR}/tests/math/vector_library.c")
target_compile_options(math_vector_library PRIVATE -Wno-psabi)
target_link_libraries(math_vector_library PRIVATE falx_build math_reference ${CMAKE_DL_LIBS})
set_target_properties(math_vector_library math_reference PROPERTIES
  RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests" ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
add_test(NAME math/vector_library COMMAND math_vector_library)
set_tests_properties(math/vector_library PROPERTIES TIMEOUT 120 SKIP_RETURN_CODE 77)

# The functions in kernels, for each instruction set that a program carries.
falx_sycl_program(math-sweep SOURCES "${CMAKE_SOURCE_DIR}/tests/math/sweep.cpp"
  OPTIONS "-I${CMAKE_SOURCE_DIR}/tests/math"
  LINK_OPTIONS "$<TARGET_FILE:math_reference>" "${FALX_MPFR}" -lm)
add_dependencies(sycl-math-sweep math_reference)
foreach(isa baseline v3 v4)
  add_test(NAME math/sweep_${isa} COMMAND "${CMAKE_CURRENT_BINARY_DIR}/math-sweep" --count 262144)
  set_tests_properties(math/sweep_${isa} PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77
    ENVIRONMENT "FALX_NATIVE_ISA=${isa}")
endforeach()
