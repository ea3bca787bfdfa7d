if(TARGET falx)
  add_test(NAME abi/libfalx COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/abi/exports.sh" $<TARGET_FILE:falx>
    "${CMAKE_SOURCE_DIR}/runtime/falx.map" "${CMAKE_SOURCE_DIR}/include/falx/falx.h"
    "${CMAKE_SOURCE_DIR}/include/falx/image.h")
  set_tests_properties(abi/libfalx PROPERTIES TIMEOUT 30)
endif()
