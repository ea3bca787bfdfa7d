// options: -fsycl-allow-device-image-dependencies
/* sycl_ext_oneapi_device_global: address and value survive new kernel bundles and other values of
 * specialization constants (DG-7, DG-23). */
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace experimental = sycl::ext::oneapi::experimental;

constexpr sycl::specialization_id<int> step(1);
experimental::device_global<int> total;
experimental::device_global<int,
                            decltype(experimental::properties(experimental::device_image_scope))>
    scoped;

struct seen {
  int total, scoped;
  void *where, *where_scoped;
};

class Adds;
static seen add(sycl::queue &q, seen *out, int by,
                const sycl::kernel_bundle<sycl::bundle_state::executable> *bundle) {
  q.submit([&](sycl::handler &h) {
     if (bundle)
       h.use_kernel_bundle(*bundle);
     else
       h.set_specialization_constant<step>(by);
     h.single_task<Adds>([=](sycl::kernel_handler kh) {
       total += kh.get_specialization_constant<step>();
       scoped += kh.get_specialization_constant<step>();
       *out = {total, scoped, &total.get(), &scoped.get()};
     });
   }).wait();
  return *out;
}

int main() {
  sycl::queue q;
  seen *out = sycl::malloc_shared<seen>(1, q);
  int begin = 100;
  q.copy(&begin, total).wait();
  seen first = add(q, out, 1, nullptr);
  CHECK_EQUAL(first.total, 101);
  CHECK_EQUAL(first.scoped, 1);
  seen second = add(q, out, 20, nullptr);
  CHECK_EQUAL(second.total, 121);
  CHECK_EQUAL(second.scoped, 21);
  auto input = sycl::get_kernel_bundle<sycl::bundle_state::input>(q.get_context());
  input.set_specialization_constant<step>(300);
  auto built = sycl::build(input);
  seen third = add(q, out, 0, &built);
  CHECK_EQUAL(third.total, 421);
  CHECK_EQUAL(third.scoped, 321);
  CHECK_EQUAL(third.where, first.where);
  CHECK_EQUAL(third.where_scoped, first.where_scoped);
  int back = 0;
  q.copy(total, &back).wait();
  CHECK_EQUAL(back, 421);
  q.copy(scoped, &back).wait();
  CHECK_EQUAL(back, 321);
  sycl::free(out, q);
  return finish();
}
