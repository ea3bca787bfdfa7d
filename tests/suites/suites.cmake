# Public suites, from a checkout that an environment variable names; skipped without.
if(FALX_ONLY)
  return()
endif()
add_test(NAME suites/sycl-bench COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/sycl-bench.sh"
  "${CMAKE_BINARY_DIR}/bin/falx++" "${CMAKE_CURRENT_BINARY_DIR}/sycl-bench")
set_tests_properties(suites/sycl-bench PROPERTIES TIMEOUT 3600 SKIP_RETURN_CODE 77)

add_test(NAME suites/cores-table COMMAND python3 "${CMAKE_CURRENT_LIST_DIR}/cores/judge_test.py")
add_test(NAME suites/pairs-table COMMAND python3 "${CMAKE_CURRENT_LIST_DIR}/pairs/pair_test.py")
set_tests_properties(suites/cores-table suites/pairs-table PROPERTIES TIMEOUT 60)

# Two hosts of an MPI program.
if(NOT FALX_SANITIZE)
  add_test(NAME suites/mpi-hosts COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/mpi-hosts.sh" "${CMAKE_BINARY_DIR}")
  set_tests_properties(suites/mpi-hosts PROPERTIES LABELS slow TIMEOUT 300 SKIP_RETURN_CODE 77)
endif()

# The scripts for GPUs and for many processors, as far as they go without; sanitized libraries want a sanitized
# program. K4.quota would make a control group.
if(FALX_SANITIZE)
  return()
endif()
add_test(NAME suites/cuda COMMAND "${CMAKE_CURRENT_LIST_DIR}/cuda.sh" "--falx=${CMAKE_BINARY_DIR}"
  "--out=${CMAKE_CURRENT_BINARY_DIR}/cuda" --device=native_cpu:cpu --trial --jobs=2 --limit=280 H6 H7.errors H8)
set_tests_properties(suites/cuda PROPERTIES LABELS slow TIMEOUT 300)
add_test(NAME suites/cores COMMAND "${CMAKE_CURRENT_LIST_DIR}/cores.sh" "--falx=${CMAKE_BINARY_DIR}"
  "--out=${CMAKE_CURRENT_BINARY_DIR}/cores" --trial --jobs=2 --limit=280 --kernel=saxpy --n=4096 K1 K2 K3
  K4.submit K4.programs K4.affinity)
set_tests_properties(suites/cores PROPERTIES LABELS slow TIMEOUT 300)
