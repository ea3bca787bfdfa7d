/* sycl_ext_oneapi_accessor_properties: properties in the type of an accessor are found there,
 * whatever their order; kernels compute with such accessors, placeholders included. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl::ext::oneapi;
namespace intel = sycl::ext::intel;

#ifndef SYCL_EXT_ONEAPI_ACCESSOR_PROPERTIES
#error "the extension has a feature-test macro"
#endif

template <class... A>
std::enable_if_t<sycl::accessor<int, 1, sycl::access_mode::read_write, sycl::target::device,
                                sycl::access::placeholder::false_t,
                                A...>::template has_property<property::no_alias>(),
                 int>
first(const sycl::accessor<int, 1, sycl::access_mode::read_write, sycl::target::device,
                           sycl::access::placeholder::false_t, A...> &a) {
  return int(a.size());
}

int main() {
  sycl::queue q;
  int data[] = {1, 2, 3, 4};
  {
    sycl::buffer<int> b(data, 4);
    accessor_property_list both{no_alias, no_offset}, other{no_offset, sycl::no_init, no_alias};
    static_assert(std::is_same_v<decltype(both), decltype(other)>);
    CHECK(other.has_property<sycl::property::no_init>());
    CHECK(!both.has_property<sycl::property::no_init>());
    sycl::accessor placeholder(b, both);
    static_assert(placeholder.has_property<property::no_alias>());
    static_assert(placeholder.get_property<property::no_offset>() == no_offset);
    static_assert(!placeholder.has_property<intel::property::buffer_location>());
    CHECK(first(placeholder) == 4);
    /* Written out, and in another order. */
    using spelled = accessor_property_list<property::no_offset::instance<true>,
                                           property::no_alias::instance<true>>;
    using turned = accessor_property_list<property::no_alias::instance<true>,
                                          property::no_offset::instance<true>>;
    sycl::accessor<int, 1, sycl::access_mode::read_write, sycl::target::device,
                   sycl::access::placeholder::true_t, spelled>
        same(b, both);
    sycl::accessor<int, 1, sycl::access_mode::read_write, sycl::target::device,
                   sycl::access::placeholder::true_t, turned>
        converted(same), made(b, both);
    CHECK(converted.size() == 4 && made.is_placeholder());
    static_assert(!std::is_convertible_v<decltype(same), sycl::accessor<int>>);

    q.submit([&](sycl::handler &h) {
      h.require(converted);
      h.parallel_for(4, [=](sycl::id<1> i) { converted[i] += 1; });
    });
    q.submit([&](sycl::handler &h) {
      accessor_property_list at{intel::buffer_location<3>, sycl::no_init};
      static_assert(at.get_property<intel::property::buffer_location>().get_location() == 3);
      static_assert(at.get_property<intel::property::buffer_location>() !=
                    intel::buffer_location<2>);
      sycl::accessor a(b, h, sycl::range<1>(2), sycl::id<1>(1), sycl::write_only, at);
      CHECK(a.has_property<sycl::property::no_init>());
      auto c = b.get_access(h, sycl::read_only, accessor_property_list{no_alias});
      h.parallel_for(2, [=](sycl::id<1> i) { a[i] = 10 * c[3]; });
    });
    q.fill(sycl::accessor<int, 1, sycl::access_mode::write, sycl::target::device,
                          sycl::access::placeholder::true_t, accessor_property_list<>>(
               b, sycl::range<1>(1)),
           9);
  }
  CHECK(data[0] == 9 && data[1] == 50 && data[2] == 50 && data[3] == 5);
  return 0;
}
