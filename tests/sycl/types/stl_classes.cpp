// SYCL 2020, A.1: names of the standard library's classes in SYCL 1.2.1, which it removed and
// programs still write.
#define SYCL2020_DISABLE_DEPRECATION_WARNINGS
#include <sycl/sycl.hpp>

#include "../check.hpp"

static_assert(std::is_same_v<sycl::string_class, std::string>);
static_assert(std::is_same_v<sycl::mutex_class, std::mutex>);
static_assert(std::is_same_v<sycl::exception_ptr, sycl::exception_ptr_class>);
static_assert(std::is_same_v<sycl::unique_ptr_class<int>, std::unique_ptr<int>>);
static_assert(std::is_same_v<sycl::weak_ptr_class<int>, std::weak_ptr<int>>);
static_assert(std::is_same_v<sycl::hash_class<int>, std::hash<int>>);

int main() {
  sycl::vector_class<int> values{1, 2, 3};
  const sycl::shared_ptr_class<int> factor = std::make_shared<int>(2);
  const sycl::function_class<int(int)> expected = [=](int value) { return value * *factor; };
  {
    sycl::buffer<int> data(values);
    sycl::queue{[](sycl::exception_list list) {
      for (const sycl::exception_ptr &one : list)
        std::rethrow_exception(one);
    }}.submit([&](sycl::handler &h) {
      sycl::accessor a(data, h);
      h.parallel_for(3, [=](sycl::id<1> i) { a[i] *= 2; });
    });
  }
  for (int i = 0; i < 3; ++i)
    CHECK_EQUAL(values[i], expected(i + 1));
}
