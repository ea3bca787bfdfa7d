// Kernel bundles, identities and queries: SYCL 2020, 4.11 (DL-11).
#include <sycl/sycl.hpp>
#include <unordered_set>

#include "../check.hpp"

class First;
class Second;
class Grouped;
class Fourth;

static void launch(sycl::queue &q, int *out) {
  q.single_task<First>([=] { out[0] = 1; });
  q.parallel_for<Second>(sycl::range<1>(8), [=](sycl::id<1> i) { out[i] += 2; });
  q.parallel_for<Grouped>(sycl::nd_range<1>(64, 16),
                          [=](sycl::nd_item<1> i) [[sycl::reqd_work_group_size(16)]] {
                            if (i.get_global_id(0) < 8)
                              out[i.get_global_id(0)] = 0;
                          });
  q.wait();
}

static void identities() {
  sycl::kernel_id first = sycl::get_kernel_id<First>(), second = sycl::get_kernel_id<Second>();
  CHECK(first == sycl::get_kernel_id<First>() && first != second);
  CHECK(std::string(first.get_name()).find("First") != std::string::npos);
  std::vector<sycl::kernel_id> all = sycl::get_kernel_ids();
  static_assert(std::is_same_v<std::invoke_result_t<decltype(sycl::get_kernel_ids)>,
                               std::vector<sycl::kernel_id>>);
  CHECK(all.size() == 4);
  int found = 0;
  for (const sycl::kernel_id &id : all)
    found += id == first || id == second;
  CHECK(found == 2);
  std::unordered_set<sycl::kernel_id> set(all.begin(), all.end());
  CHECK(set.size() == 4 && set.count(first) == 1);
}

static void by_name(sycl::queue &q) {
  using required = sycl::info::kernel_device_specific::compile_work_group_size;
  namespace oneapi = sycl::ext::oneapi;
  static_assert(SYCL_EXT_ONEAPI_GET_KERNEL_INFO == 1);
  CHECK((oneapi::get_kernel_info<Grouped, required>(q) == sycl::range<3>(1, 1, 16)));
  CHECK((oneapi::get_kernel_info<Grouped, required>(q.get_context(), q.get_device()) ==
         sycl::range<3>(1, 1, 16)));
  CHECK((oneapi::get_kernel_info<Grouped, sycl::info::kernel::attributes>(q.get_context()) ==
         "reqd_work_group_size(16,1,1)"));
}

static void executables(sycl::queue &q) {
  sycl::context c = q.get_context();
  sycl::device d = q.get_device();
  sycl::kernel_id first = sycl::get_kernel_id<First>(), second = sycl::get_kernel_id<Second>();
  constexpr auto executable = sycl::bundle_state::executable;
  CHECK(sycl::has_kernel_bundle<executable>(c));
  CHECK(sycl::has_kernel_bundle<executable>(c, {d}, {first, second}));
  CHECK((sycl::has_kernel_bundle<First, executable>(c)));
  CHECK(sycl::is_compatible({first, second}, d) && sycl::is_compatible<Grouped>(d));

  auto all = sycl::get_kernel_bundle<executable>(c);
  CHECK(!all.empty() && all.get_kernel_ids().size() == 4 && all.get_context() == c);
  CHECK(all.get_devices() == c.get_devices() && all.end() - all.begin() == 1);
  CHECK(all.has_kernel(first) && all.has_kernel(second, d) && all.has_kernel<Grouped>());
  CHECK(all.begin()->has_kernel(first, d));
  CHECK(!all.contains_specialization_constants() && !all.native_specialization_constant());

  auto one = sycl::get_kernel_bundle<First, executable>(c);
  CHECK(one.has_kernel(first) && !one.has_kernel(second) && one != all);
  auto chosen = sycl::get_kernel_bundle<executable>(
      c, [&](const sycl::device_image<executable> &image) { return image.has_kernel(second); });
  CHECK(!chosen.has_kernel(first) && chosen.has_kernel(second));
  auto both = sycl::join(std::vector{one, chosen});
  CHECK(both.has_kernel(first) && both.has_kernel(second) && !both.has_kernel<Grouped>());
  CHECK(sycl::join<executable>({}).empty());
  std::vector<sycl::kernel_id> built_in = d.get_info<sycl::info::device::built_in_kernel_ids>();
  CHECK(sycl::get_kernel_bundle<executable>(c, {d}, built_in).empty());
  CHECK_THROWS((void)sycl::link(std::vector<sycl::kernel_bundle<sycl::bundle_state::object>>()),
               sycl::errc::invalid, "needs a device");
  auto turned = sycl::join(std::vector{chosen, one});
  CHECK(both == turned && std::hash<decltype(both)>()(both) == std::hash<decltype(both)>()(turned));
  CHECK(!std::is_default_constructible_v<sycl::device_image<executable>>);
  CHECK_THROWS((void)one.get_kernel(second), sycl::errc::invalid, "does not hold the kernel");
  CHECK_THROWS((void)sycl::get_kernel_bundle<executable>(c, std::vector<sycl::device>{}),
               sycl::errc::invalid, "needs a device");
}

