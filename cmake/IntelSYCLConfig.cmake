# find_package(IntelSYCL), for projects that were written for DPC++ or icpx: what their own package
# gives a project, of Falx. Configure with -DCMAKE_CXX_COMPILER=…/lib/falx/drop-in/bin/icpx (or
# clang++ there), and with that bin folder on PATH or …/lib/falx/drop-in in CMAKE_PREFIX_PATH.
#
# add_sycl_to_target(TARGET <target> [SOURCES <file>...]), the target IntelSYCL::SYCL_CXX, and
#   SYCL_COMPILER, SYCL_COMPILER_VERSION   the C++ compiler, and Falx's version: 10000 major + 100 minor + patch
#   SYCL_LANGUAGE_VERSION                  202012
#   SYCL_IMPLEMENTATION_ID                 CMAKE_CXX_COMPILER_ID
#   SYCL_INCLUDE_DIR, SYCL_INCLUDE_SYCL_DIR, SYCL_LIBRARY_DIR, SYCL_LIBRARY
#   SYCL_FLAGS, SYCL_LINK_FLAGS            lists
#   SYCL_CXX_FLAGS                         CMAKE_CXX_FLAGS with SYCL_FLAGS, a string
# SYCL_HOST_COMPILER: the compiler for the host's side, as in -fsycl-host-compiler=.
get_filename_component(_falx_root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
get_filename_component(_falx_lib "${_falx_root}/lib/libsycl.so" REALPATH)
get_filename_component(_falx_lib "${_falx_lib}" DIRECTORY)
include("${_falx_lib}/cmake/Falx/FalxConfig.cmake")

set(IntelSYCL_FOUND TRUE)
if(NOT Falx_IS_COMPILER)
  set(IntelSYCL_FOUND FALSE)
  set(IntelSYCL_NOT_FOUND_MESSAGE "The C++ compiler, ${CMAKE_CXX_COMPILER}, is not Falx's. Configure a fresh \
build folder with -DCMAKE_CXX_COMPILER=${_falx_root}/bin/icpx or ${_falx_root}/bin/clang++.")
  return()
endif()

set(SYCL_COMPILER "${CMAKE_CXX_COMPILER}" CACHE STRING "The SYCL compiler" FORCE)
set(SYCL_COMPILER_VERSION "${Falx_COMPILER_VERSION}" CACHE STRING "The version of the SYCL compiler" FORCE)
set(SYCL_LANGUAGE_VERSION 202012 CACHE STRING "The version of SYCL" FORCE)
set(SYCL_INCLUDE_DIR "${_falx_root}/include" CACHE STRING "The folder of <sycl/sycl.hpp>'s folder" FORCE)
set(SYCL_INCLUDE_SYCL_DIR "${_falx_root}/include/sycl" CACHE STRING "The folder of sycl.hpp" FORCE)
set(SYCL_LIBRARY_DIR "${_falx_root}/lib" CACHE STRING "The folder of libsycl.so" FORCE)
set(SYCL_LIBRARY "${_falx_root}/lib/libsycl.so" CACHE STRING "The SYCL runtime" FORCE)
set(SYCL_IMPLEMENTATION_ID "${CMAKE_CXX_COMPILER_ID}")
set(SYCL_LINK_FLAGS -fsycl)
set(SYCL_FLAGS -fsycl)
if(SYCL_HOST_COMPILER)
  list(APPEND SYCL_FLAGS "-fsycl-host-compiler=${SYCL_HOST_COMPILER}")
endif()
string(REPLACE ";" " " SYCL_CXX_FLAGS "${CMAKE_CXX_FLAGS} ${SYCL_FLAGS}")

if(NOT TARGET IntelSYCL::SYCL_CXX)
  add_library(IntelSYCL::SYCL_CXX INTERFACE IMPORTED)
  set_target_properties(IntelSYCL::SYCL_CXX PROPERTIES
    INTERFACE_COMPILE_OPTIONS "${SYCL_FLAGS}"
    INTERFACE_LINK_OPTIONS "${SYCL_LINK_FLAGS}"
    INTERFACE_INCLUDE_DIRECTORIES "${SYCL_INCLUDE_DIR}"
    INTERFACE_LINK_DIRECTORIES "${SYCL_LIBRARY_DIR}"
    INTERFACE_LINK_LIBRARIES "${SYCL_LIBRARY}")
endif()

# The options of a target without SOURCES, and of its link, go on to what is linked with it.
function(add_sycl_to_target)
  if(ARGC EQUAL 1)
    set(ARGN TARGET "${ARGV0}")
  endif()
  cmake_parse_arguments(ARG "" "TARGET" "SOURCES" ${ARGN})
  falx_check_sycl_target("${ARG_TARGET}" "${ARG_UNPARSED_ARGUMENTS}")
  if(ARG_SOURCES)
    set_property(SOURCE ${ARG_SOURCES} TARGET_DIRECTORY "${ARG_TARGET}" APPEND PROPERTY COMPILE_OPTIONS ${SYCL_FLAGS})
  else()
    target_compile_options("${ARG_TARGET}" PUBLIC "$<$<COMPILE_LANGUAGE:CXX>:${SYCL_FLAGS}>")
  endif()
  target_link_options("${ARG_TARGET}" PUBLIC ${SYCL_LINK_FLAGS})
  target_link_directories("${ARG_TARGET}" PUBLIC "${SYCL_LIBRARY_DIR}")
endfunction()
unset(_falx_root)
unset(_falx_lib)
