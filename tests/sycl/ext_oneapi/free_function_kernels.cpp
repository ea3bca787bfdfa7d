// sycl_ext_oneapi_free_function_kernels: functions as kernels, by their address and as kernel
// objects with arguments; sycl_ext_oneapi_raw_kernel_arg.
#include <sycl/ext/oneapi/experimental/free_function_traits.hpp>
#include <sycl/ext/oneapi/get_kernel_info.hpp>
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace experimental = sycl::ext::oneapi::experimental;
namespace this_work_item = sycl::ext::oneapi::this_work_item;
static_assert(SYCL_EXT_ONEAPI_FREE_FUNCTION_KERNELS == 1 && SYCL_EXT_ONEAPI_RAW_KERNEL_ARG == 1);

constexpr int N = 64, GROUP = 16;

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::nd_range_kernel<1>))
void iota(float start, float *out) {
  const size_t i = this_work_item::get_nd_item<1>().get_global_linear_id();
  start += static_cast<float>(i); // the argument is the work-item's own
  out[i] = start;
}

template <class T>
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::single_task_kernel))
void ping(T *out) {
  *out = T(7);
}
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::single_task_kernel))
void overloaded(int *out) {
  *out = 1;
}
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::single_task_kernel))
void overloaded(float *out) {
  *out = 2;
}

namespace {
template <int Dims>
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::nd_range_kernel<Dims>))
void linear(int *out) noexcept {
  const auto it = this_work_item::get_nd_item<Dims>();
  out[it.get_global_linear_id()] = int(it.get_local_linear_id());
}
} // namespace

struct point {
  char tag;
  double x;
};
struct of_class {
  SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::nd_range_kernel<1>))
  static void mixed(char a, point p, short b, sycl::accessor<int, 1> out, const int *in,
                    sycl::local_accessor<int, 1> local, experimental::work_group_memory<int> sum,
                    sycl::vec<float, 4> v, bool c) {
    const auto it = this_work_item::get_nd_item<1>();
    const size_t l = it.get_local_linear_id(), g = it.get_global_linear_id();
    local[l] = in[g];
    sycl::group_barrier(it.get_group());
    if (l == 0) {
      sum = 0;
      for (int i = 0; i < GROUP; ++i)
        sum = sum + local[i];
    }
    sycl::group_barrier(it.get_group());
    out[g] = sum + a + p.tag + int(p.x) + b + int(v[3]) + c;
  }
};

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::nd_range_kernel<1>))
    SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::work_group_size<GROUP>)) void sized(int *out) {
  out[this_work_item::get_nd_item<1>().get_global_linear_id()] = 3;
}
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::single_task_kernel)) void nothing() {}
void plain(int *out) {
  *out = 9;
}

static_assert(experimental::is_nd_range_kernel_v<iota, 1> &&
              !experimental::is_nd_range_kernel_v<iota, 2> &&
              !experimental::is_single_task_kernel_v<iota> && experimental::is_kernel_v<iota>);
static_assert(experimental::is_single_task_kernel_v<ping<int>> &&
              !experimental::is_nd_range_kernel_v<ping<int>, 1>);
static_assert(experimental::is_nd_range_kernel_v<linear<3>, 3> &&
              experimental::is_nd_range_kernel_v<sized, 1>);
static_assert(experimental::is_single_task_kernel<(void (*)(float *))overloaded>::value);
static_assert(!experimental::is_kernel_v<plain> && experimental::is_kernel_v<of_class::mixed>);
static_assert(experimental::nd_range_kernel_key::value_t<2>::dimensions == 2);

template <auto *Func> sycl::kernel kernel_of(const sycl::queue &q) {
  return experimental::get_kernel_bundle<Func, sycl::bundle_state::executable>(q.get_context())
      .template ext_oneapi_get_kernel<Func>();
}

static void by_address(sycl::queue &q, float *memory) {
  int *numbers = reinterpret_cast<int *>(memory);
  experimental::nd_launch(q, sycl::nd_range<1>(N, GROUP), experimental::kernel_function<iota>, 3,
                          memory);
  q.wait();
  CHECK_EQUAL(memory[N - 1], 3.0f + N - 1);
  experimental::single_task(q, experimental::kernel_function<ping<float>>, memory);
  q.wait();
  CHECK_EQUAL(memory[0], 7.0f);
  experimental::single_task(q, experimental::kernel_function<(void (*)(int *))overloaded>, numbers);
  q.wait();
  CHECK_EQUAL(numbers[0], 1);
  experimental::single_task(q, experimental::kernel_function<nothing>);
  q.submit([&](sycl::handler &h) {
     experimental::nd_launch(h, sycl::nd_range<2>({8, 8}, {2, 4}),
                             experimental::kernel_function<linear<2>>, numbers);
   }).wait();
  CHECK_EQUAL(numbers[N - 1], 7);
  experimental::nd_launch(
      q,
      experimental::launch_config(sycl::nd_range<1>(N, 4),
                                  experimental::properties{experimental::work_group_size<4>}),
      experimental::kernel_function<linear<1>>, numbers);
  q.wait();
  CHECK_EQUAL(numbers[N - 1], 3);
  plain(numbers);
  overloaded(numbers + 1); // on the host it is a function
  CHECK(numbers[0] == 9 && numbers[1] == 1);
}

