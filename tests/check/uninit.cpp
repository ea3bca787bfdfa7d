// Five reads of local memory that nothing wrote; the first argument chooses one.
#include "planted.hpp"

static void halo(sycl::queue &q, bool is_wrong) {
  float *in = sycl::malloc_shared<float>(N + 2, q), *out = sycl::malloc_shared<float>(N, q);
  q.fill(in, 1.0f, N + 2).wait();
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<float> t(34, h); // MADE: halo
     h.parallel_for(sycl::nd_range<1>(N, 32), [=](sycl::nd_item<1> item) {
       size_t i = item.get_global_id(0), l = item.get_local_id(0);
       t[l + 1] = in[i + 1];
       if (l == 0 && !is_wrong) {
         t[0] = in[i];
         t[33] = in[i + 33];
       }
       sycl::group_barrier(item.get_group());
       out[i] = t[l] + t[l + 1] + t[l + 2]; // MISTAKE: halo
     });
   }).wait();
  sycl::free(in, q);
  sycl::free(out, q);
}

static void counters(sycl::queue &q, bool is_wrong) {
  unsigned *out = sycl::malloc_shared<unsigned>(N, q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<unsigned> bins(8, h); // MADE: counters
     h.parallel_for(sycl::nd_range<1>(N, 32), [=](sycl::nd_item<1> item) {
       size_t l = item.get_local_id(0);
       if (l < 8 && !is_wrong)
         bins[l] = 0;
       sycl::group_barrier(item.get_group());
       sycl::atomic_ref<unsigned, sycl::memory_order::relaxed, sycl::memory_scope::work_group> bin(
           bins[l % 8]);
       bin += 1; // MISTAKE: counters
       sycl::group_barrier(item.get_group());
       out[item.get_global_id(0)] = bins[l % 8];
     });
   }).wait();
  sycl::free(out, q);
}

static void partial(sycl::queue &q, bool is_wrong) {
  double *out = sycl::malloc_shared<double>(N, q);
  size_t filled = is_wrong ? 12 : 16;
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<double> t(16, h); // MADE: partial
     h.parallel_for(sycl::nd_range<1>(N, 16), [=](sycl::nd_item<1> item) {
       size_t l = item.get_local_id(0);
       if (l < filled)
         t[l] = double(l);
       sycl::group_barrier(item.get_group());
       double sum = 0;
       for (int k = 0; k < 16; k++)
         sum += t[k]; // MISTAKE: partial
       out[item.get_global_id(0)] = sum;
     });
   }).wait();
  sycl::free(out, q);
}

static void group_local(sycl::queue &q, bool is_wrong) {
  int *out = sycl::malloc_shared<int>(N, q);
  q.parallel_for(sycl::nd_range<1>(N, 32), [=](sycl::nd_item<1> item) {
     auto g = item.get_group();
     auto t = sycl::ext::oneapi::group_local_memory_for_overwrite<int[32]>(g); // MADE: group_local
     size_t l = item.get_local_id(0);
     if (l % 2 == 0 || !is_wrong)
       (*t)[l] = int(l);
     sycl::group_barrier(item.get_group());
     out[item.get_global_id(0)] = (*t)[31 - l]; // MISTAKE: group_local
   }).wait();
  sycl::free(out, q);
}

struct particle {
  float x, y, z;
  char kind;
};

static void structs(sycl::queue &q, bool is_wrong) {
  particle *in = sycl::malloc_shared<particle>(N, q), *out = sycl::malloc_shared<particle>(N, q);
  for (size_t i = 0; i < N; i++)
    in[i] = {1, 2, 3, 'a'};
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<particle> t(32, h); // MADE: structs
     h.parallel_for(sycl::nd_range<1>(N, 32), [=](sycl::nd_item<1> item) {
       size_t l = item.get_local_id(0), i = item.get_global_id(0);
       if (!is_wrong || item.get_group(0) != 3)
         t[l] = in[i];
       sycl::group_barrier(item.get_group());
       out[i] = t[31 - l]; // MISTAKE: structs
     });
   }).wait();
  sycl::free(in, q);
  sycl::free(out, q);
}

CASES({"halo", halo}, {"counters", counters}, {"partial", partial}, {"group_local", group_local},
      {"structs", structs})
