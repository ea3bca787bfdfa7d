# 'cpack' in the build folder makes packages of the toolchain: -G TGZ one archive that can be unpacked
# anywhere, -G DEB three packages for Debian (docs/install.md). './falx package' runs it.
#   runtime  libfalx1     what a compiled program needs
#   tools    falx-tools   what looks at programs and devices, and what the runtime compiles with
#   dev      falx-dev     the compiler, headers, CMake packages
# The component archive is in no Debian package: each of those has a licence and a changelog.
set(FALX_MAINTAINER "The Falx developers <falx@localhost>" CACHE STRING
  "Maintainer of the packages: name <address>")

set(CPACK_PACKAGE_NAME falx)
set(CPACK_PACKAGE_VENDOR "${FALX_MAINTAINER}")
set(CPACK_PACKAGE_CONTACT "${FALX_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # Debian packages have their own
set(CPACK_RESOURCE_FILE_LICENSE "${CMAKE_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGE_DIRECTORY "${CMAKE_BINARY_DIR}/packages")
set(CPACK_GENERATOR TGZ)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
string(TOLOWER "falx-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" CPACK_PACKAGE_FILE_NAME)

# Debian. Versions of libraries are dpkg-shlibdeps's; falx++ runs clang and is not linked with it.
set(CPACK_COMPONENTS_ALL runtime tools dev)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
  GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# What every Debian package has in its doc folder. The licence is on each system, but for its exceptions.
file(READ "${CMAKE_SOURCE_DIR}/LICENSE" license)
string(FIND "${license}" "---- LLVM Exceptions" exceptions)
string(SUBSTRING "${license}" ${exceptions} -1 exceptions)
file(WRITE "${CMAKE_BINARY_DIR}/debian/copyright" "Falx: Copyright (c) the Falx developers
License: Apache-2.0 with LLVM-exception

The text of the Apache License, version 2.0, is in /usr/share/common-licenses/Apache-2.0.

${exceptions}")
file(WRITE "${CMAKE_BINARY_DIR}/debian/changelog" "falx (${PROJECT_VERSION}) unstable; urgency=medium

  * What changed: CHANGELOG.md of the source.

 -- ${FALX_MAINTAINER}  Thu, 01 Jan 1970 00:00:00 +0000
")
if(FALX_GZIP)
  execute_process(COMMAND "${FALX_GZIP}" -9nfk "${CMAKE_BINARY_DIR}/debian/changelog" COMMAND_ERROR_IS_FATAL ANY)
endif()
file(WRITE "${CMAKE_BINARY_DIR}/debian/shlibs" "libfalx 1 libfalx1 (= ${PROJECT_VERSION})\n")
file(WRITE "${CMAKE_BINARY_DIR}/debian/triggers" "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA "${CMAKE_BINARY_DIR}/debian/shlibs;${CMAKE_BINARY_DIR}/debian/triggers")

function(falx_debian_package component name section)
  cmake_parse_arguments(ARG "" "SUMMARY;TEXT;DEPENDS;RECOMMENDS;SUGGESTS" "" ${ARGN})
  string(TOUPPER "CPACK_DEBIAN_${component}" prefix)
  set(${prefix}_PACKAGE_NAME "${name}" PARENT_SCOPE)
  set(${prefix}_PACKAGE_SECTION "${section}" PARENT_SCOPE)
  set(${prefix}_DESCRIPTION "${ARG_SUMMARY}\n${ARG_TEXT}" PARENT_SCOPE)
  foreach(field IN ITEMS DEPENDS RECOMMENDS SUGGESTS)
    set(${prefix}_PACKAGE_${field} "${ARG_${field}}" PARENT_SCOPE)
  endforeach()
  install(FILES "${CMAKE_BINARY_DIR}/debian/copyright" "${CMAKE_BINARY_DIR}/debian/changelog.gz"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${name}" COMPONENT ${component} EXCLUDE_FROM_ALL)
endfunction()

falx_debian_package(runtime libfalx1 libs
  SUMMARY "SYCL 2020 runtime of Falx"
  TEXT "What programs compiled by Falx run with: libfalx.so, and the adapters for
the processor itself, OpenCL's drivers and NVIDIA's. Programs that set
specialization constants or build kernels at run time need falx-tools, too."
  RECOMMENDS "falx-tools (= ${PROJECT_VERSION})"
  SUGGESTS "ocl-icd-libopencl1")
falx_debian_package(tools falx-tools devel
  SUMMARY "devices, profiles and images of SYCL programs"
  TEXT "falx-ls lists devices, falx-prof says where a program's time went, falx-image
prints device images, and falx-specialize compiles kernels for the runtime."
  DEPENDS "libfalx1 (= ${PROJECT_VERSION})")
falx_debian_package(dev falx-dev devel
  SUMMARY "SYCL 2020 compiler on stock clang"
  TEXT "falx++ compiles SYCL 2020 programs with Debian's clang for the processor
itself, for OpenCL devices (SPIR-V) and NVIDIA's GPUs (PTX). With headers,
packages for CMake and pkg-config, and the names of other SYCL compilers in
/usr/lib/falx/drop-in."
  DEPENDS "falx-tools (= ${PROJECT_VERSION}), libfalx1 (= ${PROJECT_VERSION}), clang-22, binutils"
  SUGGESTS "cmake, clangd-22")
include(CPack)
