/* sycl_ext_oneapi_group_sort: work-groups and sub-groups of any size sort ranges and their values,
 * stably, by a comparison, by the bits of numbers, by a sorter of the user's. */
#include <algorithm>
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace experimental = sycl::ext::oneapi::experimental;
using sycl::memory_scope;
static_assert(SYCL_EXT_ONEAPI_GROUP_SORT == 1);

struct pair {
  int key, place;
  bool operator<(const pair &o) const { return key < o.key; }
};
struct negater { // not a sort, but the user's own
  template <class Group, class T> T operator()(Group, T value) const { return -value; }
};

/* count: of elements; every group of size work-items sorts them all, sub-groups their part. */
void test_groups(sycl::queue &q, size_t size, size_t count) {
  const size_t pairs_memory =
      experimental::default_sorter<>::memory_required<pair>(memory_scope::work_group, count);
  using radix = experimental::radix_sorter<float, experimental::sorting_order::descending>;
  const size_t memory = std::max(
      pairs_memory, radix::memory_required(memory_scope::work_group, sycl::range<1>(size)));
  pair *pairs = sycl::malloc_shared<pair>(count, q);
  float *floats = sycl::malloc_shared<float>(size, q);
  int *values = sycl::malloc_shared<int>(size, q);
  std::vector<float> sorted;
  std::vector<int> ints;
  for (size_t i = 0; i < count; ++i)
    pairs[i] = {int(i * 7919 % 13), int(i)};
  for (size_t i = 0; i < size; ++i) {
    sorted.push_back(floats[i] = float(int(i * 7919 % 101) - 50) / 4);
    ints.push_back(values[i] = int(i * 31 % 17));
  }
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<std::byte> room(memory + 1, h);
     h.parallel_for(sycl::nd_range<1>(size, size), [=](sycl::nd_item<1> item) {
       auto g = item.get_group();
       /* Not aligned. */
       experimental::group_with_scratchpad helper(g, sycl::span<std::byte>(&room[1], memory));
       experimental::joint_sort(helper, pairs, pairs + count);
       experimental::joint_sort(helper, pairs + count, pairs); // nothing
       const size_t i = item.get_local_id(0);
       floats[i] = experimental::sort_over_group(g, floats[i], radix(helper.get_memory()));
       values[i] = experimental::sort_over_group(helper, values[i], std::greater<>());
     });
   }).wait();
  for (size_t i = 1; i < count; ++i)
    CHECK(pairs[i - 1].key < pairs[i].key ||
          (pairs[i - 1].key == pairs[i].key && pairs[i - 1].place < pairs[i].place));
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  std::sort(ints.begin(), ints.end(), std::greater<>());
  for (size_t i = 0; i < size; ++i)
    CHECK(floats[i] == sorted[i] && values[i] == ints[i]);
  sycl::free(pairs, q);
  sycl::free(floats, q);
  sycl::free(values, q);
}

template <size_t lanes> void test_sub_groups(sycl::queue &q) {
  constexpr size_t size = 44, each = 3; // the last sub-group is not whole
  const size_t memory =
      experimental::default_sorter<>::memory_required<short>(memory_scope::sub_group, lanes * each);
  short *data = sycl::malloc_shared<short>(size * each, q);
  int *bits = sycl::malloc_shared<int>(size, q);
  int *negated = sycl::malloc_shared<int>(size, q);
  for (size_t i = 0; i < size * each; ++i)
    data[i] = short(i * 7919 % 251 - 100);
  std::vector<short> sorted(data, data + size * each);
  for (size_t i = 0; i < size; ++i)
    bits[i] = int(size - i);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<std::byte> room(memory * (size / lanes + 1), h);
     h.parallel_for(sycl::nd_range<1>(size, size),
                    [=](sycl::nd_item<1> item) [[sycl::reqd_sub_group_size(lanes)]] {
                      auto g = item.get_sub_group();
                      const size_t first = g.get_group_linear_id() * lanes * each;
                      const size_t last = first + g.get_local_linear_range() * each;
                      sycl::span<std::byte> mine(&room[g.get_group_linear_id() * memory], memory);
                      experimental::joint_sort(g, data + first, data + last,
                                               experimental::radix_sorter<short>(mine));
                      /* By the second bit alone: pairs keep their order. */
                      const size_t i = item.get_local_id(0);
                      bits[i] = experimental::sort_over_group(
                          g, bits[i], experimental::radix_sorter<int>(mine, 2));
                      negated[i] = experimental::sort_over_group(g, int(i), negater());
                    });
   }).wait();
  for (size_t i = 0; i < size; i += lanes) {
    const size_t end = std::min(i + lanes, size);
    std::sort(sorted.begin() + i * each, sorted.begin() + end * each);
    for (size_t k = i + 1; k < end; ++k) {
      CHECK((bits[k - 1] & 2) <= (bits[k] & 2));
      CHECK((bits[k - 1] & 2) < (bits[k] & 2) || bits[k - 1] > bits[k]);
    }
    CHECK(negated[i] == -int(i));
  }
  for (size_t i = 0; i < size * each; ++i)
    CHECK_EQUAL(data[i], sorted[i]);
  sycl::free(data, q);
  sycl::free(bits, q);
  sycl::free(negated, q);
}

int main() {
  sycl::queue q;
  test_groups(q, 1, 5);
  test_groups(q, 13, 100);
  test_groups(q, 64, 64);
  const auto sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();
  if (std::count(sizes.begin(), sizes.end(), 8))
    test_sub_groups<8>(q);
  else
    test_sub_groups<32>(q);
  return finish();
}
