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
foreach(name IN ITEMS malloc calloc realloc aligned_alloc posix_memalign strdup asprintf vasprintf
    realpath pthread_create pthread_key_create open openat fopen fdopendir read pread write pwrite mmap memfd_create mkdir
    mkdtemp renameat fstat pipe2 posix_spawnp)
  list(APPEND wrap "-Wl,--wrap=${name}")
endforeach()

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

# native_cpu once more, behind an adapter that fails.
get_target_property(sources falx_adapter_native_cpu SOURCES)
list(TRANSFORM sources PREPEND "${CMAKE_SOURCE_DIR}/adapters/")
add_library(falx_fault_behind OBJECT ${sources})
target_link_libraries(falx_fault_behind PRIVATE falx_build)
target_compile_definitions(falx_fault_behind PRIVATE falx_adapter=falx_adapter_behind)
add_library(falx_faulty_adapter MODULE "${here}/fault_adapter.c" $<TARGET_OBJECTS:falx_fault_behind>)
target_link_libraries(falx_faulty_adapter PRIVATE falx_build falx_support falx_fault pthread)
target_link_options(falx_faulty_adapter PRIVATE ${wrap}
  "-Wl,--version-script,${CMAKE_SOURCE_DIR}/adapters/adapter.map")
set_target_properties(falx_faulty_adapter PROPERTIES OUTPUT_NAME falx_adapter_native_cpu
  LIBRARY_OUTPUT_DIRECTORY "${place}/falx")

add_executable(fault_driver "${here}/driver.c")
target_link_libraries(fault_driver PRIVATE falx_build)
set_target_properties(fault_driver PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests/fault")

# The library is found where the test says, not where the linker did.
falx_sycl_program(fault-suite SOURCES "${here}/suite.cpp" OPTIONS ${FALX_ONE_ISA} LINK_OPTIONS -ldl)
add_dependencies(sycl-fault-suite falx_faulty falx_faulty_adapter)
if(TARGET falx-specialize)
  add_dependencies(sycl-fault-suite falx-specialize)
endif()
foreach(count IN ITEMS 1 2 100000)
  add_test(NAME fault/from-k-on-${count}
    COMMAND fault_driver "${CMAKE_CURRENT_BINARY_DIR}/fault-suite" --count=${count})
  set_tests_properties(fault/from-k-on-${count} PROPERTIES TIMEOUT 600 ENVIRONMENT
    "LD_LIBRARY_PATH=${place}")
endforeach()
# Specialization constants start a compiler for each k, and keep what it makes in an empty cache.
add_test(NAME fault/cache
  COMMAND fault_driver "${CMAKE_CURRENT_BINARY_DIR}/fault-suite" --count=1)
set_tests_properties(fault/cache PROPERTIES TIMEOUT 900 ENVIRONMENT
  "LD_LIBRARY_PATH=${place};FAULT_STEPS=cache")
