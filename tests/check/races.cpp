// Five races; the first argument chooses one.
#include "planted.hpp"

static void reduce(sycl::queue &q, bool is_wrong) {
  float *in = sycl::malloc_shared<float>(N, q), *out = sycl::malloc_shared<float>(N / 32, q);
  q.fill(in, 1.0f, N).wait();
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<float> t(32, h); // MADE: reduce
     h.parallel_for(sycl::nd_range<1>(N, 32), [=](sycl::nd_item<1> item) {
       size_t l = item.get_local_id(0);
       t[l] = in[item.get_global_id(0)]; // OTHER: reduce
       for (size_t half = 16; half > 0; half /= 2) {
         if (!is_wrong)
           sycl::group_barrier(item.get_group());
         if (l < half)
           t[l] += t[l + half]; // MISTAKE: reduce
       }
       if (l == 0)
         out[item.get_group(0)] = t[0];
     });
   }).wait();
  sycl::free(in, q);
  sycl::free(out, q);
}

static void sum(sycl::queue &q, bool is_wrong) {
  int *total = sycl::malloc_shared<int>(1, q);
  *total = 0;
  q.parallel_for(sycl::range<1>(N), [=](sycl::id<1> i) {
     if (is_wrong)
       *total += int(i[0]); // MISTAKE: sum
     else
       sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(*total) +=
           int(i[0]);
   }).wait();
  sycl::free(total, q);
}

static void jacobi(sycl::queue &q, bool is_wrong) {
  std::vector<float> x(N, 1), y(N);
  sycl::buffer<float> bx(x), by(y); // MADE: jacobi
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(bx, h), b(by, h);
    h.parallel_for(sycl::range<1>(N - 2), [=](sycl::id<1> id) {
      size_t i = id[0] + 1;
      float mean = (a[i - 1] + a[i + 1]) / 2; // OTHER: jacobi
      if (is_wrong)
        a[i] = mean; // MISTAKE: jacobi
      else
        b[i] = mean;
    });
  });
}

static void flags(sycl::queue &q, bool is_wrong) {
  unsigned char *bits = sycl::malloc_device<unsigned char>(N / 8, q);
  q.memset(bits, 0, N / 8).wait();
  q.parallel_for(sycl::range<1>(is_wrong ? N : N / 8), [=](sycl::id<1> i) {
     size_t byte = is_wrong ? i[0] / 8 : i[0];
     bits[byte] |= 1; // MISTAKE: flags
   }).wait();
  sycl::free(bits, q);
}

static void pass_on(sycl::queue &q, bool is_wrong) {
  int *out = sycl::malloc_shared<int>(N, q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int, 2> t(sycl::range<2>(8, 8), h); // MADE: pass_on
     h.parallel_for(sycl::nd_range<2>({16, 16}, {8, 8}), [=](sycl::nd_item<2> item) {
       size_t y = item.get_local_id(0), x = item.get_local_id(1);
       t[y][x] = int(item.get_global_linear_id()); // OTHER: pass_on
       if (!is_wrong)
         item.barrier(sycl::access::fence_space::local_space);
       out[item.get_global_linear_id()] = t[x][y]; // MISTAKE: pass_on
     });
   }).wait();
  sycl::free(out, q);
}

CASES({"reduce", reduce}, {"sum", sum}, {"jacobi", jacobi}, {"flags", flags}, {"pass_on", pass_on})