static void as_objects(sycl::queue &q, float *memory) {
  int *numbers = reinterpret_cast<int *>(memory);
  const sycl::nd_range<1> r(N, GROUP);
  const sycl::kernel k = kernel_of<iota>(q);
  CHECK_EQUAL(k.get_info<sycl::info::kernel::num_args>(), 2u);
  q.submit([&](sycl::handler &h) {
     h.set_args(3.5f, memory);
     h.parallel_for(r, k);
   }).wait();
  CHECK_EQUAL(memory[N - 1], 3.5f + N - 1);
  const float start = 10;
  q.submit([&](sycl::handler &h) {
     h.set_arg(1, memory);
     h.set_arg(0, 1.0f);
     h.set_arg(0, experimental::raw_kernel_arg(&start, sizeof start)); // the last one counts
     h.parallel_for(r, k);
   }).wait();
  CHECK_EQUAL(memory[0], 10.0f);
  sycl::khr::launch_grouped(q, N, GROUP, k, 2.0f, memory);
  q.wait();
  CHECK_EQUAL(memory[0], 2.0f);
  experimental::nd_launch(q, r, k, 1.0f, memory);
  q.wait();
  CHECK_EQUAL(memory[0], 1.0f);
  experimental::single_task(q, kernel_of<ping<int>>(q), numbers);
  q.wait();
  CHECK_EQUAL(numbers[0], 7);

  q.submit([&](sycl::handler &h) {
    h.set_args(memory, 1.0);
    CHECK_THROWS(h.parallel_for(r, k), sycl::errc::invalid, "argument 0 of the kernel has 4 bytes");
  });
  q.submit([&](sycl::handler &h) {
    h.set_arg(1, memory);
    CHECK_THROWS(h.parallel_for(r, k), sycl::errc::invalid, "set_arg(0, ...)");
  });
  q.submit([&](sycl::handler &h) {
    h.set_args(1.0f, memory, 2);
    CHECK_THROWS(h.parallel_for(r, k), sycl::errc::invalid, "has 2 arguments");
  });
}

static void parameters(sycl::queue &q, float *memory) {
  int *in = reinterpret_cast<int *>(memory);
  for (int i = 0; i < N; ++i)
    in[i] = i;
  const sycl::kernel k = kernel_of<of_class::mixed>(q);
  CHECK_EQUAL(k.get_info<sycl::info::kernel::num_args>(), 9u);
  for (bool as_object : {false, true}) {
    sycl::buffer<int> buffer{sycl::range<1>(N)};
    q.submit([&](sycl::handler &h) {
      const sycl::accessor out(buffer, h);
      const sycl::local_accessor<int, 1> local(GROUP, h);
      const experimental::work_group_memory<int> sum(h);
      const sycl::vec<float, 4> v(1, 2, 3, 4);
      const point p{1, 20.0};
      const sycl::nd_range<1> r(N, GROUP);
      if (as_object) {
        h.set_args(char(1), p, short(3), out, in, local, sum, v, true);
        h.parallel_for(r, k);
      } else {
        experimental::nd_launch(h, r, experimental::kernel_function<of_class::mixed>, char(1), p,
                                short(3), out, in, local, sum, v, true);
      }
    });
    const sycl::host_accessor result(buffer);
    for (int i = 0; i < N; ++i)
      CHECK_EQUAL(result[i],
                  (i / GROUP * GROUP * 2 + GROUP - 1) * GROUP / 2 + 1 + 1 + 20 + 3 + 4 + 1);
  }
}

static void queries(sycl::queue &q, float *memory) {
  int *numbers = reinterpret_cast<int *>(memory);
  using required = sycl::info::kernel_device_specific::compile_work_group_size;
  CHECK((experimental::get_kernel_info<sized, required>(q) == sycl::range<3>(1, 1, GROUP)));
  CHECK((experimental::get_kernel_info<sized, sycl::info::kernel::attributes>(q.get_context()) ==
         "reqd_work_group_size(16,1,1)"));
  CHECK_THROWS(experimental::nd_launch(q, sycl::nd_range<1>(N, 8),
                                       experimental::kernel_function<sized>, numbers),
               sycl::errc::nd_range, "16");
  const sycl::kernel_id id = experimental::get_kernel_id<iota>();
  bool is_listed = false;
  for (const sycl::kernel_id &each : sycl::get_kernel_ids())
    is_listed = is_listed || each == id;
  CHECK(is_listed && id != experimental::get_kernel_id<sized>());
  CHECK(experimental::is_compatible<iota>(q.get_device()));
  CHECK((experimental::has_kernel_bundle<iota, sycl::bundle_state::executable>(q.get_context())));
  const auto bundle =
      sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context(), {id});
  CHECK(bundle.ext_oneapi_has_kernel<iota>() && bundle.ext_oneapi_has_kernel<iota>(q.get_device()));
  /* A kernel object of a function object. */
  q.single_task<class named>([=] { *numbers = 4; }).wait();
  const sycl::kernel k =
      sycl::get_kernel_bundle<class named, sycl::bundle_state::executable>(q.get_context())
          .get_kernel<class named>();
  q.submit([&](sycl::handler &h) {
    CHECK_THROWS(h.single_task(k), sycl::errc::invalid, "function object");
  });
  CHECK_THROWS(k.get_info<sycl::info::kernel::num_args>(), sycl::errc::invalid, "num_args");
}

int main() {
  sycl::queue q;
  float *memory = sycl::malloc_shared<float>(N, q);
  by_address(q, memory);
  as_objects(q, memory);
  parameters(q, memory);
  queries(q, memory);
  sycl::free(memory, q);
  return finish();
}
