# Devices of OpenCL whose driver takes SPIR-V: linking, two kinds of device, and the fault suite's steps with
# queues and memory, with calls of the driver that fail.
if(FALX_ONLY OR FALX_SANITIZE OR NOT TARGET falx_faulty)
  return()
endif()
set(here "${CMAKE_CURRENT_LIST_DIR}")
set(place "${CMAKE_BINARY_DIR}/tests/opencl")

falx_unit_test(opencl_module_test TEST opencl/module SOURCES "${here}/module_test.c"
  "${CMAKE_SOURCE_DIR}/adapters/opencl/module.c")

# Stands between the adapter and the loader of drivers.
add_library(falx_opencl_layer SHARED "${here}/layer.c")
target_link_libraries(falx_opencl_layer PRIVATE falx_build ${CMAKE_DL_LIBS})
set_target_properties(falx_opencl_layer PROPERTIES OUTPUT_NAME OpenCL VERSION 1 SOVERSION 1
  LIBRARY_OUTPUT_DIRECTORY "${place}/layer")

# The adapter once more, whose own calls fail, too.
get_target_property(sources falx_adapter_opencl SOURCES)
list(TRANSFORM sources PREPEND "${CMAKE_SOURCE_DIR}/adapters/")
add_library(falx_faulty_opencl MODULE ${sources})
target_link_libraries(falx_faulty_opencl PRIVATE falx_build falx_support falx_fault pthread ${CMAKE_DL_LIBS})
target_link_options(falx_faulty_opencl PRIVATE ${FALX_FAULT_WRAP}
  "-Wl,--version-script,${CMAKE_SOURCE_DIR}/adapters/adapter.map")
set_target_properties(falx_faulty_opencl PROPERTIES OUTPUT_NAME falx_adapter_opencl
  LIBRARY_OUTPUT_DIRECTORY "${place}/adapters")

# The drivers' own operator new stays as it is.
falx_sycl_program(fault-opencl SOURCES "${CMAKE_SOURCE_DIR}/tests/fault/suite.cpp"
  "${CMAKE_SOURCE_DIR}/tests/fault/queues.cpp"
  OPTIONS -fsycl-targets=spir64 -DFAULT_QUEUES_ALONE -DFAULT_OPERATORS_OF_OTHERS LINK_OPTIONS -ldl)
add_dependencies(sycl-fault-opencl falx_faulty falx_faulty_opencl falx_opencl_layer)

# Drivers take a second to start: fewer of the calls than on native_cpu.
foreach(count IN ITEMS 1 100000)
  add_test(NAME opencl/fault-${count} COMMAND "${here}/with-driver.sh" $<TARGET_FILE:fault_driver>
    "${CMAKE_CURRENT_BINARY_DIR}/fault-opencl" --count=${count} --step=23)
  set_tests_properties(opencl/fault-${count} PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77 ENVIRONMENT
    "FALX_LIBRARIES=${CMAKE_BINARY_DIR}/tests/fault/lib;FALX_LAYER=${place}/layer;FALX_ADAPTER_DIR=${place}/adapters;FALX_LS=$<TARGET_FILE:falx-ls>")
endforeach()

add_test(NAME opencl/linking COMMAND "${here}/with-driver.sh" "${here}/linking.sh" "${CMAKE_BINARY_DIR}/bin/falx++"
  "${CMAKE_SOURCE_DIR}/tests/flows/inputs/linking")
set_tests_properties(opencl/linking PROPERTIES SKIP_RETURN_CODE 77 ENVIRONMENT
  "FALX_LIBRARIES=${CMAKE_BINARY_DIR}/lib;FALX_LAYER=${place}/layer;FALX_LS=$<TARGET_FILE:falx-ls>")

# Flows of other folders that know more targets than native_cpu.
foreach(flow IN ITEMS linking device_global separate c_api python)
  add_test(NAME opencl/flow-${flow} COMMAND "${here}/with-driver.sh" sh
    "${CMAKE_SOURCE_DIR}/tests/flows/${flow}.sh" "${CMAKE_BINARY_DIR}")
  set_tests_properties(opencl/flow-${flow} PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77 LABELS slow ENVIRONMENT
    "FALX_LIBRARIES=${CMAKE_BINARY_DIR}/lib;FALX_LAYER=${place}/layer;FALX_LS=$<TARGET_FILE:falx-ls>;FALX_TEST_TARGET=spir64;FALX_TEST_SELECTOR=opencl:*")
endforeach()

# Random submissions, from one thread: Intel's runtime loses commands of several (docs/opencl.md).
falx_sycl_program(opencl-soak SOURCES "${CMAKE_SOURCE_DIR}/tests/soak/soak.cpp" OPTIONS -fsycl-targets=spir64)
add_test(NAME opencl/soak COMMAND "${here}/with-driver.sh" "${CMAKE_CURRENT_BINARY_DIR}/opencl-soak" --threads=1
  --submissions=50000)
