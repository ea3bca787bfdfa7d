// options: -O0
// SYCL 2020, 4.7.6.11: a default-constructed local accessor may be captured if the kernel does not
// use it; without optimization it stays an argument of no bytes. One work-item has no frame either.
#include <sycl/sycl.hpp>

#include "../check.hpp"

struct Kernel {
  sycl::local_accessor<int, 1> none;
  int *out;
  void operator()(sycl::nd_item<1> it) const { out[it.get_global_id(0)] = 7; }
};
struct Several {
  sycl::local_accessor<int, 1> first;
  sycl::local_accessor<double, 3> second;
  sycl::local_accessor<int, 1> third;
  int *out;
  void operator()(sycl::nd_item<1>) const {
    third[0] = 5;
    out[0] += third[0];
  }
};

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(4, q);
  for (size_t n : {size_t(1), size_t(4)}) {
    q.submit([&](sycl::handler &h) {
       h.parallel_for(sycl::nd_range<1>(n, 1), Kernel{{}, out});
     }).wait();
    CHECK_EQUAL(out[n - 1], 7);
  }
  q.submit([&](sycl::handler &h) {
     h.parallel_for(sycl::nd_range<1>(1, 1),
                    Several{{}, {}, sycl::local_accessor<int, 1>(1, h), out});
   }).wait();
  CHECK_EQUAL(out[0], 12);
  sycl::free(out, q);
  return finish();
}
