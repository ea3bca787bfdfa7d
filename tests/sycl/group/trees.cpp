/* SYCL 2020, 4.17.3: trees by hand in local memory, as most kernels with barriers have them: sums,
 * minima and scans, in groups of the size that the kernel's constants suggest, for which native_cpu
 * has a version of its own, and of others (docs/barriers.md). */
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <algorithm>
#include <vector>

template <class T> static std::vector<T> numbers(size_t n) {
  std::vector<T> v(n);
  for (size_t i = 0; i < n; i++)
    v[i] = static_cast<T>((i * 7 + i / 5) % 11);
  return v;
}

/* Size 0: that of the launch, which the kernel asks for. */
template <class T, size_t Size> static void sums(sycl::queue &q, size_t local, size_t groups) {
  const size_t n = local * groups;
  std::vector<T> in = numbers<T>(n), out(groups);
  {
    sycl::buffer from(in), to(out);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(from, h, sycl::read_only);
      sycl::accessor b(to, h, sycl::write_only);
      sycl::local_accessor<T> tile(local, h);
      h.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> item) {
        const size_t l = item.get_local_id(0);
        tile[l] = a[item.get_global_id(0)];
        for (size_t half = (Size ? Size : item.get_local_range(0)) / 2; half > 0; half /= 2) {
          sycl::group_barrier(item.get_group());
          if (l < half)
            tile[l] = static_cast<T>(tile[l] + tile[l + half]);
        }
        if (l == 0)
          b[item.get_group(0)] = tile[0];
      });
    });
  }
  for (size_t g = 0; g < groups; g++) {
    T sum = 0;
    for (size_t i = 0; i < (Size ? std::min(Size, local) : local); i++)
      sum = static_cast<T>(sum + in[g * local + i]);
    CHECK_EQUAL(out[g], sum);
  }
}

/* The other order: neighbours first, with growing distances. */
template <size_t Size> static void neighbours_first(sycl::queue &q, size_t local, size_t groups) {
  const size_t n = local * groups;
  std::vector<int> in = numbers<int>(n), out(groups);
  {
    sycl::buffer from(in), to(out);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(from, h, sycl::read_only);
      sycl::accessor b(to, h, sycl::write_only);
      sycl::local_accessor<int> tile(local, h);
      h.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> item) {
        const size_t l = item.get_local_id(0);
        tile[l] = a[item.get_global_id(0)];
        for (size_t step = 1; step < Size; step *= 2) {
          sycl::group_barrier(item.get_group());
          if (l % (2 * step) == 0 && l + step < item.get_local_range(0))
            tile[l] = std::max(tile[l] + 1, tile[l + step]);
        }
        if (l == 0)
          b[item.get_group(0)] = tile[0];
      });
    });
  }
  for (size_t g = 0; g < groups; g++) {
    std::vector<int> tile(in.begin() + g * local, in.begin() + (g + 1) * local);
    for (size_t step = 1; step < Size; step *= 2)
      for (size_t l = 0; l < local; l += 2 * step)
        if (l + step < local)
          tile[l] = std::max(tile[l] + 1, tile[l + step]);
    CHECK_EQUAL(out[g], tile[0]);
  }
}

