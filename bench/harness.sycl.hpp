// The SYCL side of a comparison: arrays in shared memory, step(queue, problem) on an in-order
// queue.
#pragma once
#include "harness.hpp"
#include <sycl/sycl.hpp>

namespace bench {
template <class Problem, class Step> int run_sycl(int argc, char **argv, Step &&step) {
  sycl::queue q{sycl::property::queue::in_order()};
  const memory m{[&](std::size_t bytes) { return sycl::aligned_alloc_shared(64, bytes, q); }};
  auto step_and_wait = [&](const Problem &p) {
    step(q, p);
    q.wait();
  };
  return run<Problem>(argc, argv, step_and_wait, m);
}
} // namespace bench
