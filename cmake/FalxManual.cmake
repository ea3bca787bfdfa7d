# Manual pages: help2man makes them of the tools' --help, in share/man/man1 of the build. They are
# part of 'all' and of the target manual; without help2man there are none.
# falx_manual_page(<name> <target> <component> "what it does")
find_program(FALX_HELP2MAN NAMES help2man)
find_program(FALX_GZIP NAMES gzip)
set(FALX_MANUAL_PAGES "")
function(falx_manual_page name target component what)
  if(NOT FALX_HELP2MAN OR NOT FALX_GZIP OR NOT TARGET ${target} OR CMAKE_CROSSCOMPILING)
    return()
  endif()
  set(page "${CMAKE_BINARY_DIR}/share/man/man1/${name}.1")
  add_custom_command(OUTPUT "${page}" "${page}.gz"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${CMAKE_BINARY_DIR}/share/man/man1"
    COMMAND "${FALX_HELP2MAN}" --no-info --name=${what} "--version-string=${PROJECT_VERSION}"
      --source=Falx "--include=${CMAKE_SOURCE_DIR}/cmake/manual.h2m" "--output=${page}" $<TARGET_FILE:${target}>
    COMMAND "${FALX_GZIP}" -9nfk "${page}"
    DEPENDS ${target} "${CMAKE_SOURCE_DIR}/cmake/manual.h2m" COMMENT "Manual page ${name}(1)" VERBATIM)
  list(APPEND FALX_MANUAL_PAGES "${page}")
  set(FALX_MANUAL_PAGES "${FALX_MANUAL_PAGES}" PARENT_SCOPE)
  install(FILES "${page}.gz" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT ${component} OPTIONAL)
endfunction()

falx_manual_page(falx++ falx_driver dev "compile SYCL 2020 programs")
falx_manual_page(falx-image falx-image tools "print device images of SYCL programs")
falx_manual_page(falx-integration falx-integration dev "write integration headers of SYCL sources")
falx_manual_page(falx-ls falx-ls tools "list SYCL devices")
falx_manual_page(falx-offload-wrapper falx-offload-wrapper dev "put device images into objects")
falx_manual_page(falx-opt falx-opt dev "run passes of the device compiler")
falx_manual_page(falx-post-link falx-post-link dev "link device code and lower its kernels")
falx_manual_page(falx-prof falx-prof tools "say where the time of a SYCL program went")
falx_manual_page(falx-specialize falx-specialize tools "compile kernels with specialization constants")
add_custom_target(manual ALL DEPENDS ${FALX_MANUAL_PAGES})

# Completions ask the programs, so they need no build.
set(completions "${CMAKE_SOURCE_DIR}/tools/completions")
set(bash_folder "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
install(FILES "${completions}/falx.bash" DESTINATION "${bash_folder}" RENAME falx COMPONENT tools)
file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/bash-completion")
foreach(name IN ITEMS falx++ falx-image falx-integration falx-ls falx-offload-wrapper falx-opt falx-post-link
    falx-prof falx-specialize)
  file(CREATE_LINK falx "${CMAKE_BINARY_DIR}/bash-completion/${name}" SYMBOLIC)
  install(FILES "${CMAKE_BINARY_DIR}/bash-completion/${name}" DESTINATION "${bash_folder}" COMPONENT tools)
endforeach()
install(FILES "${completions}/falx.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d"
  COMPONENT tools)
# Debian's zsh looks elsewhere.
install(FILES "${completions}/_falx" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" COMPONENT archive)
install(FILES "${completions}/_falx" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions"
  COMPONENT tools EXCLUDE_FROM_ALL)
