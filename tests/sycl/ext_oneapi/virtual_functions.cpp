// sycl_ext_oneapi_virtual_functions: kernels call virtual functions of objects that kernels made,
// in memory that later kernels read.
#include <sycl/sycl.hpp>

#include <new>

#include "../check.hpp"

namespace experimental = sycl::ext::oneapi::experimental;
static_assert(SYCL_EXT_ONEAPI_VIRTUAL_FUNCTIONS == 1);
static_assert(experimental::is_property_key<experimental::indirectly_callable_key>::value &&
              experimental::is_property_key<experimental::assume_indirect_calls_key>::value);
struct set;

struct shape {
  SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(experimental::indirectly_callable)
  virtual int corners() const { return 0; }
  SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::indirectly_callable_in<set>))
  virtual int area(int side) const { return side; }
  int tag = 1;
};
struct square : shape {
  SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(experimental::indirectly_callable)
  int corners() const override { return 4; }
  SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::indirectly_callable_in<set>))
  int area(int side) const override { return side * side + tag; }
};
struct triangle : shape {
  SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(experimental::indirectly_callable)
  int corners() const override { return 3; }
};

static int sum(const shape *s, int side) {
  return 100 * s->corners() + s->area(side);
}

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::nd_range_kernel<1>))
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(experimental::assume_indirect_calls)
static void each(shape *const *shapes, int *out) {
  const size_t i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_linear_id();
  out[i] = sum(shapes[i % 3], int(i));
}

int main() {
  constexpr int N = 66;
  sycl::queue q;
  if (q.get_backend() != sycl::backend::native_cpu)
    return 77;
  auto *memory = sycl::malloc_device<square>(3, q);
  shape **shapes = sycl::malloc_shared<shape *>(3, q);
  int *out = sycl::malloc_shared<int>(N, q);
  q.single_task([=] {
     shapes[0] = new (&memory[0]) shape;
     shapes[1] = new (&memory[1]) square;
     shapes[2] = new (&memory[2]) triangle;
   }).wait();
  const auto check = [&] {
    for (int i = 0; i < N; ++i) {
      CHECK_EQUAL(out[i], i % 3 == 0 ? i : i % 3 == 1 ? 401 + i * i : 300 + i);
      out[i] = -1;
    }
  };
  q.parallel_for(sycl::range<1>(N), experimental::properties{experimental::assume_indirect_calls},
                 [=](sycl::id<1> i) { out[i] = sum(shapes[i % 3], int(i)); })
      .wait();
  check();
  q.parallel_for(sycl::nd_range<1>(N, 11),
                 experimental::properties{experimental::assume_indirect_calls_to<void, set>},
                 [=](sycl::nd_item<1> it) {
                   const size_t i = it.get_global_linear_id();
                   out[i] = sum(shapes[i % 3], int(i));
                 })
      .wait();
  check();
  experimental::nd_launch(q, sycl::nd_range<1>(N, 11), experimental::kernel_function<each>, shapes,
                          out);
  q.wait();
  check();
  sycl::free(memory, q);
  sycl::free(shapes, q);
  sycl::free(out, q);
  return finish();
}