/* Hillis and Steele, from one half of the memory to the other, or in two memories. */
template <class T, size_t Size, bool IsOne>
static void scans(sycl::queue &q, size_t local, size_t groups) {
  const size_t n = local * groups;
  std::vector<T> in = numbers<T>(n), out(n), lasts(groups);
  {
    sycl::buffer from(in), to(out), last(lasts);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(from, h, sycl::read_only);
      sycl::accessor b(to, h, sycl::write_only);
      sycl::accessor c(last, h, sycl::write_only);
      sycl::local_accessor<T> tile((IsOne ? 2 : 1) * local, h), second(IsOne ? 1 : local, h);
      h.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> item) {
        const size_t l = item.get_local_id(0), size = item.get_local_range(0);
        T *left = &tile[0], *right = IsOne ? left + size : &second[0];
        left[l] = a[item.get_global_id(0)];
        for (size_t step = 1; step < Size; step *= 2) {
          sycl::group_barrier(item.get_group());
          right[l] = l < step ? left[l] : static_cast<T>(left[l] + left[l - step]);
          std::swap(left, right);
        }
        b[item.get_global_id(0)] = left[l];
        if (l == size - 1)
          c[item.get_group(0)] = left[l];
      });
    });
  }
  for (size_t g = 0; g < groups; g++) {
    T sum = 0;
    for (size_t i = g * local; i < (g + 1) * local; i++) {
      sum = static_cast<T>(sum + in[i]);
      CHECK_EQUAL(out[i], sum);
    }
    CHECK_EQUAL(lasts[g], sum);
  }
}

/* Steps written one by one, with another memory beside: what is stored is not what is loaded next.
 */
static void steps(sycl::queue &q, size_t local, size_t groups) {
  const size_t n = local * groups;
  std::vector<float> in = numbers<float>(n), out(n);
  {
    sycl::buffer from(in), to(out);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(from, h, sycl::read_only);
      sycl::accessor b(to, h, sycl::write_only);
      sycl::local_accessor<float> tile(local, h), other(local, h);
      h.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> item) {
        const size_t l = item.get_local_id(0);
        const auto barrier = [&] { sycl::group_barrier(item.get_group()); };
        tile[l] = a[item.get_global_id(0)];
        other[l] = 1;
        barrier();
        if (l < 128)
          tile[l] += tile[local - 1 - l];
        barrier();
        if (l > 3 && l < 64)
          other[l] = tile[l - 3] * 2 + tile[l + 5];
        barrier();
        if (l < 32)
          tile[l] = other[l] + other[l + 1];
        barrier();
        if (l % 3 == 1)
          other[l] += tile[l / 2];
        barrier();
        b[item.get_global_id(0)] = tile[l] + other[(l + 7) % local] * 64;
      });
    });
  }
  for (size_t g = 0; g < groups; g++) {
    std::vector<float> tile(in.begin() + g * local, in.begin() + (g + 1) * local), other(local, 1);
    const std::vector<float> was = tile;
    for (size_t l = 0; l < std::min<size_t>(128, local); l++)
      tile[l] += was[local - 1 - l];
    for (size_t l = 4; l < 64; l++)
      other[l] = tile[l - 3] * 2 + tile[l + 5];
    for (size_t l = 0; l < 32; l++)
      tile[l] = other[l] + other[l + 1];
    for (size_t l = 1; l < local; l += 3)
      other[l] += tile[l / 2];
    for (size_t l = 0; l < local; l++)
      CHECK_EQUAL(out[g * local + l], tile[l] + other[(l + 7) % local] * 64);
  }
}

template <class T> static void of_type(sycl::queue &q) {
  for (size_t local : {64, 128, 256, 512}) {
    sums<T, 0>(q, local, 5);
    sums<T, 64>(q, local, 3);
    scans<T, 256, true>(q, std::min<size_t>(local, 256), 3);
    scans<T, 256, false>(q, std::min<size_t>(local, 256), 3);
  }
  sums<T, 256>(q, 256, 9);
  sums<T, 1024>(q, 1024, 2);
  scans<T, 64, true>(q, 64, 3);
  scans<T, 512, false>(q, 512, 2);
}

int main() {
  sycl::queue q;
  of_type<float>(q);
  of_type<int>(q);
  of_type<double>(q);
  of_type<long long>(q);
  of_type<unsigned char>(q);
  of_type<short>(q);
  for (size_t local : {32, 256, 300})
    neighbours_first<256>(q, std::min<size_t>(local, 256), 4);
  neighbours_first<128>(q, 128, 4);
  for (size_t local : {256, 320, 1024})
    steps(q, local, 3);
}
