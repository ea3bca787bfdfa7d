/* SYCL 2020, 4.17.8: span and 4.17.9: bit_cast, on the host. */
#include <array>
#include <vector>

#include <sycl/bit_cast.hpp>
#include <sycl/half.hpp>
#include <sycl/span.hpp>

#include "../check.hpp"

using sycl::span;
static_assert(sizeof(span<int, 4>) == sizeof(int *) && sizeof(span<int>) == 2 * sizeof(int *));
static_assert(!std::is_convertible_v<span<const int>, span<int>>);
static_assert(!std::is_convertible_v<span<int>, span<int, 4>>);
static_assert(!std::is_convertible_v<std::vector<int> &, span<int, 4>>);
static_assert(!std::is_convertible_v<const std::vector<int> &, span<int>>);
static_assert(!std::is_constructible_v<span<int, 3>, std::array<int, 4> &>);
static_assert(sycl::bit_cast<unsigned>(1.0f) == 0x3f800000);
/* A program's own, called unqualified with a type of SYCL. */
namespace own {
template <class To, class From> To bit_cast(const From &) {
  return To(7);
}
static uint16_t of_half() {
  return bit_cast<uint16_t>(sycl::half(1));
}
} // namespace own

static int sum(span<const int> s) {
  int n = 0;
  for (int x : s)
    n += x;
  return n;
}

int main() {
  CHECK(own::of_half() == 7);
  int plain[] = {1, 2, 3, 4};
  std::array<int, 4> array = {1, 2, 3, 4};
  const std::vector<int> vector = {1, 2, 3, 4};
  CHECK(sum(plain) == 10 && sum(array) == 10 && sum(vector) == 10 && sum({plain, 2}) == 3);
  CHECK(sum(std::vector<int>{5, 6}) == 11);
  span fixed(plain);
  span whole(vector);
  span from_array(array);
  static_assert(std::is_same_v<decltype(fixed), span<int, 4>>);
  static_assert(std::is_same_v<decltype(whole), span<const int>>);
  static_assert(std::is_same_v<decltype(from_array), span<int, 4>>);
  span<int> copy = fixed;
  CHECK(copy.data() == plain && copy.size() == 4 && copy.size_bytes() == 16);
  CHECK(copy.first(2).back() == 2 && copy.last<1>()[0] == 4 && copy.subspan(1, 2).front() == 2);
  static_assert(decltype(fixed.subspan<1>())::extent == 3);
  CHECK(*copy.rbegin() == 4 && span<int>().empty());
  CHECK(as_bytes(fixed).size() == 16 && as_writable_bytes(copy).data() == (std::byte *)plain);
}
