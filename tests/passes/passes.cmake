# Pass tests: one ctest for each folder of tests/passes, run by lit.
find_program(FALX_LIT NAMES lit HINTS /usr/lib/llvm-22/bin)
# The command that runs the tests in a folder or file. Each writes to a folder of its own: lit keeps the times of
# its last run there in one file, without a lock, and fails when it reads that file half written.
function(falx_lit_command out tests)
  if(FALX_LIT)
    file(RELATIVE_PATH folder "${CMAKE_SOURCE_DIR}" "${tests}")
    set(${out} "${FALX_LIT}" -sv --param "bin=$<TARGET_FILE_DIR:falx-opt>" --param "llvm=${FALX_LLVM_BINDIR}"
      --param "out=${CMAKE_BINARY_DIR}/${folder}.lit" "${tests}" PARENT_SCOPE)
  else() # say that it was not run, rather than nothing
    set(${out} sh -c "echo 'lit not found: install llvm-22-tools'; exit 77" PARENT_SCOPE)
  endif()
endfunction()

file(GLOB falx_pass_folders CONFIGURE_DEPENDS LIST_DIRECTORIES ON "${CMAKE_SOURCE_DIR}/tests/passes/*")
foreach(folder IN LISTS falx_pass_folders)
  if(NOT IS_DIRECTORY "${folder}" OR NOT TARGET falx-opt)
    continue()
  endif()
  get_filename_component(name "${folder}" NAME)
  falx_lit_command(command "${folder}")
  add_test(NAME "passes/${name}" COMMAND ${command})
  set_tests_properties("passes/${name}" PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77)
endforeach()
