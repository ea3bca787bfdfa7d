# Faults: the suite with the k-th call of the runtime or of native_cpu failing, for all k (fault.h).
if(FALX_ONLY OR NOT TARGET falx_runtime OR NOT TARGET falx_adapter_native_cpu)
  return()
endif()
set(here "${CMAKE_CURRENT_LIST_DIR}")
# Laid out as an installation is: the runtime finds its tools beside it.
set(place "${CMAKE_BINARY_DIR}/tests/fault/lib")
file(MAKE_DIRECTORY "${place}")
if(NOT EXISTS "${CMAKE_BINARY_DIR}/tests/fault/bin")
  file(CREATE_LINK "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}" "${CMAKE_BINARY_DIR}/tests/fault/bin" SYMBOLIC)
endif()
set(wrap "")
file(STRINGS "${here}/calls.txt" lines REGEX ": fails")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${here}/calls.txt")
foreach(line IN LISTS lines)
  string(REGEX REPLACE ":.*" "" names "${line}")
  string(REPLACE " " ";" names "${names}")
  list(TRANSFORM names PREPEND "-Wl,--wrap=")
  list(APPEND wrap ${names})
endforeach()
set(FALX_FAULT_WRAP ${wrap})

add_library(falx_fault SHARED "${here}/fault.c")
target_link_libraries(falx_fault PRIVATE falx_build)
set_target_properties(falx_fault PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${place}")

# libfalx.so once more.
add_library(falx_faulty SHARED $<TARGET_OBJECTS:falx_runtime>)
target_link_libraries(falx_faulty PRIVATE falx_build falx_support falx_fault pthread ${CMAKE_DL_LIBS})
target_link_options(falx_faulty PRIVATE "-Wl,--version-script,${CMAKE_SOURCE_DIR}/runtime/falx.map"
  -Wl,--exclude-libs,ALL ${wrap})
set_target_properties(falx_faulty PROPERTIES LINKER_LANGUAGE C OUTPUT_NAME falx
  VERSION "${PROJECT_VERSION}" SOVERSION 1 LIBRARY_OUTPUT_DIRECTORY "${place}")

# native_cpu once more, behind the front of the scripted adapter.
get_target_property(sources falx_adapter_native_cpu SOURCES)
list(TRANSFORM sources PREPEND "${CMAKE_SOURCE_DIR}/adapters/")
add_library(falx_fault_behind OBJECT ${sources})
target_link_libraries(falx_fault_behind PRIVATE falx_build)
target_compile_definitions(falx_fault_behind PRIVATE falx_adapter=falx_adapter_behind)
add_library(falx_faulty_adapter MODULE "${CMAKE_SOURCE_DIR}/tests/scripted/scripted.c" $<TARGET_OBJECTS:falx_fault_behind>)
target_compile_definitions(falx_faulty_adapter PRIVATE SCRIPTED_FAULTS)
target_link_libraries(falx_faulty_adapter PRIVATE falx_build falx_support falx_fault pthread)
target_link_options(falx_faulty_adapter PRIVATE ${wrap}
  "-Wl,--version-script,${CMAKE_SOURCE_DIR}/adapters/adapter.map")
set_target_properties(falx_faulty_adapter PROPERTIES OUTPUT_NAME falx_adapter_native_cpu
  LIBRARY_OUTPUT_DIRECTORY "${place}/falx")

add_executable(fault_driver "${here}/driver.c")
target_link_libraries(fault_driver PRIVATE falx_build)
set_target_properties(fault_driver PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests/fault")

# The library is found where the test says, not where the linker did.
falx_sycl_program(fault-library.so SOURCES "${here}/library.cpp"
  OPTIONS ${FALX_ONE_ISA} -fPIC LINK_OPTIONS -shared)
set(operators "")
if(FALX_SANITIZE STREQUAL "thread")
  set(operators -DFAULT_OPERATORS_OF_OTHERS)
endif()
falx_sycl_program(fault-suite SOURCES "${here}/suite.cpp" "${here}/queues.cpp" "${here}/graphs.cpp"
  "${here}/images.cpp"
  OPTIONS ${FALX_ONE_ISA} ${operators} LINK_OPTIONS -fsycl-allow-device-image-dependencies -ldl)
add_dependencies(sycl-fault-suite falx_faulty falx_faulty_adapter sycl-fault-library.so)
if(TARGET falx-specialize)
  add_dependencies(sycl-fault-suite falx-specialize)
endif()
# Every fifth k alone, and with all calls behind it; cache starts compilers for each.
foreach(steps IN ITEMS queues graphs images discrete cache)
  set(step 5)
  if(steps STREQUAL "cache")
    set(step 29)
  endif()
  foreach(count IN ITEMS 1 100000)
    add_test(NAME fault/${steps}-${count} COMMAND fault_driver
      "${CMAKE_CURRENT_BINARY_DIR}/fault-suite" --count=${count} --step=${step})
    set_tests_properties(fault/${steps}-${count} PROPERTIES TIMEOUT 600 ENVIRONMENT
      "LD_LIBRARY_PATH=${place};FAULT_STEPS=${steps}")
  endforeach()
endforeach()
# That nothing new is called which cannot fail.
find_program(FALX_PYTHON NAMES python3 REQUIRED)
add_test(NAME fault/calls COMMAND "${FALX_PYTHON}" "${here}/calls.py" "${CMAKE_NM}"
  "${here}/calls.txt" $<TARGET_FILE:falx> $<TARGET_FILE:falx_adapter_native_cpu>)
