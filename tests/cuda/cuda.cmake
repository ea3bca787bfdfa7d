# adapters/cuda on a driver without a GPU (fake.h): the adapter suite, calls that fail, what is asked of the driver.
set(here "${CMAKE_CURRENT_LIST_DIR}")
set(place "${CMAKE_BINARY_DIR}/tests/cuda")

add_library(falx_fake_cuda SHARED
  "${here}/fake_device.c"
  "${here}/fake_graph.c"
  "${here}/fake_launch.c"
  "${here}/fake_memory.c"
  "${here}/fake_module.c"
  "${here}/fake_record.c"
  "${here}/fake_stream.c")
target_link_libraries(falx_fake_cuda PRIVATE falx_build pthread ${CMAKE_DL_LIBS})
set_target_properties(falx_fake_cuda PROPERTIES OUTPUT_NAME cuda VERSION 1 SOVERSION 1
  LIBRARY_OUTPUT_DIRECTORY "${place}/driver")

# falx_adapter_test of tests/adapter, with the driver.
foreach(variant IN ITEMS "" "-slow FALX_CUDA_DELAY_US=300")
  string(REPLACE " " ";" parts "${variant}")
  list(POP_FRONT parts name)
  add_test(NAME adapter/cuda${name} COMMAND adapter_suite "${FALX_ADAPTER_DIR}/libfalx_adapter_cuda.so")
  set_tests_properties(adapter/cuda${name} PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77 ENVIRONMENT
    "ASAN_OPTIONS=allocator_may_return_null=1;TSAN_OPTIONS=allocator_may_return_null=1;LD_LIBRARY_PATH=${place}/driver;${parts}")
endforeach()

# Cases of the adapter alone, with kernels that the driver calls in the process.
add_executable(cuda_suite
  "${CMAKE_SOURCE_DIR}/tests/adapter/harness.c"
  "${CMAKE_SOURCE_DIR}/tests/adapter/suite.c"
  "${here}/call_cases.c"
  "${here}/cases.c"
  "${here}/error_cases.c"
  "${here}/launch_cases.c"
  "${here}/list_cases.c"
  "${here}/program_cases.c"
  "${here}/stream_cases.c")
target_link_libraries(cuda_suite PRIVATE falx_build pthread ${CMAKE_DL_LIBS})
set_target_properties(cuda_suite PROPERTIES ENABLE_EXPORTS ON RUNTIME_OUTPUT_DIRECTORY "${place}")
add_dependencies(cuda_suite falx_fake_cuda)
add_test(NAME cuda/suite COMMAND cuda_suite "${FALX_ADAPTER_DIR}/libfalx_adapter_cuda.so")
set_tests_properties(cuda/suite PROPERTIES TIMEOUT 600 ENVIRONMENT
  "ASAN_OPTIONS=allocator_may_return_null=1;TSAN_OPTIONS=allocator_may_return_null=1;LD_LIBRARY_PATH=${place}/driver")
# Commands that are under way while another fails: what they still use shows where it is watched.
if(FALX_SANITIZE)
  add_test(NAME cuda/suite-slow
    COMMAND cuda_suite "${FALX_ADAPTER_DIR}/libfalx_adapter_cuda.so" every_call)
  set_tests_properties(cuda/suite-slow PROPERTIES TIMEOUT 600 ENVIRONMENT
    "ASAN_OPTIONS=allocator_may_return_null=1;TSAN_OPTIONS=allocator_may_return_null=1;LD_LIBRARY_PATH=${place}/driver;FALX_CUDA_DELAY_US=100")
endif()

# The runtime on the adapter: long series in an in-order queue.
set(with_driver "LD_LIBRARY_PATH=${CMAKE_BINARY_DIR}/lib:${place}/driver;ONEAPI_DEVICE_SELECTOR=cuda:gpu")
if(TARGET falx)
  add_executable(cuda_series "${here}/series.c")
  target_link_libraries(cuda_series PRIVATE falx_build falx pthread)
  set_target_properties(cuda_series PROPERTIES ENABLE_EXPORTS ON RUNTIME_OUTPUT_DIRECTORY "${place}")
  add_dependencies(cuda_series falx_fake_cuda)
  add_test(NAME cuda/series COMMAND cuda_series)
  add_test(NAME cuda/series-fail COMMAND cuda_series fail)
  set_tests_properties(cuda/series cuda/series-fail PROPERTIES TIMEOUT 300)
  set_tests_properties(cuda/series PROPERTIES ENVIRONMENT "${with_driver}")
  set_tests_properties(cuda/series-fail PROPERTIES ENVIRONMENT
    "${with_driver};FALX_CUDA_DELAY_US=100000;FALX_CUDA_FAIL=cuLaunchKernel ends=700")
