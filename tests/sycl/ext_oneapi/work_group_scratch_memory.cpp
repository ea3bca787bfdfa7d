// sycl_ext_oneapi_work_group_scratch_memory: memory of a work-group whose size the launch gives,
// apart from that of local accessors; what launches without the property, or with too much, answer.
#include <sycl/ext/oneapi/work_group_scratch_memory.hpp>

#include "../check.hpp"

#ifndef SYCL_EXT_ONEAPI_WORK_GROUP_SCRATCH_MEMORY
#error "the extension has a feature-test macro"
#endif

namespace oneapi = sycl::ext::oneapi::experimental;
using oneapi::work_group_scratch_size;

static_assert(oneapi::is_property_key<oneapi::work_group_scratch_size_key>::value);
static_assert(oneapi::is_property_value_v<work_group_scratch_size>);
constexpr oneapi::properties with_size{work_group_scratch_size(12)};
static_assert(decltype(with_size)::has_property<work_group_scratch_size>());
static_assert(with_size.get_property<work_group_scratch_size>().value == 12);
constexpr oneapi::properties mixed{oneapi::work_group_size<8>, work_group_scratch_size(64)};
static_assert(mixed.get_property<work_group_scratch_size>().value == 64);
static_assert(mixed.get_property<oneapi::work_group_size_key>() == oneapi::work_group_size<8>);

/* Reverses the row of its work-group. Not inlined without optimization. */
static void reverse(const sycl::nd_item<1> &i, int *row) {
  int *scratch = static_cast<int *>(oneapi::get_work_group_scratch_memory());
  const size_t l = i.get_local_id(0), n = i.get_local_range(0);
  scratch[l] = row[i.get_global_id(0)];
  sycl::group_barrier(i.get_group());
  row[i.get_global_id(0)] = static_cast<int *>(oneapi::get_work_group_scratch_memory())[n - 1 - l];
}

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((oneapi::nd_range_kernel<1>))
static void reverse_row(int *row) {
  reverse(sycl::ext::oneapi::this_work_item::get_nd_item<1>(), row);
}

static void check_reversed(const int *row, size_t global, size_t local, bool is_reversed) {
  for (size_t i = 0; i < global; ++i) {
    const size_t from = is_reversed ? i / local * local + (local - 1 - i % local) : i;
    CHECK(row[i] == int(from));
  }
}

/* The size differs from launch to launch of one kernel. */
static void sizes(sycl::queue &q) {
  const size_t global = 1024;
  int *row = sycl::malloc_shared<int>(global, q);
  for (size_t i = 0; i < global; ++i)
    row[i] = int(i);
  const sycl::kernel k =
      oneapi::get_kernel_bundle<reverse_row, sycl::bundle_state::executable>(q.get_context())
          .ext_oneapi_get_kernel<reverse_row>();
  for (const size_t local : {4, 64, 16, 256}) {
    const auto kernel = [=](sycl::nd_item<1> i) { reverse(i, row); };
    const sycl::nd_range<1> r(global, local);
    const work_group_scratch_size size(local * sizeof(int));
    oneapi::nd_launch(q, oneapi::launch_config(r, oneapi::properties(size)), kernel);
    q.wait();
    check_reversed(row, global, local, true);
    q.parallel_for(r, oneapi::properties(size), kernel).wait();
    check_reversed(row, global, local, false);
    q.submit([&](sycl::handler &h) {
       oneapi::nd_launch(h, oneapi::launch_config(r, oneapi::properties(size)), kernel);
     }).wait();
    check_reversed(row, global, local, true);
    q.submit([&](sycl::handler &h) { h.parallel_for(r, oneapi::properties(size), kernel); }).wait();
    check_reversed(row, global, local, false);
    oneapi::nd_launch(q, oneapi::launch_config(r, oneapi::properties(size)),
                      oneapi::kernel_function<reverse_row>, row);
    q.wait();
    check_reversed(row, global, local, true);
    oneapi::nd_launch(q, oneapi::launch_config(r, oneapi::properties(size)), k, row);
    q.wait();
    check_reversed(row, global, local, false);
  }
  sycl::free(row, q);
}

