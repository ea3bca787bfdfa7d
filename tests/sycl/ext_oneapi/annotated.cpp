// sycl_ext_oneapi_annotated_ptr and sycl_ext_oneapi_annotated_arg: pointers, references and
// arguments with properties are used as those without; lists are deduced, merged and converted.
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace experimental = sycl::ext::oneapi::experimental;
using experimental::alignment, experimental::annotated_arg, experimental::annotated_ptr;
using experimental::device_image_scope, experimental::properties;
static_assert(SYCL_EXT_ONEAPI_ANNOTATED_PTR == 1 && SYCL_EXT_ONEAPI_ANNOTATED_ARG == 1);

using aligned = decltype(properties{alignment<4>});
using both = decltype(properties{device_image_scope, alignment<4>});
static_assert(std::is_trivially_copyable_v<annotated_ptr<int, both>>);
static_assert(!std::is_convertible_v<annotated_ptr<int>, int *>);
static_assert(annotated_ptr<int, aligned>::get_property<experimental::alignment_key>() ==
              alignment<4>);
static_assert(!annotated_arg<int>::has_property<experimental::alignment_key>());

struct point {
  int x, y;
};

int main() {
  sycl::queue q;
  int *a = sycl::malloc_shared<int>(8, q);
  point *p = sycl::malloc_shared<point>(1, q);
  for (int i = 0; i < 8; ++i)
    a[i] = i;
  const auto by_list = annotated_ptr(a, properties{alignment<4>});
  const auto by_values = annotated_ptr(a, alignment<4>, device_image_scope);
  const auto merged = annotated_ptr(by_list, properties{device_image_scope, alignment<4>});
  static_assert(std::is_same_v<decltype(annotated_ptr(a)), annotated_ptr<int>>);
  static_assert(std::is_same_v<decltype(by_list), const annotated_ptr<int, aligned>>);
  static_assert(std::is_same_v<decltype(by_values), const annotated_ptr<int, both>>);
  static_assert(std::is_same_v<decltype(merged), const annotated_ptr<int, both>>);
  const annotated_ptr<const int, both> converted(by_list);
  CHECK(converted.get() == a && !annotated_ptr<int>() && by_values);

  const annotated_arg offset(5, alignment<4>);
  const annotated_arg<int *, aligned> out(a);
  const annotated_arg pointer(p);
  q.single_task([=] {
     auto at = by_values + 1;
     *at = *at + converted[2]; // 3
     at[1] = at[0];            // 3
     ++*at;                    // 4
     at++;
     *at += offset; // 8
     *at <<= 1;     // 16
     at[1] = *merged = 7;
     out[7] = int(at - by_values) + out[6];
     pointer->x = offset;
     pointer->y = (*at)--;
   }).wait();
  const int expected[] = {7, 4, 15, 7, 4, 5, 6, 8};
  for (int i = 0; i < 8; ++i)
    CHECK_EQUAL(a[i], expected[i]);
  CHECK(p->x == 5 && p->y == 16);
  sycl::free(a, q);
  sycl::free(p, q);
  return finish();
}