endif()

# Programs of SYCL; not where only a part is built.
if(FALX_ONLY OR FALX_SANITIZE)
  return()
endif()
falx_sycl_program(cuda-interop SOURCES "${here}/interop.cpp" OPTIONS -fsycl-targets=nvptx64-nvidia-cuda
  LINK_OPTIONS -ldl)
add_test(NAME cuda/interop COMMAND "${CMAKE_CURRENT_BINARY_DIR}/cuda-interop")
set_tests_properties(cuda/interop PROPERTIES ENVIRONMENT "${with_driver};FALX_CUDA_DEVICES=2")

falx_sycl_program(cuda-errors SOURCES "${here}/errors.cpp" OPTIONS -fsycl-targets=nvptx64-nvidia-cuda
  LINK_OPTIONS -rdynamic)
add_test(NAME cuda/errors COMMAND "${here}/errors.sh" "${CMAKE_CURRENT_BINARY_DIR}/cuda-errors" "${here}/errors.cpp"
  "${here}/errors.calls" $<TARGET_FILE:falx-ls>)
set_tests_properties(cuda/errors PROPERTIES ENVIRONMENT "${with_driver}")

falx_sycl_program(cuda-again SOURCES "${here}/again.cpp" OPTIONS -fsycl-targets=nvptx64-nvidia-cuda
  LINK_OPTIONS -rdynamic)
add_test(NAME cuda/again COMMAND "${CMAKE_CURRENT_BINARY_DIR}/cuda-again")
set_tests_properties(cuda/again PROPERTIES ENVIRONMENT "${with_driver}")

falx_sycl_program(cuda-faults SOURCES "${here}/faults.cpp" OPTIONS -fsycl-targets=nvptx64-nvidia-cuda
  LINK_OPTIONS -rdynamic)
add_test(NAME cuda/faults-memory COMMAND "${CMAKE_CURRENT_BINARY_DIR}/cuda-faults" memory)
add_test(NAME cuda/faults-address COMMAND "${CMAKE_CURRENT_BINARY_DIR}/cuda-faults" address)
set_tests_properties(cuda/faults-memory PROPERTIES ENVIRONMENT "${with_driver}")
set_tests_properties(cuda/faults-address PROPERTIES ENVIRONMENT
  "${with_driver};FALX_CUDA_FAIL=cuLaunchKernel ends=700")

falx_sycl_program(cuda-lifetime SOURCES "${here}/lifetime.cpp" OPTIONS -fsycl-targets=nvptx64-nvidia-cuda)
add_test(NAME cuda/lifetime COMMAND "${here}/lifetime.sh" "${CMAKE_CURRENT_BINARY_DIR}/cuda-lifetime")
set_tests_properties(cuda/lifetime PROPERTIES ENVIRONMENT "${with_driver}")

falx_sycl_program(cuda-reduction SOURCES "${here}/reduction.cpp" OPTIONS -fsycl-targets=nvptx64-nvidia-cuda)
add_test(NAME cuda/reduction COMMAND "${here}/calls.sh" "${CMAKE_CURRENT_BINARY_DIR}/cuda-reduction"
  "${here}/reduction.calls")
set_tests_properties(cuda/reduction PROPERTIES ENVIRONMENT "${with_driver}")

add_test(NAME cuda/timeline COMMAND "${here}/timeline.sh" $<TARGET_FILE:falx-prof>
  "${CMAKE_CURRENT_BINARY_DIR}/cuda-reduction" adding)
set_tests_properties(cuda/timeline PROPERTIES ENVIRONMENT "${with_driver}")
# The runtime copies a buffer's content by itself.
add_test(NAME cuda/timeline-buffers COMMAND "${here}/timeline.sh" $<TARGET_FILE:falx-prof>
  "${CMAKE_CURRENT_BINARY_DIR}/cuda-interop" limited)
set_tests_properties(cuda/timeline-buffers PROPERTIES ENVIRONMENT "${with_driver};FALX_CUDA_DEVICES=2")

