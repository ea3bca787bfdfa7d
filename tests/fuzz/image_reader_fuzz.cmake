# The reader of images in objects, archives and programs under libFuzzer.
if(TARGET falx_compiler)
  falx_fuzz_test(image_reader_fuzz CORPUS "${CMAKE_CURRENT_LIST_DIR}/image_reader"
    SOURCES "${CMAKE_CURRENT_LIST_DIR}/image_reader_fuzz.c" LIBRARIES falx_compiler)
endif()
