# Code that the compiler puts into kernels, as bitcode inside falx_compiler (lower_math.c,
# aggregate_atomics.c, opencl_library.c, nvptx_library.c).
find_program(FALX_CLANG NAMES clang-22 clang HINTS "${FALX_LLVM_BINDIR}" REQUIRED)
set(devicelib "${CMAKE_SOURCE_DIR}/devicelib")
# falx_embed_c(NAME OPTIONS...): devicelib/NAME.c as bitcode in the array fxc_devicelib_NAME of
# ${devicelib_NAME_source}: scalar code for any processor, which is widened with the kernel that it lands in.
function(falx_embed_c name)
  set(bitcode "${CMAKE_CURRENT_BINARY_DIR}/devicelib_${name}.bc")
  set(source "${CMAKE_CURRENT_BINARY_DIR}/devicelib_${name}.c")
  add_custom_command(OUTPUT "${source}"
    COMMAND "${FALX_CLANG}" -std=c11 -O2 -Wall -Wextra -Werror ${ARGN} -fno-vectorize -fno-slp-vectorize
      -fno-stack-protector -fno-asynchronous-unwind-tables -fno-ident
      -emit-llvm -c "${devicelib}/${name}.c" -o "${bitcode}"
    COMMAND "${CMAKE_COMMAND}" "-DINPUT=${bitcode}" "-DOUTPUT=${source}" "-DNAME=fxc_devicelib_${name}"
      -P "${devicelib}/embed.cmake"
    DEPENDS "${devicelib}/${name}.c" "${devicelib}/embed.cmake"
    COMMENT "Embedding devicelib/${name}.c" VERBATIM)
  set(devicelib_${name}_source "${source}" PARENT_SCOPE)
endfunction()
falx_embed_c(math -fno-math-errno -fno-trapping-math)
falx_embed_c(sums -Wno-missing-prototypes -fno-strict-aliasing)
set(devicelib_opencl_text "${CMAKE_CURRENT_BINARY_DIR}/devicelib_opencl.ll")
set(devicelib_opencl_bitcode "${CMAKE_CURRENT_BINARY_DIR}/devicelib_opencl.bc")
set(devicelib_opencl_source "${CMAKE_CURRENT_BINARY_DIR}/devicelib_opencl.c")
add_custom_command(OUTPUT "${devicelib_opencl_source}"
  COMMAND "${FALX_CLANG}" -x cl -cl-std=CL3.0 --target=spirv64-unknown-unknown -O2 -Wall -Wextra -Werror
    -Wno-missing-prototypes -fno-ident -emit-llvm -S "${devicelib}/opencl.cl" -o "${devicelib_opencl_text}"
  COMMAND "${CMAKE_COMMAND}" "-DFILE=${devicelib_opencl_text}" -P "${devicelib}/without_version.cmake"
  COMMAND "${FALX_CLANG}" -x ir --target=spirv64-unknown-unknown -O0 -Xclang -disable-llvm-passes -emit-llvm
    -c "${devicelib_opencl_text}" -o "${devicelib_opencl_bitcode}"
  COMMAND "${CMAKE_COMMAND}" "-DINPUT=${devicelib_opencl_bitcode}" "-DOUTPUT=${devicelib_opencl_source}"
    -DNAME=fxc_devicelib_opencl -P "${devicelib}/embed.cmake"
  DEPENDS "${devicelib}/opencl.cl" "${devicelib}/embed.cmake" "${devicelib}/without_version.cmake"
  COMMENT "Embedding devicelib/opencl.cl" VERBATIM)
# libclc's code is linked in here: what is embedded needs nothing else.
find_file(FALX_LIBCLC NAMES nvptx64--.bc HINTS /usr/lib/clc /usr/share/clc "${FALX_LLVM_BINDIR}/../share/clc"
  REQUIRED NO_CMAKE_FIND_ROOT_PATH)
set(devicelib_nvptx_text "${CMAKE_CURRENT_BINARY_DIR}/devicelib_nvptx.ll")
set(devicelib_nvptx_bitcode "${CMAKE_CURRENT_BINARY_DIR}/devicelib_nvptx.bc")
set(devicelib_nvptx_source "${CMAKE_CURRENT_BINARY_DIR}/devicelib_nvptx.c")
add_custom_command(OUTPUT "${devicelib_nvptx_source}"
  COMMAND "${FALX_CLANG}" -x cl -cl-std=CL3.0 --target=nvptx64-nvidia-cuda -O2 -Wall -Wextra -Werror
    -Wno-missing-prototypes -Wno-unused-function -fno-ident -cl-fp32-correctly-rounded-divide-sqrt
    -Xclang -mlink-builtin-bitcode -Xclang "${FALX_LIBCLC}" -emit-llvm -S "${devicelib}/nvptx.cl"
    -o "${devicelib_nvptx_text}"
  COMMAND "${CMAKE_COMMAND}" "-DFILE=${devicelib_nvptx_text}" -P "${devicelib}/without_version.cmake"
  COMMAND "${FALX_CLANG}" -x ir --target=nvptx64-nvidia-cuda -O0 -Xclang -disable-llvm-passes -emit-llvm
    -c "${devicelib_nvptx_text}" -o "${devicelib_nvptx_bitcode}"
  COMMAND "${CMAKE_COMMAND}" "-DINPUT=${devicelib_nvptx_bitcode}" "-DOUTPUT=${devicelib_nvptx_source}"
    -DNAME=fxc_devicelib_nvptx -P "${devicelib}/embed.cmake"
  DEPENDS "${devicelib}/nvptx.cl" "${devicelib}/nvptx_float.h" "${devicelib}/nvptx_double.h"
    "${devicelib}/opencl.cl"
    "${devicelib}/embed.cmake" "${devicelib}/without_version.cmake" "${FALX_LIBCLC}"
  COMMENT "Embedding devicelib/nvptx.cl and libclc" VERBATIM)