/* Behind local accessors, and with memory of the kernel's own; each work-group its own. */
static void with_other_memory(sycl::queue &q) {
  const size_t groups = 64, local = 32;
  int *wrong = sycl::malloc_shared<int>(groups * local, q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<char> first(33, h);
     sycl::local_accessor<int> second(local, h);
     h.parallel_for(
         sycl::nd_range<1>(groups * local, local),
         oneapi::properties(work_group_scratch_size(local * sizeof(double)),
                            oneapi::work_group_size<local>),
         [=](sycl::nd_item<1> i) {
           auto *scratch = static_cast<double *>(oneapi::get_work_group_scratch_memory());
           auto third =
               sycl::ext::oneapi::group_local_memory_for_overwrite<int[local]>(i.get_group());
           const size_t l = i.get_local_id(0);
           const int id = int(i.get_global_id(0));
           first[l] = char(l);
           second[l] = id;
           (*third)[l] = -id;
           scratch[l] = id + 0.5;
           sycl::group_barrier(i.get_group());
           const size_t o = (l + 5) % local;
           const int other = int(i.get_group(0) * local + o);
           wrong[id] = first[o] != char(o) || second[o] != other || (*third)[o] != -other ||
                       scratch[o] != other + 0.5 ||
                       reinterpret_cast<uintptr_t>(scratch) % alignof(std::max_align_t) != 0;
         });
   }).wait();
  for (size_t i = 0; i < groups * local; ++i)
    CHECK(!wrong[i]);
  sycl::free(wrong, q);
}

/* The kernel's own properties count beside those of the launch. */
struct with_properties {
  int *size;
  void operator()(sycl::nd_item<1> i) const {
    static_cast<int *>(oneapi::get_work_group_scratch_memory())[i.get_local_id(0)] = 1;
    if (i.get_global_linear_id() == 0)
      *size = int(i.get_sub_group().get_max_local_range()[0]);
  }
  auto get(oneapi::properties_tag) const { return oneapi::properties{oneapi::work_group_size<8>}; }
};

static void errors(sycl::queue &q) {
  int *row = sycl::malloc_shared<int>(64, q);
  const auto kernel = [=](sycl::nd_item<1> i) { reverse(i, row); };
  const sycl::nd_range<1> r(64, 16);
  CHECK_THROWS(q.parallel_for(r, kernel), sycl::errc::memory_allocation, "work_group_scratch_size");
  const size_t most = q.get_device().get_info<sycl::info::device::local_mem_size>();
  CHECK_THROWS(q.parallel_for(r, oneapi::properties(work_group_scratch_size(most + 1)), kernel),
               sycl::errc::memory_allocation, "local_mem_size");
  CHECK_THROWS(q.parallel_for(r, oneapi::properties(work_group_scratch_size(~size_t(0))), kernel),
               sycl::errc::memory_allocation, "local_mem_size");
  CHECK_THROWS(q.submit([&](sycl::handler &h) {
    sycl::local_accessor<char> a(most / 2 + 64, h);
    h.parallel_for(r, oneapi::properties(work_group_scratch_size(most / 2)),
                   [=](sycl::nd_item<1> i) { a[0] = char(i.get_local_id(0)); });
  }),
               sycl::errc::memory_allocation, "local_mem_size");
  const with_properties own{row};
  CHECK_THROWS(q.parallel_for(r, oneapi::properties(work_group_scratch_size(64)), own),
               sycl::errc::nd_range, "");
  q.parallel_for(sycl::nd_range<1>(64, 8), oneapi::properties(work_group_scratch_size(64)), own)
      .wait();
  CHECK(row[0] > 0);
  /* Of a plain range there are no work-groups to give it to. */
  CHECK_THROWS(q.parallel_for(sycl::range<1>(64), oneapi::properties(work_group_scratch_size(64)),
                              [=](sycl::id<1> i) { row[i] = 1; }),
               sycl::errc::kernel_argument, "nd_range");
  CHECK_THROWS((void)oneapi::get_work_group_scratch_memory(), sycl::errc::invalid, "host");
  sycl::free(row, q);
}

int main() {
  sycl::queue q;
  sizes(q);
  with_other_memory(q);
  errors(q);
  return finish();
}
