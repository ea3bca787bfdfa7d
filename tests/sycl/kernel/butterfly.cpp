/* Falx: butterflies whose distance is known at launch only: both sides of pairs in the ways that
 * people write them, and ids whose bits are flipped, in local and global memory (NC-14). */
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <cstdint>
#include <vector>

/* What each pair becomes; not symmetric, so that sides that are mixed up show. */
template <class T> static void exchange(T &a, T &b) {
  const T x = a, y = b;
  a = T(x + y);
  b = T(x - y - T(1));
}

/* A 0 inserted into i at the bit of distance. */
struct by_sum {
  template <class I> I operator()(I i, I distance) const {
    const I low = i & (distance - 1);
    return 2 * (i - low) + low;
  }
};
struct by_difference {
  template <class I> I operator()(I i, I distance) const { return 2 * i - (i & (distance - 1)); }
};
struct by_parts {
  template <class I> I operator()(I i, I distance) const {
    const I mask = distance - 1;
    return ((i & ~mask) << 1) | (i & mask);
  }
};

struct by_shifts {
  template <class I> I operator()(I i, I distance) const {
    int bit = 0;
    while (I(1) << bit < distance)
      bit++;
    return ((i >> bit) << (bit + 1)) | (i & ((I(1) << bit) - 1));
  }
};

template <class T> static std::vector<T> numbers(size_t n) {
  std::vector<T> result(n);
  for (size_t i = 0; i < n; i++)
    result[i] = T(i * 37 % 101);
  return result;
}

template <class T>
static void check_pairs(const std::vector<T> &found, size_t block, size_t active, size_t first,
                        size_t last) {
  std::vector<T> wanted = numbers<T>(found.size());
  for (size_t base = 0; base + block <= wanted.size(); base += block)
    for (size_t distance = first; distance <= last; distance *= 2)
      for (size_t i = 0; i < active; i++) {
        const size_t a = base + by_sum{}(i, distance);
        exchange(wanted[a], wanted[a + distance]);
      }
  size_t wrong = 0;
  for (size_t i = 0; i < found.size(); i++)
    wrong += found[i] != wanted[i];
  CHECK_EQUAL(wrong, 0u);
}

/* All distances in turn, in groups of so many work-items, of which the first `active` ones do it.
 */
template <class T, class I, class Place>
static void local(sycl::queue &q, sycl::range<2> group, size_t active, size_t last, Place place) {
  const size_t items = group.size(), block = 2 * items, groups = 3;
  std::vector<T> data = numbers<T>(groups * block);
  {
    sycl::buffer buffer(data);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a{buffer, h, sycl::read_write};
      sycl::local_accessor<T> t(block, h);
      h.parallel_for(sycl::nd_range<2>({groups * group[0], group[1]}, group),
                     [=](sycl::nd_item<2> item) {
                       const I l = I(item.get_local_linear_id());
                       const size_t base = item.get_group_linear_id() * block;
                       t[l] = a[base + size_t(l)];
                       t[l + I(items)] = a[base + size_t(l) + items];
                       for (I distance = 1; distance <= I(last); distance *= 2) {
                         sycl::group_barrier(item.get_group());
                         if (l < I(active)) {
                           const I at = place(l, distance);
                           exchange(t[at], t[at + distance]);
                         }
                       }
                       sycl::group_barrier(item.get_group());
                       a[base + size_t(l)] = t[l];
                       a[base + size_t(l) + items] = t[l + I(items)];
                     });
    });
  }
  check_pairs(data, block, active, 1, last);
}

/* One distance, from a place that need not be one of a vector. */
template <class T, class I, class Place>
static void global(sycl::queue &q, size_t count, I distance, I offset, Place place) {
  std::vector<T> data = numbers<T>(2 * count + size_t(offset));
  {
    sycl::buffer buffer(data);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a{buffer, h, sycl::read_write};
      h.parallel_for(sycl::range<1>(count), [=](sycl::id<1> id) {
        const I at = place(I(id[0]), distance) + offset;
        exchange(a[at], a[at + distance]);
      });
    });
  }
  data.erase(data.begin(), data.begin() + int64_t(offset));
  std::vector<T> wanted = numbers<T>(2 * count + size_t(offset));
  wanted.erase(wanted.begin(), wanted.begin() + int64_t(offset));
  for (size_t i = 0; i < count; i++) {
    const size_t at = by_sum{}(i, size_t(distance));
    exchange(wanted[at], wanted[at + size_t(distance)]);
  }
  CHECK(data == wanted);
}

/* What lies at l ^ flip, to l and to l ^ flip, if it is in the group. */
template <class T> static void flipped(sycl::queue &q, size_t size, unsigned flip) {
  const size_t groups = 3, n = groups * size;
  std::vector<T> data = numbers<T>(n), loaded(n), stored(n);
  {
    sycl::buffer in(data), first(loaded), second(stored);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a{in, h, sycl::read_only};
      sycl::accessor b{first, h, sycl::read_write}, c{second, h, sycl::read_write};
      sycl::local_accessor<T> t(size, h), u(size, h);
      h.parallel_for(sycl::nd_range<1>(n, size), [=](sycl::nd_item<1> item) {
        const unsigned l = unsigned(item.get_local_id(0)), other = l ^ flip;
        const size_t i = item.get_global_id(0);
        t[l] = a[i];
        u[l] = T(0);
        sycl::group_barrier(item.get_group());
        if (other < size) {
          b[i] = t[other];
          u[other] = t[l];
        }
        sycl::group_barrier(item.get_group());
        c[i] = u[l];
      });
    });
  }
  size_t wrong = 0;
  for (size_t i = 0; i < n; i++) {
    const size_t other = i % size ^ flip, base = i / size * size;
    const T wanted = other < size ? data[base + other] : T(0);
    wrong += loaded[i] != wanted;
    wrong += stored[i] != wanted;
  }
  CHECK_EQUAL(wrong, 0u);
}

template <class T, class I, class Place> static void all_places(sycl::queue &q, Place place) {
  local<T, I>(q, {1, 64}, 64, 64, place);
  local<T, I>(q, {1, 256}, 200, 8, place);
  local<T, I>(q, {4, 16}, 64, 64, place);
  local<T, I>(q, {2, 24}, 40, 8, place);
  for (I distance : {I(1), I(2), I(4), I(8), I(16), I(64)})
    global<T, I>(q, 192, distance, I(0), place);
  global<T, I>(q, 1024, I(4), I(3), place);
}

template <class T> static void all(sycl::queue &q) {
  all_places<T, size_t>(q, by_sum{});
  all_places<T, size_t>(q, by_difference{});
  all_places<T, int>(q, by_sum{});
  all_places<T, unsigned>(q, by_parts{});
  all_places<T, size_t>(q, by_parts{});
  all_places<T, size_t>(q, by_shifts{});
  for (unsigned flip : {0u, 1u, 2u, 6u, 15u, 16u, 21u, 64u})
    for (size_t size : {size_t(64), size_t(128), size_t(100)})
      flipped<T>(q, size, flip);
}

int main() {
  sycl::queue q;
  all<int>(q);
  all<uint16_t>(q);
  all<int64_t>(q);
  all<float>(q);
}
