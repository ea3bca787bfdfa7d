# Code that the compiler puts into kernels, as bitcode inside falx_compiler (lower_math.c).
find_program(FALX_CLANG NAMES clang-22 clang HINTS "${FALX_LLVM_BINDIR}" REQUIRED)
set(devicelib "${CMAKE_SOURCE_DIR}/devicelib")
set(devicelib_bitcode "${CMAKE_CURRENT_BINARY_DIR}/devicelib_math.bc")
set(devicelib_source "${CMAKE_CURRENT_BINARY_DIR}/devicelib_math.c")
# Scalar code for any processor: it is widened with the kernel that it lands in.
add_custom_command(OUTPUT "${devicelib_source}"
  COMMAND "${FALX_CLANG}" -std=c11 -O2 -Wall -Wextra -Werror -fno-math-errno -fno-trapping-math
    -fno-vectorize -fno-slp-vectorize -fno-stack-protector -fno-asynchronous-unwind-tables -fno-ident
    -emit-llvm -c "${devicelib}/math.c" -o "${devicelib_bitcode}"
  COMMAND "${CMAKE_COMMAND}" "-DINPUT=${devicelib_bitcode}" "-DOUTPUT=${devicelib_source}"
    -DNAME=fxc_devicelib_math -P "${devicelib}/embed.cmake"
  DEPENDS "${devicelib}/math.c" "${devicelib}/embed.cmake" COMMENT "Embedding devicelib/math.c" VERBATIM)
