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
