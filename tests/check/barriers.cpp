// Five barriers that not all work-items reach; the first argument chooses one.
#include "planted.hpp"

static void early(sycl::queue &q, bool is_wrong) {
  size_t n = is_wrong ? N - 10 : N;
  int *out = sycl::malloc_shared<int>(N, q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> t(32, h);
     h.parallel_for(sycl::nd_range<1>(N, 32), [=](sycl::nd_item<1> item) {
       size_t i = item.get_global_id(0), l = item.get_local_id(0);
       if (i >= n) // MISTAKE: early
         return;
       t[l] = int(i);
       sycl::group_barrier(item.get_group()); // OTHER: early
       out[i] = t[31 - l];
     });
   }).wait();
  sycl::free(out, q);
}

static void half(sycl::queue &q, bool is_wrong) {
  float *in = sycl::malloc_shared<float>(N, q);
  q.fill(in, 1.0f, N).wait();
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<float> t(32, h);
     h.parallel_for(sycl::nd_range<1>(N, 32), [=](sycl::nd_item<1> item) {
       size_t l = item.get_local_id(0);
       t[l] = in[item.get_global_id(0)];
       sycl::group_barrier(item.get_group());
       for (size_t half = 16; half > 0; half /= 2) {
         if (l < half || !is_wrong) { // MISTAKE: half
           if (l < half)
             t[l] += t[l + half];
           sycl::group_barrier(item.get_group()); // OTHER: half
         }
       }
       if (l == 0)
         in[item.get_global_id(0)] = t[0];
     });
   }).wait();
  sycl::free(in, q);
}

static void rounds(sycl::queue &q, bool is_wrong) {
  int *out = sycl::malloc_shared<int>(N, q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> t(16, h);
     h.parallel_for(sycl::nd_range<1>(N, 16), [=](sycl::nd_item<1> item) {
       int l = item.get_local_id(0);
       t[l] = l;
       int most = is_wrong ? l : 4;
       for (int k = 0; k < most; k++) {         // MISTAKE: rounds
         sycl::group_barrier(item.get_group()); // OTHER: rounds
         t[l]++;
       }
       out[item.get_global_id(0)] = t[l];
     });
   }).wait();
  sycl::free(out, q);
}

static void different(sycl::queue &q, bool is_wrong) {
  int *out = sycl::malloc_shared<int>(N, q);
  q.parallel_for(sycl::nd_range<1>(N, 16), [=](sycl::nd_item<1> item) {
     size_t i = item.get_global_id(0);
     size_t key = is_wrong ? i : item.get_group(0);
     if (key % 2) { // MISTAKE: different
       out[i] = 1;
       sycl::group_barrier(item.get_group());
     } else {
       out[i] = 2;
       sycl::group_barrier(item.get_group()); // OTHER: different
     }
   }).wait();
  sycl::free(out, q);
}

static void algorithm(sycl::queue &q, bool is_wrong) {
  int *out = sycl::malloc_shared<int>(N, q);
  q.fill(out, 1, N).wait();
  q.parallel_for(sycl::nd_range<2>({8, 32}, {2, 16}), [=](sycl::nd_item<2> item) {
     size_t i = item.get_global_linear_id();
     if (item.get_local_id(0) == 0 || !is_wrong) // MISTAKE: algorithm
       out[i] =
           sycl::reduce_over_group(item.get_group(), out[i], sycl::plus<>()); // OTHER: algorithm
   }).wait();
  sycl::free(out, q);
}

CASES({"early", early}, {"half", half}, {"rounds", rounds}, {"different", different},
      {"algorithm", algorithm})
