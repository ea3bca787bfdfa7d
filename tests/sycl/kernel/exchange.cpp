/* Falx: butterflies: a constant flips bits of an id, so that work-items of a vector exchange
 * elements, in whole vectors and in what is left of a row (NC-14). */
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

/* What lies at `from ^ Flip`, from local memory, to `to ^ Flip`, for the work-items that may. */
template <class T, unsigned Flip> static void local(sycl::queue &q, size_t size, size_t active) {
  const size_t groups = 3, n = groups * size;
  sycl::buffer<T> in{n}, loaded{n}, stored{n};
  {
    sycl::host_accessor a{in, sycl::write_only};
    for (size_t i = 0; i < n; i++)
      a[i] = T(i * 7 + 1);
  }
  q.submit([&](sycl::handler &h) {
    sycl::accessor a{in, h, sycl::read_only};
    sycl::accessor b{loaded, h, sycl::write_only, sycl::no_init};
    sycl::accessor c{stored, h, sycl::write_only, sycl::no_init};
    sycl::local_accessor<T> t(1024, h), u(1024, h);
    h.parallel_for(sycl::nd_range<1>(n, size), [=](sycl::nd_item<1> item) {
      const int l = int(item.get_local_id(0)), i = int(item.get_global_id(0));
      for (int k = l; k < 1024; k += int(size)) {
        t[k] = T(0);
        u[k] = T(0);
      }
      sycl::group_barrier(item.get_group());
      t[l] = a[i];
      sycl::group_barrier(item.get_group());
      T value = T(3);
      if (l < int(active)) {
        value = t[l ^ int(Flip)];
        u[l ^ int(Flip)] = T(value + T(1));
      }
      sycl::group_barrier(item.get_group());
      b[i] = value;
      c[i] = u[l];
    });
  });
  sycl::host_accessor a{in, sycl::read_only}, b{loaded, sycl::read_only},
      c{stored, sycl::read_only};
  const auto of_group = [&](size_t group, size_t at) {
    return at < size ? a[group * size + at] : T(0);
  };
  size_t wrong = 0;
  for (size_t i = 0; i < n; i++) {
    const size_t group = i / size, l = i % size, other = l ^ Flip;
    wrong += b[i] != (l < active ? of_group(group, other) : T(3));
    wrong += c[i] != (other < std::min(active, size) ? T(of_group(group, l) + T(1)) : T(0));
  }
  CHECK_EQUAL(wrong, 0u);
}

/* By global ids, from where a range begins, with and without an offset of its own. */
template <unsigned Flip> static void global(sycl::queue &q, size_t count, unsigned begin) {
  const size_t size = 4096;
  std::vector<float> in(size), out(size, -1.0f);
  for (size_t i = 0; i < size; i++)
    in[i] = float(i);
  {
    sycl::buffer a(in), b(out);
    q.submit([&](sycl::handler &h) {
      sycl::accessor x{a, h, sycl::read_only};
      sycl::accessor y{b, h, sycl::read_write};
      h.parallel_for(sycl::range<1>(count), [=](sycl::id<1> id) {
        const size_t i = id + begin;
        y[i ^ Flip] = x[i ^ Flip] + 0.5f;
      });
    });
  }
  size_t wrong = 0;
  for (size_t i = 0; i < size; i++) {
    const size_t from = i ^ Flip;
    wrong += out[i] != (from >= begin && from < begin + count ? float(i) + 0.5f : -1.0f);
  }
  CHECK_EQUAL(wrong, 0u);
}

template <class T> static void flips(sycl::queue &q) {
  for (size_t size : {1u, 7u, 16u, 33u, 64u, 100u, 256u})
    for (size_t active : {size, size / 2, size_t(5)}) {
      local<T, 1>(q, size, active);
      local<T, 2>(q, size, active);
      local<T, 3>(q, size, active);
      local<T, 12>(q, size, active);
      local<T, 21>(q, size, active);
      local<T, 48>(q, size, active);
      local<T, 64>(q, size, active);
    }
}

int main() {
  sycl::queue q;
  flips<std::int32_t>(q);
  flips<std::uint8_t>(q);
  flips<std::int64_t>(q);
  flips<double>(q);
  for (size_t count : {1u, 15u, 64u, 1000u, 2048u})
    for (unsigned begin : {0u, 1u, 16u, 39u}) {
      global<1>(q, count, begin);
      global<6>(q, count, begin);
      global<31>(q, count, begin);
      global<32>(q, count, begin);
    }
}
