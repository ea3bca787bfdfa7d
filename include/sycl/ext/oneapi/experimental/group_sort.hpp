/* sycl_ext_oneapi_group_sort, revision 1: the work-items of a group sort a range, or the values
 * that they hold.
 *
 * A stable merge sort of runs of 1, 2, 4, ... elements: a work-item finds the place of an element
 * in the merged run by a binary search in the other one. So in every group, whatever its size. */
#ifndef FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_GROUP_SORT_HPP
#define FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_GROUP_SORT_HPP

#include <bitset>
#include <climits>

#include <sycl/bit_cast.hpp>
#include <sycl/group.hpp>
#include <sycl/range.hpp>
#include <sycl/span.hpp>

#define SYCL_EXT_ONEAPI_GROUP_SORT 1

namespace sycl {
namespace detail {
template <class T> constexpr size_t sort_memory(size_t count) {
  return count * sizeof(T) + alignof(T);
}
/* The scratch memory from its first aligned byte on. */
template <class T> T *sort_memory(std::byte *scratch) {
  const auto address = reinterpret_cast<uintptr_t>(scratch);
  return reinterpret_cast<T *>((address + alignof(T) - 1) / alignof(T) * alignof(T));
}

/* Where element i goes when sorted runs of width elements are merged two by two; n: of all. */
template <class From, class Compare>
size_t merged_place(const From &from, size_t i, size_t width, size_t n, Compare &comp) {
  const size_t left = i - i % (2 * width);
  const size_t right = left + width < n ? left + width : n;
  const size_t end = right + width < n ? right + width : n;
  const bool is_left = i < right;
  size_t low = is_left ? right : left, high = is_left ? end : right;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const bool precedes =
        is_left ? bool(comp(from[middle], from[i])) : !comp(from[i], from[middle]);
    low = precedes ? middle + 1 : low;
    high = precedes ? high : middle;
  }
  return i + low - right; /* its own place in its run, and those before it in the other */
}

template <class Group, class From, class To, class Compare>
void merge_runs(const Group &g, From from, To to, size_t width, size_t n, Compare &comp) {
  for (size_t i = g.get_local_linear_id(); i < n; i += g.get_local_linear_range())
    to[merged_place(from, i, width, n, comp)] = from[i];
  group_barrier(g);
}

template <class Group, class Iterator, class Compare>
void sort_range(const Group &g, Iterator first, Iterator last, std::byte *scratch, Compare &comp) {
  using T = std::decay_t<decltype(*first)>;
  T *room = sort_memory<T>(scratch);
  const size_t n = first < last ? size_t(last - first) : 0;
  bool is_in_room = false;
  group_barrier(g);
  for (size_t width = 1; width < n; width *= 2, is_in_room = !is_in_room)
    if (is_in_room)
      merge_runs(g, room, first, width, n, comp);
    else
      merge_runs(g, first, room, width, n, comp);
  if (is_in_room) {
    for (size_t i = g.get_local_linear_id(); i < n; i += g.get_local_linear_range())
      first[i] = room[i];
    group_barrier(g);
  }
}

template <class Group, class T, class Compare>
T sort_values(const Group &g, T value, std::byte *scratch, Compare &comp) {
  T *room = sort_memory<T>(scratch);
  const size_t me = g.get_local_linear_id(), n = g.get_local_linear_range();
  room[me] = value;
  group_barrier(g);
  for (size_t width = 1; width < n; width *= 2) {
    const size_t place = merged_place(room, me, width, n, comp);
    group_barrier(g);
    room[place] = value;
    group_barrier(g);
    value = room[me];
  }
  group_barrier(g); /* the memory may be used for something else */
  return value;
}

template <size_t Size> struct radix_key;
template <> struct radix_key<1> {
  using type = uint8_t;
};
template <> struct radix_key<2> {
  using type = uint16_t;
};
template <> struct radix_key<4> {
  using type = uint32_t;
};
template <> struct radix_key<8> {
  using type = uint64_t;
};
/* By the bits of the mask, counted in a number that is ordered as the values are. */
template <class T, bool IsDescending> struct radix_compare {
  using key = typename radix_key<sizeof(T)>::type;
  key mask;
  static key of(const T &value) {
    constexpr key sign = key(1) << (sizeof(T) * CHAR_BIT - 1);
    const key bits = bit_cast<key>(value);
    if constexpr (std::is_integral_v<T>)
      return std::is_signed_v<T> ? bits ^ sign : bits;
    else
      return bits & sign ? key(~bits) : key(bits | sign);
  }
  bool operator()(const T &a, const T &b) const {
    const key left = of(a) & mask, right = of(b) & mask;
    return IsDescending ? left > right : left < right;
  }
};
} // namespace detail

