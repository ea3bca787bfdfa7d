// Launches that are alike, then some that differ in one thing each, many times over. With an
// argument: ends while a kernel may be compiled.
#include <sycl/sycl.hpp>

#include <chrono>
#include <cstdio>

struct parameters {
  int factor;
  float bias;
  char bytes[3];
};

int main(int argc, char **) {
  constexpr int size = 4096;
  sycl::queue q{sycl::property::queue::in_order{}};
  int *out = sycl::malloc_shared<int>(size, q);
  sycl::buffer<int> numbers{sycl::range<1>(size)};
  long wrong = 0;
  const auto launch = [&](int steps, parameters p, size_t local, size_t row) {
    q.submit([&](sycl::handler &h) {
       sycl::local_accessor<int, 2> tile(sycl::range<2>(4, row), h);
       sycl::accessor to(numbers, h, sycl::range<1>(size - steps), sycl::id<1>(steps),
                         sycl::write_only);
       h.parallel_for(sycl::nd_range<1>(size, local), [=](sycl::nd_item<1> i) {
         const size_t g = i.get_global_id(0), l = i.get_local_id(0);
         int sum = 0;
         for (int k = 0; k < steps; k++)
           sum += p.factor + k;
         tile[l % 4][l] = sum + (int)p.bias + p.bytes[1];
         sycl::group_barrier(i.get_group());
         out[g] = tile[l % 4][l] + (int)i.get_local_range(0) + (int)tile.get_range()[1];
         if (g < to.size())
           to[g] = (int)to.size();
       });
     }).wait();
    const int wanted = steps * p.factor + steps * (steps - 1) / 2 + (int)p.bias + p.bytes[1] +
                       (int)local + (int)row;
    for (int i = 0; i < size; i++)
      wrong += out[i] != wanted;
    sycl::host_accessor seen(numbers, sycl::read_only);
    wrong += seen[steps] != size - steps || seen[size - 1] != size - steps;
  };
  const auto alike = [&](int steps) {
    const auto start = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - start <
           std::chrono::milliseconds(argc > 1 ? 150 : 600))
      launch(steps, {2, 1.5f, {1, 2, 3}}, 64, 64);
  };
  for (int round = 0; round < (argc > 1 ? 1 : 3); round++) {
    alike(3 + 2 * (round / 2));
    launch(7, {2, 1.5f, {1, 2, 3}}, 64, 64);
    launch(3, {9, 1.5f, {1, 2, 3}}, 64, 64);
    launch(3, {2, 9.5f, {1, 2, 3}}, 64, 64);
    launch(3, {2, 1.5f, {1, 9, 3}}, 64, 64);
    launch(3, {2, 1.5f, {1, 2, 3}}, 128, 128);
    launch(3, {2, 1.5f, {1, 2, 3}}, 64, 128);
  }
  std::printf("%ld\n", wrong);
  sycl::free(out, q);
}
