# What 'cmake --install' adds to the binaries: headers, the CMake package, the pkg-config file.
# Everything finds its siblings from where it is, so that the tree can be moved.
include(CMakePackageConfigHelpers)

falx_toolchain_targets(toolchain_targets)
if(toolchain_targets)
  add_dependencies(toolchain ${toolchain_targets})
endif()

# In the build tree, too, include/ is a sibling of bin/.
if(NOT EXISTS "${CMAKE_BINARY_DIR}/include")
  file(CREATE_LINK "${CMAKE_SOURCE_DIR}/include" "${CMAKE_BINARY_DIR}/include" SYMBOLIC)
endif()

install(DIRECTORY "${CMAKE_SOURCE_DIR}/include/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp" PATTERN "*.def")

# The package lies in the build tree as in an installation, and works there too.
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Falx")
set(package "${CMAKE_BINARY_DIR}/${package_dir}")
configure_package_config_file("${CMAKE_SOURCE_DIR}/cmake/FalxConfig.cmake.in"
  "${package}/FalxConfig.cmake" INSTALL_DESTINATION "${package_dir}"
  PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file("${package}/FalxConfigVersion.cmake"
  VERSION "${PROJECT_VERSION}" COMPATIBILITY SameMinorVersion)
file(COPY "${CMAKE_SOURCE_DIR}/cmake/falx-launch" DESTINATION "${package}")
install(FILES "${package}/FalxConfig.cmake" "${package}/FalxConfigVersion.cmake" DESTINATION "${package_dir}")
install(PROGRAMS "${package}/falx-launch" DESTINATION "${package_dir}")
include(FalxDropIn)

# Pure Python: for PYTHONPATH.
install(DIRECTORY "${CMAKE_SOURCE_DIR}/python/falx" DESTINATION "${CMAKE_INSTALL_LIBDIR}/falx/python" COMPONENT runtime
  FILES_MATCHING PATTERN "*.py" PATTERN "__pycache__" EXCLUDE)

set(pkgconfig_dir "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
file(RELATIVE_PATH FALX_PC_PREFIX "/${pkgconfig_dir}" "/")
string(REGEX REPLACE "/$" "" FALX_PC_PREFIX "${FALX_PC_PREFIX}")
configure_file("${CMAKE_SOURCE_DIR}/cmake/falx.pc.in" "${CMAKE_BINARY_DIR}/falx.pc" @ONLY)
install(FILES "${CMAKE_BINARY_DIR}/falx.pc" DESTINATION "${pkgconfig_dir}")
install(FILES "${CMAKE_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/falx" COMPONENT archive)
include(FalxManual)
include(FalxPackages)
