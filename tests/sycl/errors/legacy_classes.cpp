/* SYCL 1.2.1, 4.9.2: the classes of exceptions, deprecated: what is thrown is of the class of its
 * error code, with one base, also from the handler of asynchronous errors. */
// options: -fsycl -O1 -Wno-deprecated-declarations
#include <sycl/sycl.hpp>

#include "../check.hpp"

template <class Class, class F> void throws(const F &f, sycl::errc code) {
  bool is_thrown = false;
  try {
    f();
  } catch (const Class &e) {
    is_thrown = e.code() == code;
  }
  CHECK(is_thrown);
}

int main() {
  sycl::queue q([](sycl::exception_list errors) {
    for (const std::exception_ptr &e : errors)
      std::rethrow_exception(e);
  });
  const auto odd = [&] { q.parallel_for(sycl::nd_range<1>(5, 2), [](auto) {}); };
  throws<sycl::nd_range_error>(odd, sycl::errc::nd_range);
  throws<sycl::runtime_error>(odd, sycl::errc::nd_range);
  throws<sycl::exception>(odd, sycl::errc::nd_range);

  sycl::buffer<int> b(8);
  throws<sycl::invalid_object_error>([&] { sycl::buffer<int> part(b, 6, 4); }, sycl::errc::invalid);
  throws<sycl::feature_not_supported>(
      [] { sycl::detail::throw_error(sycl::errc::kernel_not_supported, ""); },
      sycl::errc::kernel_not_supported);
  throws<sycl::runtime_error>(
      [] { throw sycl::device_error(sycl::make_error_code(sycl::errc::platform), "mine"); },
      sycl::errc::platform);
  throws<sycl::exception>([] { throw sycl::exception(); }, sycl::errc::runtime);
  return finish();
}
