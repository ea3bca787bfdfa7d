# Objects of falx-post-link at every optimization level, linked into one test program each.
if(TARGET falx-post-link)
  foreach(level 0 1 2 3)
    set(object "${CMAKE_BINARY_DIR}/tests/post_link_kernels_O${level}.o")
    set(input "${CMAKE_CURRENT_LIST_DIR}/post_link_kernels.ll")
    add_custom_command(OUTPUT "${object}" DEPENDS falx-post-link "${input}"
      COMMAND falx-post-link --target=native_cpu -O${level} -o "${object}" "${input}")
    falx_unit_test(post_link_O${level}_test
      SOURCES "${CMAKE_CURRENT_LIST_DIR}/post_link_test.c" "${object}")
    target_link_options(post_link_O${level}_test PRIVATE -Wl,--gc-sections)
  endforeach()
endif()
# The image reader under libFuzzer: cmake -DFALX_FUZZ=ON with clang.
option(FALX_FUZZ "Build the fuzzers (clang only)" OFF)
if(FALX_FUZZ AND TARGET falx_compiler)
  add_executable(image_reader_fuzz
    "${CMAKE_CURRENT_LIST_DIR}/../fuzz/image_reader_fuzz.c"
    "${CMAKE_SOURCE_DIR}/compiler/image/read.c" "${CMAKE_SOURCE_DIR}/compiler/image/read_elf.c")
  target_link_libraries(image_reader_fuzz PRIVATE falx_build falx_support)
  target_compile_options(image_reader_fuzz PRIVATE -fsanitize=fuzzer,address,undefined -g)
  target_link_options(image_reader_fuzz PRIVATE -fsanitize=fuzzer,address,undefined)
  set_target_properties(image_reader_fuzz PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
endif()
