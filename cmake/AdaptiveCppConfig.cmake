# find_package(AdaptiveCpp), for projects that were written for AdaptiveCpp; also by its older names
# OpenSYCL and hipSYCL. With …/lib/falx/drop-in in CMAKE_PREFIX_PATH (or its bin folder on PATH) and any
# clang or gcc as the C++ compiler, or falx++ itself.
#
# add_sycl_to_target(TARGET <target> [SOURCES <file>...]): all C++ sources of the target are SYCL, as there;
# SOURCES take ACPP_EXTRA_COMPILE_OPTIONS, too. Of the variables that are set before,
#   ACPP_TARGETS                a list, or in the environment: omp and generic are native_cpu, cuda:sm_80 is
#                               nvptx64-nvidia-cuda for that processor, spirv is spir64; Falx_TARGETS comes first
#   ACPP_EXTRA_ARGS             a string: options of compilations; those of AdaptiveCpp's own are left out
#   ACPP_EXTRA_COMPILE_OPTIONS  a list
# count, and by the older names as well: OPENSYCL_…, HIPSYCL_… . Set are ACPP_COMPILER, ACPP_COMPILER_LAUNCHER,
# HIPSYCL_SYCLCC and the target AdaptiveCpp::acpp-rt, the runtime.
get_filename_component(_falx_root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
get_filename_component(_falx_lib "${_falx_root}/lib/libsycl.so" REALPATH)
get_filename_component(_falx_lib "${_falx_lib}" DIRECTORY)
include("${_falx_lib}/cmake/Falx/FalxConfig.cmake")

set(ACPP_COMPILER "${Falx_CXX_COMPILER}")
set(ACPP_COMPILER_LAUNCHER "${Falx_LAUNCHER}")
set(HIPSYCL_SYCLCC "${Falx_CXX_COMPILER}")
foreach(_name IN ITEMS TARGETS EXTRA_ARGS EXTRA_COMPILE_OPTIONS)
  foreach(_older IN ITEMS "OPENSYCL_${_name}" "HIPSYCL_${_name}" "HIPSYCL_SYCLCC_${_name}")
    if(NOT ACPP_${_name})
      set(ACPP_${_name} "${${_older}}")
    endif()
  endforeach()
endforeach()
foreach(_name IN ITEMS ACPP_TARGETS OPENSYCL_TARGETS HIPSYCL_TARGETS)
  if(NOT ACPP_TARGETS)
    set(ACPP_TARGETS "$ENV{${_name}}")
  endif()
endforeach()

# "cuda:sm_80,sm_90" to Falx's names.
set(_falx_acpp_targets "")
foreach(_target IN LISTS ACPP_TARGETS)
  string(REGEX MATCH "^([a-z]+)[^:]*:?(.*)$" _match "${_target}")
  set(_platform "${CMAKE_MATCH_1}")
  string(REPLACE "," ";" _processors "${CMAKE_MATCH_2}")
  if(_platform MATCHES "^(omp|generic)$")
    list(APPEND _falx_acpp_targets native_cpu)
  elseif(_platform MATCHES "^cuda$")
    if(NOT _processors)
      list(APPEND _falx_acpp_targets nvptx64-nvidia-cuda)
    endif()
    list(TRANSFORM _processors PREPEND nvidia_gpu_)
    list(APPEND _falx_acpp_targets ${_processors})
  elseif(_platform MATCHES "^(spirv|ocl|ze)$")
    list(APPEND _falx_acpp_targets spir64)
  else()
    set(AdaptiveCpp_FOUND FALSE)
    set(AdaptiveCpp_NOT_FOUND_MESSAGE "Falx has no target for '${_target}' in ACPP_TARGETS. It knows omp, generic, \
cuda and cuda:sm_<number>, spirv.")
    foreach(_package IN ITEMS adaptivecpp OpenSYCL hipSYCL hipsycl)
      set(${_package}_FOUND FALSE)
      set(${_package}_NOT_FOUND_MESSAGE "${AdaptiveCpp_NOT_FOUND_MESSAGE}")
    endforeach()
    return()
  endif()
endforeach()
if(_falx_acpp_targets AND NOT Falx_TARGETS)
  list(REMOVE_DUPLICATES _falx_acpp_targets)
  set(Falx_TARGETS "${_falx_acpp_targets}")
endif()
separate_arguments(_falx_acpp_options UNIX_COMMAND "${ACPP_EXTRA_ARGS}")
list(FILTER _falx_acpp_options EXCLUDE REGEX "^--(acpp|opensycl|hipsycl)-")

if(NOT TARGET AdaptiveCpp::acpp-rt)
  add_library(AdaptiveCpp::acpp-rt INTERFACE IMPORTED)
  set_target_properties(AdaptiveCpp::acpp-rt PROPERTIES INTERFACE_LINK_LIBRARIES Falx::falx)
endif()

function(add_sycl_to_target)
  cmake_parse_arguments(ARG "" "TARGET" "SOURCES" ${ARGN})
  falx_check_sycl_target("${ARG_TARGET}" "${ARG_UNPARSED_ARGUMENTS}")
  if(ARG_SOURCES AND ACPP_EXTRA_COMPILE_OPTIONS)
    set_property(SOURCE ${ARG_SOURCES} TARGET_DIRECTORY "${ARG_TARGET}"
      APPEND PROPERTY COMPILE_OPTIONS ${ACPP_EXTRA_COMPILE_OPTIONS})
  endif()
  target_compile_options("${ARG_TARGET}" PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${_falx_acpp_options}>")
  falx_make_sycl_target("${ARG_TARGET}")
  target_link_libraries("${ARG_TARGET}" PRIVATE AdaptiveCpp::acpp-rt)
endfunction()
