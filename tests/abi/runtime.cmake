if(TARGET falx)
  add_test(NAME abi/libfalx COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/abi/exports.sh" $<TARGET_FILE:falx>
    "${CMAKE_SOURCE_DIR}/runtime/falx.map" "${CMAKE_SOURCE_DIR}/include/falx/falx.h"
    "${CMAKE_SOURCE_DIR}/include/falx/image.h")
  set_tests_properties(abi/libfalx PROPERTIES TIMEOUT 30)
  find_program(FALX_CLANG NAMES clang-22 HINTS "${FALX_LLVM_BINDIR}")
  add_test(NAME abi/description COMMAND python3 "${CMAKE_SOURCE_DIR}/tests/abi/describe.py" $<TARGET_FILE:falx>
    "${CMAKE_SOURCE_DIR}/include" "${FALX_CLANG}")
  add_test(NAME abi/description_refused COMMAND sh "${CMAKE_SOURCE_DIR}/tests/abi/describe_refused.sh"
    $<TARGET_FILE:falx> "${CMAKE_SOURCE_DIR}/include" "${FALX_CLANG}")
  set_tests_properties(abi/description abi/description_refused PROPERTIES TIMEOUT 60)
endif()