set_tests_properties(opencl/soak PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77 ENVIRONMENT
  "FALX_LIBRARIES=${CMAKE_BINARY_DIR}/lib;FALX_LAYER=${place}/layer;FALX_LS=$<TARGET_FILE:falx-ls>")

# The end of processes, but for those that build or launch kernels when the driver has ended.
set(after_the_driver last_submit_in_destructor destructor_without_priority destructor_101 host_task_submits_at_exit
  host_accessor_at_exit leaked_host_accessor atexit_handlers exit_while_others_submit main_ends_while_others_submit
  fork_while_others_submit)
falx_sycl_program(opencl-lifetime SOURCES "${CMAKE_SOURCE_DIR}/tests/lifetime/cases.cpp" OPTIONS
  -fsycl-targets=spir64 LINK_OPTIONS "-L${CMAKE_LIBRARY_OUTPUT_DIRECTORY}" "-L${CMAKE_BINARY_DIR}/tests"
  "-Wl,--no-as-needed" -lfalx -llifetime_after_teardown "-Wl,-rpath,${CMAKE_BINARY_DIR}/tests")
add_dependencies(sycl-opencl-lifetime lifetime_after_teardown)
file(STRINGS "${CMAKE_SOURCE_DIR}/tests/lifetime/cases.cpp" lines REGEX "^    {\"[a-z_0-9]+\", ")
foreach(line IN LISTS lines)
  string(REGEX REPLACE "^    {\"([a-z_0-9]+)\".*" "\\1" case "${line}")
  if(case IN_LIST after_the_driver)
    continue()
  endif()
  add_test(NAME opencl/lifetime-${case} COMMAND "${here}/with-driver.sh" $<TARGET_FILE:lifetime_runner> ${case} 1
    "${CMAKE_CURRENT_BINARY_DIR}/opencl-lifetime")
  set_tests_properties(opencl/lifetime-${case} PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77 ENVIRONMENT
    "FALX_LIBRARIES=${CMAKE_BINARY_DIR}/lib;FALX_LAYER=${place}/layer;FALX_LS=$<TARGET_FILE:falx-ls>")
endforeach()

# Two kinds of device in one program.
falx_sycl_program(opencl-both SOURCES "${here}/both.cpp" OPTIONS -fsycl-targets=native_cpu,spir64)
add_test(NAME opencl/both COMMAND "${here}/with-driver.sh" env "ONEAPI_DEVICE_SELECTOR=*:*"
  "${CMAKE_CURRENT_BINARY_DIR}/opencl-both")
set_tests_properties(opencl/both PROPERTIES SKIP_RETURN_CODE 77 ENVIRONMENT
  "FALX_LIBRARIES=${CMAKE_BINARY_DIR}/lib;FALX_LAYER=${place}/layer;FALX_LS=$<TARGET_FILE:falx-ls>")

# What a program is told when the driver fails.
falx_sycl_program(opencl-errors SOURCES "${here}/errors.cpp" OPTIONS -fsycl-targets=spir64)
add_test(NAME opencl/errors COMMAND "${here}/with-driver.sh" "${here}/errors.sh"
  "${CMAKE_CURRENT_BINARY_DIR}/opencl-errors" "${CMAKE_BINARY_DIR}/bin/falx++" "${here}/errors.cpp")
set_tests_properties(opencl/errors PROPERTIES SKIP_RETURN_CODE 77 ENVIRONMENT
  "FALX_LIBRARIES=${CMAKE_BINARY_DIR}/lib;FALX_LAYER=${place}/layer;FALX_LS=$<TARGET_FILE:falx-ls>")

# Assertions in kernels.
add_test(NAME opencl/assert COMMAND "${here}/with-driver.sh" "${here}/assert.sh" "${CMAKE_BINARY_DIR}/bin/falx++"
  "${CMAKE_SOURCE_DIR}/tests/flows/inputs/messages.cpp")
set_tests_properties(opencl/assert PROPERTIES SKIP_RETURN_CODE 77 ENVIRONMENT
  "FALX_LIBRARIES=${CMAKE_BINARY_DIR}/lib;FALX_LAYER=${place}/layer;FALX_LS=$<TARGET_FILE:falx-ls>")

falx_sycl_program(opencl-interop SOURCES "${here}/interop.cpp" OPTIONS -fsycl-targets=spir64 LINK_OPTIONS -ldl)
add_test(NAME opencl/interop COMMAND "${here}/with-driver.sh" "${CMAKE_CURRENT_BINARY_DIR}/opencl-interop")
set_tests_properties(opencl/interop PROPERTIES SKIP_RETURN_CODE 77 ENVIRONMENT
  "FALX_LIBRARIES=${CMAKE_BINARY_DIR}/lib;FALX_LAYER=${place}/layer;FALX_LS=$<TARGET_FILE:falx-ls>")
