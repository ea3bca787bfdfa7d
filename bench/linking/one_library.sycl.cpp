// A library with one device function and one kernel. libraries.py makes many of the compiled one:
// AAAA and BBBB are replaced by numbers in its bytes.
#include <sycl/sycl.hpp>

#ifndef LAST
SYCL_EXTERNAL int part_BBBB(int i);
#endif

SYCL_EXTERNAL int part_AAAA(int i) {
#ifdef LAST
  return i + 1;
#elif defined(__SYCL_DEVICE_ONLY__)
  return part_BBBB(i) + 1;
#else
  return i; // the host does not need the next library
#endif
}

extern "C" [[gnu::visibility("default")]] void run_own(sycl::queue &q, int *out) {
  q.single_task<class kernel_AAAA>([=] { *out = 7; }).wait();
}
