/* SYCL 2020, 4.7.7.2 and appendix D: pointers of SYCL 1.2.1 convert from and to raw ones. */
#define SYCL2020_DISABLE_DEPRECATION_WARNINGS
#include <sycl/accessor.hpp>
#include <sycl/local_accessor.hpp>
#include <sycl/multi_ptr.hpp>

#include "../check.hpp"

using namespace sycl;
using access::address_space;

static_assert(std::is_same_v<global_ptr<int>::pointer_t, int *>);
static_assert(std::is_same_v<local_ptr<int>::const_reference_t, const int &>);
static_assert(std::is_convertible_v<int *, private_ptr<int>>);
static_assert(std::is_convertible_v<global_ptr<char>, void *>);
static_assert(std::is_convertible_v<global_ptr<char>, const char *>);
static_assert(!std::is_convertible_v<raw_global_ptr<char>, char *>);
using in_constant = accessor<float, 1, access_mode::read, target::constant_buffer>;
using from_constant = decltype(std::declval<in_constant>().get_pointer());
static_assert(std::is_same_v<from_constant, constant_ptr<float>>);
static_assert(std::is_convertible_v<from_constant, constant_ptr<void>>);
using deduced = decltype(multi_ptr(std::declval<accessor<int, 2, access_mode::read>>()));
static_assert(std::is_same_v<deduced, raw_global_ptr<const int>>);
static_assert(
    std::is_same_v<decltype(multi_ptr(std::declval<local_accessor<int>>())), raw_local_ptr<int>>);

int main() {
  int v[3] = {1, 2, 3};
  global_ptr<int> p = v;
  const int *raw = p;
  CHECK(raw == p && p != v + 1 && p < v + 1 && p[1] == 2 && *(p + 2) == 3);
  constant_ptr<void> erased = constant_ptr<int>(v);
  CHECK(static_cast<void *>(erased) == v);
  CHECK(make_ptr<int, address_space::local_space>(v)[2] == 3);
  CHECK(make_ptr<void, address_space::private_space>(v).get() == v);
  CHECK(make_ptr<address_space::global_space>(v) == p);
  p = v + 1;
  CHECK(*p == 2);
}