/* What is set in them: specialization.cpp. */
static void other_states(sycl::queue &q) {
  constexpr auto input = sycl::bundle_state::input, object = sycl::bundle_state::object;
  sycl::context c = q.get_context();
  CHECK(q.get_device().has(sycl::aspect::online_compiler));
  CHECK(q.get_device().has(sycl::aspect::online_linker));
  CHECK(sycl::has_kernel_bundle<input>(c) && sycl::has_kernel_bundle<First, object>(c));
  sycl::kernel_bundle<input> inputs = sycl::get_kernel_bundle<input>(c);
  CHECK(inputs.has_kernel<First>() && inputs.has_kernel<Grouped>());
  CHECK(!inputs.contains_specialization_constants());
  sycl::kernel_bundle<object> one = sycl::compile(sycl::get_kernel_bundle<First, input>(c));
  sycl::kernel_bundle<object> other = sycl::get_kernel_bundle<Grouped, object>(c);
  CHECK(one.has_kernel<First>() && !one.has_kernel<Grouped>());
  auto linked = sycl::link({one, other}, c.get_devices());
  CHECK(linked.has_kernel<First>() && linked.has_kernel<Grouped>());
  CHECK(linked == sycl::link(std::vector{one, other}));
  CHECK(sycl::link(one).has_kernel<First>() && sycl::build(inputs).has_kernel<Grouped>());
  CHECK_THROWS((void)sycl::build(inputs, std::vector<sycl::device>{}), sycl::errc::invalid,
               "needs a device");
}

static void queries(sycl::queue &q) {
  namespace specific = sycl::info::kernel_device_specific;
  sycl::device d = q.get_device();
  auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
  sycl::kernel grouped = bundle.get_kernel<Grouped>(), first = bundle.get_kernel<First>();
  CHECK(grouped != first && first == bundle.get_kernel(sycl::get_kernel_id<First>()));
  CHECK(first.get_context() == q.get_context() && first.get_backend() == q.get_backend());
  CHECK(first.get_kernel_bundle().has_kernel<First>());
  CHECK_THROWS(q.submit([&](sycl::handler &h) { h.single_task(first); }), sycl::errc::invalid,
               "launch it by the function object");
  CHECK_THROWS(q.submit([&](sycl::handler &h) { h.parallel_for(sycl::range(1), first); }),
               sycl::errc::invalid, "launch it by the function object");
  CHECK_THROWS(q.submit([&](sycl::handler &h) { h.parallel_for(sycl::nd_range<1>(1, 1), first); }),
               sycl::errc::invalid, "launch it by the function object");
  CHECK_THROWS((void)first.get_info<sycl::info::kernel::num_args>(), sycl::errc::invalid,
               "built-in");
  CHECK(grouped.get_info<sycl::info::kernel::attributes>() == "reqd_work_group_size(16,1,1)");
  CHECK(first.get_info<sycl::info::kernel::attributes>().empty());
  CHECK(grouped.get_info<specific::compile_work_group_size>(d)[2] == 16);
  CHECK(first.get_info<specific::compile_work_group_size>(d) == sycl::range<3>(0, 0, 0));
  (void)first.get_info<specific::ext_codeplay_num_regs>(d);
  CHECK(first.get_info<specific::work_group_size>(d) <=
        d.get_info<sycl::info::device::max_work_group_size>());
  CHECK(first.get_info<specific::preferred_work_group_size_multiple>(d) >= 1);
  CHECK(first.get_info<specific::max_sub_group_size>(d) >= 1);
  CHECK(first.get_info<specific::compile_sub_group_size>(d) == 0);
  CHECK(first.get_info<specific::max_num_sub_groups>(d) >= 1);
  CHECK_THROWS((void)first.get_info<specific::global_work_size>(d), sycl::errc::invalid,
               "built-in");
}

static void in_command_groups(sycl::queue &q, int *out) {
  constexpr auto executable = sycl::bundle_state::executable;
  auto second = sycl::get_kernel_bundle<Second, executable>(q.get_context());
  auto use = [&](sycl::handler &h) {
    h.use_kernel_bundle(second);
    h.single_task<Fourth>([=] { out[3] = 7; });
  };
  out[3] = 5;
  CHECK_THROWS(q.submit(use), sycl::errc::kernel_not_supported, "does not hold the kernel");
  q.wait();
  CHECK(out[3] == 5);
  second = sycl::get_kernel_bundle<Fourth, executable>(q.get_context());
  q.submit(use).wait();
  CHECK(out[3] == 7);
  sycl::context other(q.get_device());
  auto foreign = sycl::get_kernel_bundle<Fourth, executable>(other);
  CHECK_THROWS(q.submit([&](sycl::handler &h) { h.use_kernel_bundle(foreign); }),
               sycl::errc::invalid, "another context");
}

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(64, q);
  launch(q, out);
  identities();
  by_name(q);
  executables(q);
  other_states(q);
  queries(q);
  in_command_groups(q, out);
  sycl::free(out, q);
  return finish();
}
