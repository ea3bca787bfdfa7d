/* sycl_ext_oneapi_device_global: every overload of copies is there, and does what it says (DG-16,
 * DG-17, DG-20). */
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace experimental = sycl::ext::oneapi::experimental;
using experimental::device_global;

device_global<int[4]> numbers;
device_global<int[4], decltype(experimental::properties(experimental::device_image_scope))> scoped;

/* sum: what 4 + 3 + 2 + 1 and what each overload leaves in the second element give. */
template <class Global> static void overloads(sycl::queue &q, Global &global) {
  const int source[4] = {1, 2, 3, 4};
  int seen[4] = {};
  sycl::event e;
  std::vector<sycl::event> none;
  auto check = [&](sycl::event done, int wanted) {
    done.wait();
    CHECK_EQUAL(seen[1], wanted);
    seen[1] = 0;
  };
  /* copy, to and from: without dependencies, with one, with several. */
  q.copy(source, global).wait();
  check(q.copy(global, seen), 2);
  q.copy(source, global, 2, 1, e).wait();
  check(q.copy(global, seen, 4, 0, e), 1);
  q.copy(&source[2], global, 1, 1, none).wait();
  check(q.copy(global, seen, 4, 0, none), 3);
  /* memcpy. */
  q.memcpy(global, source).wait();
  check(q.memcpy(seen, global), 2);
  q.memcpy(global, source, 8, 4, e).wait();
  check(q.memcpy(seen, global, 16, 0, e), 1);
  q.memcpy(global, &source[3], 4, 4, none).wait();
  check(q.memcpy(seen, global, 16, 0, none), 4);
  /* Of a command group. */
  q.submit([&](sycl::handler &h) { h.copy(&source[1], global, 1, 1); }).wait();
  check(q.submit([&](sycl::handler &h) { h.copy(global, seen); }), 2);
  q.submit([&](sycl::handler &h) { h.memcpy(global, &source[2], 4, 4); }).wait();
  check(q.submit([&](sycl::handler &h) { h.memcpy(seen, global); }), 3);
  /* The other side may be USM memory, and braces may be a list of events. */
  int *shared = sycl::malloc_shared<int>(4, q);
  q.copy(global, shared, 4, 0, {e}).wait();
  CHECK_EQUAL(shared[1], 3);
  shared[1] = 9;
  q.copy(shared, global, 4, 0, {e, e}).wait();
  check(q.copy(global, seen), 9);
  sycl::free(shared, q);
}

int main() {
  sycl::queue q;
  overloads(q, numbers);
  overloads(q, scoped);
  static_assert(std::is_same_v<decltype(q.copy(numbers, std::declval<int *>())), sycl::event>);
  const auto *value =
      reinterpret_cast<const int *>(&scoped); // DG-20: on the host it stays as it is
  CHECK_EQUAL(value[1], 0);
  void *const *pointer = reinterpret_cast<void *const *>(&numbers);
  CHECK_EQUAL(*pointer, nullptr);
  return finish();
}
