#include "host.hpp"
#include <cstdio>

#ifdef __SYCL_DEVICE_ONLY__
#error "plain C++ is compiled once, for the host"
#endif

void report(long sum, long doubled) {
  std::printf("sum %ld, twice %ld\n", sum, doubled);
}
