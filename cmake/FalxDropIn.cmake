# lib/falx/drop-in: an installation as build systems expect of DPC++ and icpx. falx++ by their names in
# a folder of its own, so that it hides no other compiler; the runtime as libsycl.so; the headers;
# the packages IntelSYCL and AdaptiveCpp. All but the packages is links, which are relative: the tree can be moved.
set(FALX_DROP_IN_COMPILERS acpp clang clang++ dpcpp icpx icx syclcc) # driver/plain.c knows them

set(FALX_ADAPTIVECPP_VERSION 25.10.0) # whose CMake package it stands for

# libdir: that of the tree in which the folder will be, relative to the tree's root.
function(falx_make_drop_in folder libdir)
  set(inside "/${libdir}/falx/drop-in")
  file(REMOVE_RECURSE "${folder}")
  file(MAKE_DIRECTORY "${folder}/bin" "${folder}/lib/cmake/IntelSYCL")
  file(RELATIVE_PATH bin "${inside}/bin" "/${CMAKE_INSTALL_BINDIR}")
  foreach(name IN LISTS FALX_DROP_IN_COMPILERS)
    file(CREATE_LINK "${bin}/falx++" "${folder}/bin/${name}" SYMBOLIC)
  endforeach()
  file(RELATIVE_PATH lib "${inside}/lib" "/${libdir}")
  string(REGEX REPLACE "/$" "" lib "${lib}")
  file(CREATE_LINK "${lib}/libfalx.so" "${folder}/lib/libsycl.so" SYMBOLIC)
  # What a program asks for that was linked with libsycl.so and has this folder as its run path.
  file(CREATE_LINK "${lib}/libfalx.so.1" "${folder}/lib/libfalx.so.1" SYMBOLIC)
  file(RELATIVE_PATH include "${inside}" "/${CMAKE_INSTALL_INCLUDEDIR}")
  file(CREATE_LINK "${include}" "${folder}/include" SYMBOLIC)
  file(COPY "${CMAKE_SOURCE_DIR}/cmake/IntelSYCLConfig.cmake" DESTINATION "${folder}/lib/cmake/IntelSYCL")
  # find_package takes the names as they are written, or in small letters.
  foreach(name IN ITEMS AdaptiveCpp OpenSYCL hipSYCL)
    string(TOLOWER "${name}" small)
    configure_file("${CMAKE_SOURCE_DIR}/cmake/AdaptiveCppConfig.cmake"
      "${folder}/lib/cmake/${name}/${small}-config.cmake" COPYONLY)
    write_basic_package_version_file("${folder}/lib/cmake/${name}/${small}-config-version.cmake"
      VERSION "${FALX_ADAPTIVECPP_VERSION}" COMPATIBILITY AnyNewerVersion)
  endforeach()
endfunction()

if(NOT TARGET falx_driver)
  return()
endif()
falx_make_drop_in("${CMAKE_BINARY_DIR}/lib/falx/drop-in" lib)
falx_make_drop_in("${CMAKE_BINARY_DIR}/drop-in" "${CMAKE_INSTALL_LIBDIR}") # to be installed
install(DIRECTORY "${CMAKE_BINARY_DIR}/drop-in/" DESTINATION "${CMAKE_INSTALL_LIBDIR}/falx/drop-in")
