// Falx: a program with images for native_cpu and for spir64 uses devices of both backends at once.
#include <sycl/sycl.hpp>

#include <cstdio>
#include <thread>
#include <vector>

static sycl::device of(sycl::backend backend) {
  for (const sycl::platform &platform : sycl::platform::get_platforms())
    if (platform.get_backend() == backend)
      return platform.get_devices().at(0);
  std::fprintf(stderr, "there is no device of this backend\n");
  std::exit(1);
}

static bool holds(bool what, const char *text) {
  if (!what)
    std::fprintf(stderr, "both: does not hold: %s\n", text);
  return what;
}
#define HOLDS(...) (is_right &= holds(__VA_ARGS__, #__VA_ARGS__))

int main() {
  constexpr int size = 1 << 16, rounds = 10;
  const sycl::device devices[] = {of(sycl::backend::native_cpu), of(sycl::backend::opencl)};
  std::vector<sycl::queue> queues{sycl::queue(devices[0]), sycl::queue(devices[1])};
  bool is_right = true;

  // One buffer, which goes to and fro.
  std::vector<int> data(size, 1);
  {
    sycl::buffer<int> shared(data.data(), size);
    for (int round = 0; round < rounds; ++round)
      for (sycl::queue &q : queues)
        q.submit([&](sycl::handler &h) {
          sycl::accessor a(shared, h, sycl::read_write);
          h.parallel_for(size, [=](sycl::id<1> i) { a[i] = a[i] * 3 + int(i[0]); });
        });
  }
  for (int i = 0; i < size; ++i) {
    unsigned expected = 1;
    for (int round = 0; round < 2 * rounds; ++round)
      expected = expected * 3 + unsigned(i);
    if (!HOLDS(unsigned(data[i]) == expected))
      break;
  }

  // Halves of one array, at the same time, from a thread for each device.
  std::vector<float> whole(size);
  {
    sycl::buffer<float> buffer(whole.data(), size);
    sycl::buffer<float> halves[] = {{buffer, 0, size / 2}, {buffer, size / 2, size / 2}};
    std::vector<std::thread> threads;
    for (int d = 0; d < 2; ++d)
      threads.emplace_back([&, d] {
        for (int round = 0; round < rounds; ++round)
          queues[d].submit([&](sycl::handler &h) {
            sycl::accessor a(halves[d], h, sycl::read_write);
            h.parallel_for(sycl::nd_range<1>(size / 2, 64), [=](sycl::nd_item<1> item) {
              const float sum = sycl::reduce_over_group(item.get_group(), 1.0f, sycl::plus<>());
              a[item.get_global_id()] += sum + float(d);
            });
          });
      });
    for (std::thread &thread : threads)
      thread.join();
  }
  for (int i = 0; i < size; ++i)
    if (!HOLDS(whole[i] == rounds * (64.0f + float(i >= size / 2))))
      break;

  // Events of one device in front of commands of the other; memory of the host that both reach.
  int *at[2];
  for (int d = 0; d < 2; ++d) {
    at[d] = sycl::malloc_host<int>(1, queues[d]);
    *at[d] = 0;
  }
  sycl::event last;
  for (int round = 0; round < rounds; ++round)
    for (int d = 0; d < 2; ++d) {
      int *own = at[d];
      last = queues[d].single_task(last, [=] { *own += 1; });
    }
  last.wait_and_throw();
  for (int d = 0; d < 2; ++d) {
    HOLDS(*at[d] == rounds);
    sycl::free(at[d], queues[d]);
  }
  return !is_right;
}
