# The adapter for tests, sound and in several broken variants, each under the name of a real one.
if(TARGET falx_runtime)
  set(folder "${CMAKE_BINARY_DIR}/tests/adapters")
  foreach(variant native_cpu "cuda SCRIPTED_MAJOR=7u" "opencl SCRIPTED_LACKS_SYMBOL" "hip SCRIPTED_LACKS_OPERATION"
      "null SCRIPTED_FAILS_INIT" "draft SCRIPTED_MINOR=1u")
    separate_arguments(definitions UNIX_COMMAND "${variant}")
    list(POP_FRONT definitions name)
    add_library(falx_scripted_${name} MODULE "${CMAKE_CURRENT_LIST_DIR}/scripted.c"
      "${CMAKE_CURRENT_LIST_DIR}/device.c")
    target_link_libraries(falx_scripted_${name} PRIVATE falx_build pthread)
    target_compile_definitions(falx_scripted_${name} PRIVATE SCRIPTED_NAME="${name}" ${definitions})
    set_target_properties(falx_scripted_${name} PROPERTIES
      OUTPUT_NAME falx_adapter_${name} LIBRARY_OUTPUT_DIRECTORY "${folder}")
  endforeach()
  set_target_properties(falx_scripted_draft PROPERTIES
    OUTPUT_NAME falx_adapter_opencl LIBRARY_OUTPUT_DIRECTORY "${folder}/draft")
endif()