falx_sycl_program(cuda-graph SOURCES "${here}/graph.cpp" OPTIONS -fsycl-targets=nvptx64-nvidia-cuda)
add_test(NAME cuda/graph COMMAND "${here}/calls.sh" "${CMAKE_CURRENT_BINARY_DIR}/cuda-graph" "${here}/graph.calls")
set_tests_properties(cuda/graph PROPERTIES ENVIRONMENT "${with_driver}")

# Kernels by name from C and Python; the libraries are compiled with code generation that gcc's tools do not change.
if(NOT CMAKE_C_COMPILER_ID STREQUAL "GNU")
  add_library(falx_by_name_kernels SHARED "${here}/by_name_kernels.c")
  target_link_libraries(falx_by_name_kernels PRIVATE falx_build)
  set_target_properties(falx_by_name_kernels PROPERTIES OUTPUT_NAME by_name_kernels
    LIBRARY_OUTPUT_DIRECTORY "${place}")
  add_test(NAME cuda/by-name COMMAND sh "${here}/by_name.sh" "${CMAKE_BINARY_DIR}"
    $<TARGET_FILE:falx_by_name_kernels>)
  set_tests_properties(cuda/by-name PROPERTIES TIMEOUT 300 ENVIRONMENT "${with_driver}")
endif()

# What other folders have for more targets than native_cpu, on a GPU; skipped without one.
set(on_device "FALX_LS=$<TARGET_FILE:falx-ls>;FALX_TEST_TARGET=nvptx64-nvidia-cuda;FALX_TEST_SELECTOR=cuda:gpu")
set(device_tests cuda/soak)
foreach(flow IN ITEMS linking device_global separate c_api python timeline)
  add_test(NAME cuda/flow-${flow} COMMAND "${here}/with-device.sh" sh "${CMAKE_SOURCE_DIR}/tests/flows/${flow}.sh"
    "${CMAKE_BINARY_DIR}")
  set_tests_properties(cuda/flow-${flow} PROPERTIES LABELS slow)
  list(APPEND device_tests cuda/flow-${flow})
endforeach()
falx_sycl_program(cuda-soak SOURCES "${CMAKE_SOURCE_DIR}/tests/soak/soak.cpp" OPTIONS
  -fsycl-targets=nvptx64-nvidia-cuda)
add_test(NAME cuda/soak COMMAND "${here}/with-device.sh" "${CMAKE_CURRENT_BINARY_DIR}/cuda-soak")
falx_sycl_program(cuda-lifetime-cases SOURCES "${CMAKE_SOURCE_DIR}/tests/lifetime/cases.cpp" OPTIONS
  -fsycl-targets=nvptx64-nvidia-cuda LINK_OPTIONS "-L${CMAKE_LIBRARY_OUTPUT_DIRECTORY}" "-L${CMAKE_BINARY_DIR}/tests"
  "-Wl,--no-as-needed" -lfalx -llifetime_after_teardown "-Wl,-rpath,${CMAKE_BINARY_DIR}/tests")
add_dependencies(sycl-cuda-lifetime-cases lifetime_after_teardown)
file(STRINGS "${CMAKE_SOURCE_DIR}/tests/lifetime/cases.cpp" lines REGEX "^    {\"[a-z_0-9]+\", ")
foreach(line IN LISTS lines)
  string(REGEX REPLACE "^    {\"([a-z_0-9]+)\".*" "\\1" case "${line}")
  add_test(NAME cuda/lifetime-${case} COMMAND "${here}/with-device.sh" $<TARGET_FILE:lifetime_runner> ${case} 1
    "${CMAKE_CURRENT_BINARY_DIR}/cuda-lifetime-cases")
  list(APPEND device_tests cuda/lifetime-${case})
endforeach()
set_tests_properties(${device_tests} PROPERTIES SKIP_RETURN_CODE 77 ENVIRONMENT "${on_device}")
set_tests_properties(${device_tests} PROPERTIES TIMEOUT 600)

# Every program of tests/sycl as PTX, by NVIDIA's assembler, where there is one.
# Minutes of code generation, which tell nothing new of tools that gcc has compiled.
if(NOT CMAKE_C_COMPILER_ID STREQUAL "GNU")
  add_test(NAME cuda/ptx COMMAND sh "${CMAKE_SOURCE_DIR}/tests/suites/ptx.sh" "$<TARGET_FILE:falx_driver>" "${place}/ptx")
  set_tests_properties(cuda/ptx PROPERTIES LABELS slow TIMEOUT 3600 SKIP_RETURN_CODE 77
    ENVIRONMENT "FALX_TEST_ARCHS=sm_75 sm_90")
endif()
