// Five mistakes of bounds; the first argument chooses one.
#include "planted.hpp"

static void blur(sycl::queue &q, bool is_wrong) {
  std::vector<float> in(N, 1), out(N);
  sycl::buffer<float> from(in), to(out); // MADE: blur
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(from, h, sycl::read_only);
    sycl::accessor b(to, h, sycl::write_only);
    h.parallel_for(sycl::range<1>(N), [=](sycl::id<1> i) {
      size_t left = i == 0 ? 0 : i[0] - 1;
      size_t right = i[0] + 1 < N || is_wrong ? i[0] + 1 : i[0];
      float sides = a[left] + a[right]; // MISTAKE: blur
      b[i] = (sides + a[i]) / 3;
    });
  });
}

static void rounded(sycl::queue &q, bool is_wrong) {
  size_t n = 1000;
  float *x = sycl::malloc_device<float>(n, q); // MADE: rounded
  q.fill(x, 1.0f, n).wait();
  q.parallel_for(sycl::nd_range<1>(1024, 64), [=](sycl::nd_item<1> item) {
     size_t i = item.get_global_id(0);
     if (i < n || is_wrong)
       x[i] *= 2; // MISTAKE: rounded
   }).wait();
  sycl::free(x, q);
}

static void tile(sycl::queue &q, bool is_wrong) {
  int *out = sycl::malloc_shared<int>(N, q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> t(16 + 1, h); // MADE: tile
     h.parallel_for(sycl::nd_range<1>(N, 16), [=](sycl::nd_item<1> item) {
       int l = item.get_local_id(0);
       t[l] = l;
       if (l == 0)
         t[is_wrong ? 17 : 16] = 0; // MISTAKE: tile
       sycl::group_barrier(item.get_group());
       out[item.get_global_id(0)] = t[l + 1];
     });
   }).wait();
  sycl::free(out, q);
}

static void histogram(sycl::queue &q, bool is_wrong) {
  unsigned *bins = sycl::malloc_device<unsigned>(8, q);
  q.memset(bins, 0, 8 * sizeof *bins).wait();
  q.parallel_for(sycl::range<1>(N), [=](sycl::id<1> i) {
     unsigned value = i[0] % (is_wrong ? 9 : 8);
     sycl::atomic_ref<unsigned, sycl::memory_order::relaxed, sycl::memory_scope::device> bin(
         bins[value]);
     bin.fetch_add(1); // MISTAKE: histogram
   }).wait();
  sycl::free(bins, q);
}

static void transpose(sycl::queue &q, bool is_wrong) {
  constexpr size_t rows = 12, columns = 20;
  sycl::buffer<float, 2> from(sycl::range<2>(rows, columns));
  sycl::buffer<float, 2> to(sycl::range<2>(columns, rows)); // MADE: transpose
  q.submit([&](sycl::handler &h) {
    sycl::accessor b(to, h, sycl::write_only, sycl::no_init);
    h.parallel_for(sycl::range<2>(rows, columns), [=](sycl::id<2> i) {
      float *first = &b[0][0];
      size_t at = is_wrong ? i[1] * columns + i[0] : i[1] * rows + i[0];
      first[at] = float(i[0]); // MISTAKE: transpose
    });
  });
  q.wait();
}

CASES({"blur", blur}, {"rounded", rounded}, {"tile", tile}, {"histogram", histogram},
      {"transpose", transpose})
