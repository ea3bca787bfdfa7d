/* SYCL 2020, 4.9.4.2.3: parallel_for_work_group, parallel_for_work_item, private_memory, h_item;
 * 4.9.1.7: async_work_group_copy. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

/* 4.9.4.2.2: as many work-items as there are, with a variable each; and one more. */
static void largest(queue &q) {
  const bool is_native = q.get_device().get_backend() == backend::native_cpu;
  const size_t most = is_native ? 8192 : 1024;
  int *out = malloc_shared<int>(most, q);
  const auto launch = [&](size_t count) {
    q.submit([&](handler &h) {
       h.parallel_for_work_group<class largest_group>(
           range<1>(1), range<1>(count), [=](group<1> g) {
             private_memory<vec<float, 4>> first(g);
             private_memory<int> second(g);
             g.parallel_for_work_item([&](h_item<1> it) {
               first(it) = vec<float, 4>(float(it.get_local_id(0)));
               second(it) = int(it.get_local_id(0)) + 1;
             });
             g.parallel_for_work_item(
                 [&](h_item<1> it) { out[it.get_local_id(0)] = second(it) + int(first(it).w()); });
           });
     }).wait();
  };
  launch(most);
  for (size_t i = 0; i < most; ++i)
    CHECK_EQUAL(out[i], 2 * int(i) + 1);
  CHECK_THROWS(launch(most + 1), errc::nd_range, "work-items on this device");
  free(out, q);
}

static void sums(queue &q) {
  constexpr size_t groups = 5, local = 7;
  int *out = malloc_shared<int>(groups * local, q), *total = malloc_shared<int>(groups, q);
  q.submit([&](handler &h) {
     h.parallel_for_work_group<class summing>(range<1>(groups), range<1>(local), [=](group<1> g) {
       int shared[local]; // one for the work-group
       private_memory<int> mine(g);
       g.parallel_for_work_item([&](h_item<1> it) {
         mine(it) = int(it.get_global_id(0)) * 3;
         shared[it.get_local_id(0)] = mine(it) + 1;
       });
       int sum = 0;
       for (int s : shared)
         sum += s;
       total[g.get_group_id(0)] = sum;
       g.parallel_for_work_item(
           [&](h_item<1> it) { out[it.get_global().get_linear_id()] = sum + mine(it); });
     });
   }).wait();
  for (size_t g = 0; g < groups; ++g) {
    int sum = 0;
    for (size_t i = 0; i < local; ++i)
      sum += int(g * local + i) * 3 + 1;
    CHECK_EQUAL(total[g], sum);
    for (size_t i = 0; i < local; ++i)
      CHECK_EQUAL(out[g * local + i], sum + int(g * local + i) * 3);
  }
  free(out, q);
  free(total, q);
}

/* Two dimensions, and more logical work-items than physical ones. */
static void flexible(queue &q) {
  int *out = malloc_shared<int>(2 * 3 * 4 * 5, q);
  q.submit([&](handler &h) {
     h.parallel_for_work_group(range<2>(2, 3), range<2>(2, 5), [=](group<2> g) {
       const size_t first = g.get_group_linear_id() * 20;
       g.parallel_for_work_item(range<2>(4, 5), [&](h_item<2> it) {
         const h_item<2> same = it;
         if (it != same || !(it == same))
           return;
         out[first + it.get_logical_local().get_linear_id()] =
             int(it.get_physical_local_id(0) * 100 + it.get_physical_local_id(1) * 10 +
                 it.get_local_range(0) + g.get_local_range(1) + it.get_global_range(0));
       });
     });
   }).wait();
  for (int g = 0; g < 6; ++g)
    for (int y = 0; y < 4; ++y)
      for (int x = 0; x < 5; ++x)
        CHECK_EQUAL(out[g * 20 + y * 5 + x], (y % 2) * 100 + x * 10 + 4 + 5 + 4);
  free(out, q);
}

static void copies(queue &q) {
  constexpr size_t n = 96, size = 32;
  int *in = malloc_shared<int>(2 * n, q), *out = malloc_shared<int>(n, q);
  for (size_t i = 0; i < 2 * n; ++i)
    in[i] = int(i * i);
  q.submit([&](handler &h) {
     local_accessor<int, 1> tile(size, h);
     h.parallel_for<class copying>(nd_range<1>(n, size), [=](nd_item<1> it) {
       const size_t first = it.get_group(0) * size, i = it.get_local_id(0);
       auto memory = tile.get_multi_ptr<access::decorated::no>();
       auto source = address_space_cast<access::address_space::global_space, access::decorated::no>(
           in + 2 * first);
       device_event e = it.async_work_group_copy(memory, source, size, 2);
       it.wait_for(e);
       out[first + i] = tile[size - 1 - i];
     });
   }).wait();
  for (size_t i = 0; i < n; ++i) {
    const size_t from = 2 * (i / size * size + size - 1 - i % size);
    CHECK_EQUAL(out[i], int(from * from));
  }
  free(in, q);
  free(out, q);
}

int main() {
  queue q;
  sums(q);
  largest(q);
  flexible(q);
  copies(q);
  return finish();
}
