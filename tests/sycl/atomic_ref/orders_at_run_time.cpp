// SYCL 2020, 4.15.3: exchanges whose orders and scope the host gives, and what they leave
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace {

using order = sycl::memory_order;
using scope = sycl::memory_scope;

template <class T>
void exchange(sycl::queue &q, T first, T second, order success, order failure, scope s) {
  T *memory = sycl::malloc_shared<T>(2, q);
  bool *results = sycl::malloc_shared<bool>(4, q);
  CHECK(memory != nullptr && results != nullptr);
  memory[0] = first;
  q.single_task([=] {
     sycl::atomic_ref<T, order::seq_cst, scope::device, sycl::access::address_space::global_space>
         one(memory[0]);
     T expected = first;
     results[0] = one.compare_exchange_strong(expected, second, success, failure, s);
     results[1] = memory[0] == second;
     memory[0] = expected;
     results[2] = one.compare_exchange_strong(expected, second, success, s);
     expected = first; // no longer there
     results[3] = one.compare_exchange_strong(expected, first, success, failure, s);
     memory[1] = expected;
   }).wait();
  CHECK(results[0] && results[1] && results[2]);
  CHECK(!results[3]);
  CHECK(memory[0] == second && memory[1] == second);
  sycl::free(memory, q);
  sycl::free(results, q);
}

template <class T> void every_order(sycl::queue &q, T first, T second) {
  exchange(q, first, second, order::relaxed, order::relaxed, scope::device);
  exchange(q, first, second, order::acq_rel, order::acquire, scope::work_group);
  exchange(q, first, second, order::seq_cst, order::seq_cst, scope::device);
}

} // namespace

int main() {
  sycl::queue q;
  if (!q.get_device().has(sycl::aspect::usm_shared_allocations))
    return 77;
  int numbers[2] = {};
  every_order(q, 1, 2);
  every_order(q, 1.5f, 2.5f);
  if (q.get_device().has(sycl::aspect::atomic64)) {
    every_order(q, 1ll << 40, 2ll << 40);
    every_order(q, &numbers[0], &numbers[1]);
    if (q.get_device().has(sycl::aspect::fp64))
      every_order(q, 1.5, 2.5);
  }
  return finish();
}