namespace ext::oneapi::experimental {

template <class Group, size_t Extent> class group_with_scratchpad {
  static_assert(is_group_v<Group>, "a group_with_scratchpad is of a work-group or a sub-group");

public:
  group_with_scratchpad(Group g, span<std::byte, Extent> scratch) : group_(g), memory_(scratch) {}
  Group get_group() const { return group_; }
  span<std::byte, Extent> get_memory() const { return memory_; }

private:
  Group group_;
  span<std::byte, Extent> memory_;
};

template <class Compare = std::less<>> class default_sorter {
public:
  template <size_t Extent>
  default_sorter(span<std::byte, Extent> scratch, Compare comp = Compare())
      : scratch_(scratch.data()), comp_(comp) {}

  template <class Group, class Iterator> void operator()(Group g, Iterator first, Iterator last) {
    sycl::detail::sort_range(g, first, last, scratch_, comp_);
  }
  template <class Group, class T> T operator()(Group g, T value) {
    return sycl::detail::sort_values(g, value, scratch_, comp_);
  }

  /* In bytes, for one group. */
  template <class T> static constexpr size_t memory_required(memory_scope, size_t range_size) {
    return sycl::detail::sort_memory<T>(range_size);
  }
  template <class T, int D = 1>
  static constexpr size_t memory_required(memory_scope, range<D> local_range) {
    return sycl::detail::sort_memory<T>(local_range.size());
  }

private:
  std::byte *scratch_;
  Compare comp_;
};

enum class sorting_order { ascending, descending };

/* The method is that of default_sorter, which takes fewer steps on a processor than digits do. */
template <class T, sorting_order Order = sorting_order::ascending, unsigned BitsPerPass = 4>
class radix_sorter {
  static_assert(sizeof(T) <= 8, "a radix_sorter is for numbers of at most 64 bits");
  using compare = sycl::detail::radix_compare<T, Order == sorting_order::descending>;
  using bits = std::bitset<sizeof(T) * CHAR_BIT>;

public:
  template <size_t Extent>
  radix_sorter(span<std::byte, Extent> scratch, const bits mask = bits(~0ull))
      : scratch_(scratch.data()), comp_{static_cast<typename compare::key>(mask.to_ullong())} {}

  template <class Group, class Iterator> void operator()(Group g, Iterator first, Iterator last) {
    sycl::detail::sort_range(g, first, last, scratch_, comp_);
  }
  template <class Group> T operator()(Group g, T value) {
    return sycl::detail::sort_values(g, value, scratch_, comp_);
  }

  static constexpr size_t memory_required(memory_scope, size_t range_size) {
    return sycl::detail::sort_memory<T>(range_size);
  }
  template <int D = 1> static constexpr size_t memory_required(memory_scope, range<D> local_range) {
    return sycl::detail::sort_memory<T>(local_range.size());
  }

private:
  std::byte *scratch_;
  compare comp_;
};

template <class Group, class Iterator, class Sorter, std::enable_if_t<is_group_v<Group>, int> = 0>
void joint_sort(Group g, Iterator first, Iterator last, Sorter sorter) {
  sorter(g, first, last);
}
template <class Group, size_t Extent, class Iterator, class Compare = std::less<>>
void joint_sort(group_with_scratchpad<Group, Extent> g, Iterator first, Iterator last,
                Compare comp = {}) {
  sycl::detail::sort_range(g.get_group(), first, last, g.get_memory().data(), comp);
}

template <class Group, class T, class Sorter, std::enable_if_t<is_group_v<Group>, int> = 0>
T sort_over_group(Group g, T value, Sorter sorter) {
  return sorter(g, value);
}
template <class Group, size_t Extent, class T, class Compare = std::less<>>
T sort_over_group(group_with_scratchpad<Group, Extent> g, T value, Compare comp = {}) {
  return sycl::detail::sort_values(g.get_group(), value, g.get_memory().data(), comp);
}

} // namespace ext::oneapi::experimental
} // namespace sycl

#endif
