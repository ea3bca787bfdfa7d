// SYCL 2020, 4.9.5, 4.11: kernel bundles, kernels and specialization constants asked for what is
// not there.
#include "table.hpp"

using sycl::bundle_state;
class first_kernel;
class second_kernel;
class picky_kernel;
struct second {
  int *out;
  void operator()() const { *out += 1; }
};
struct picky {
  void operator()() const [[sycl::device_has(sycl::aspect::accelerator)]] {}
};
constexpr sycl::specialization_id<int> number(7);

static void run(sycl::queue &q, int *out) {
  q.submit([&](sycl::handler &h) {
     h.single_task<first_kernel>(
         [=](sycl::kernel_handler k) { *out = k.get_specialization_constant<number>(); });
   }).wait();
  q.single_task<second_kernel>(second{out}).wait();
}

template <bundle_state State> static void devices(const sycl::device &d, const sycl::device &o) {
  const sycl::context c(d);
  throws(errc::invalid, {"needs a device"},
         [&] { sycl::get_kernel_bundle<State>(c, std::vector<sycl::device>()); });
  throws(errc::invalid, {"not of its context"}, [&] { sycl::get_kernel_bundle<State>(c, {o}); });
  throws(errc::invalid, {"not of its context"},
         [&] { (void)sycl::has_kernel_bundle<State>(c, {d, o}); });
  throws(errc::invalid, {"needs a device"},
         [&] { (void)sycl::has_kernel_bundle<State>(c, std::vector<sycl::device>()); });
}

static void bundles(sycl::queue &q) {
  const sycl::context c = q.get_context(), other(q.get_device());
  const auto first = sycl::get_kernel_bundle<first_kernel, bundle_state::executable>(c);
  const auto elsewhere = sycl::get_kernel_bundle<first_kernel, bundle_state::executable>(other);
  throws(errc::invalid, {"different contexts"},
         [&] { (void)sycl::join(std::vector{first, elsewhere}); });
  const auto id = sycl::get_kernel_id<second_kernel>();
  if (!first.has_kernel(id))
    throws(errc::invalid, {"does not hold", "second_kernel"}, [&] { (void)first.get_kernel(id); });
  throws(errc::invalid, {"another context"},
         [&] { q.submit([&](sycl::handler &h) { h.use_kernel_bundle(elsewhere); }); });
  int *out = sycl::malloc_shared<int>(1, q);
  if (!first.has_kernel(id))
    throws(errc::kernel_not_supported, {"does not hold", "second_kernel"}, [&] {
      q.submit([&](sycl::handler &h) {
        h.use_kernel_bundle(first);
        h.single_task<second_kernel>(second{out});
      });
    });
  sycl::free(out, q);
}

static void constants(sycl::queue &q) {
  const auto bundle = sycl::get_kernel_bundle<bundle_state::executable>(q.get_context());
  throws(errc::invalid, {"specialization constant", "bundle"}, [&] {
    q.submit([&](sycl::handler &h) {
      h.use_kernel_bundle(bundle);
      h.set_specialization_constant<number>(3);
    });
  });
  throws(errc::invalid, {"specialization constant", "bundle"}, [&] {
    q.submit([&](sycl::handler &h) {
      h.use_kernel_bundle(bundle);
      (void)h.get_specialization_constant<number>();
    });
  });
  throws(errc::invalid, {"specialization constant", "bundle"}, [&] {
    q.submit([&](sycl::handler &h) {
      h.set_specialization_constant<number>(3);
      h.use_kernel_bundle(bundle);
    });
  });
}

static void kernels(sycl::queue &q) {
  const auto bundle = sycl::get_kernel_bundle<bundle_state::executable>(q.get_context());
  const sycl::kernel k = bundle.get_kernel<first_kernel>();
  namespace specific = sycl::info::kernel_device_specific;
  throws(errc::invalid, {"num_args"}, [&] { (void)k.get_info<sycl::info::kernel::num_args>(); });
  throws(errc::invalid, {"global_work_size"},
         [&] { (void)k.get_info<specific::global_work_size>(q.get_device()); });
  /* 5.7, 5.8.1: what the device cannot run. */
  if (q.get_device().has(sycl::aspect::accelerator))
    return;
  throws(errc::kernel_not_supported, {"bundle.cpp:", "picky", "accelerator"},
         [&] { q.single_task<picky_kernel>(picky()); });
  const auto id = sycl::get_kernel_id<picky_kernel>();
  CHECK(!sycl::is_compatible({id}, q.get_device()));
  throws(errc::invalid, {"picky"}, [&] {
    (void)sycl::get_kernel_bundle<bundle_state::executable>(q.get_context(), {q.get_device()},
                                                            {id});
  });
}

int main() {
  with_other_platform();
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(1, q);
  run(q, out);
  CHECK(*out == 8);
  sycl::free(out, q);
  const sycl::device other = other_devices(q.get_device()).at(0);
  devices<bundle_state::executable>(q.get_device(), other);
  bundles(q);
  constants(q);
  kernels(q);
  return finish();
}
