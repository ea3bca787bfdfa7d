// A program with commands of every kind, for its timeline: argument "host" waits for a host task
// that fails, "many" launches a kernel 20,000 times, "fork" has a child, "stop" ends without any of
// the usual ends, "crash" by a signal.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <sycl/sycl.hpp>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

class Scale;
class Add;

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  sycl::queue any([](sycl::exception_list) {}), ordered{sycl::property::queue::in_order()};
  constexpr size_t count = 1 << 16;
  int *a = sycl::malloc_shared<int>(count, any), *b = sycl::malloc_shared<int>(count, any);

  sycl::event first = any.fill(a, 1, count), second = any.fill(b, 2, count);
  sycl::event scaled =
      any.parallel_for<Scale>(sycl::range<2>(256, 256), {first, second}, [=](sycl::item<2> i) {
        a[i.get_linear_id()] += 2 * b[i.get_linear_id()];
      });
  sycl::event task = any.submit([&](sycl::handler &handler) {
    handler.depends_on(scaled);
    handler.host_task([=] {
      a[0] = 7;
      if (!std::strcmp(what, "host"))
        throw std::runtime_error("a host task that fails");
    });
  });
  task.wait();
  if (!std::strcmp(what, "crash")) {
    scaled.wait();
    raise(SIGKILL);
  }

  if (!std::strcmp(what, "fork")) {
    pid_t child = fork();
    if (child == 0)
      std::exit(0);
    waitpid(child, nullptr, 0);
  }
  if (!std::strcmp(what, "stop")) {
    usleep(400000);
    ordered.single_task([=] { b[0] = 1; }).wait();
    _exit(3);
  }

  int *sum = sycl::malloc_shared<int>(1, any);
  *sum = 0;
  ordered
      .parallel_for(count, sycl::reduction(sum, sycl::plus<int>()),
                    [=](sycl::id<1> i, auto &partial) { partial += b[i]; })
      .wait();

  std::vector<int> values(count);
  {
    sycl::buffer<int> buffer(values.data(), sycl::range<1>(count));
    for (int i = 0; i < 3; i++)
      ordered.submit([&](sycl::handler &handler) {
        sycl::accessor access(buffer, handler);
        handler.parallel_for<Add>(sycl::nd_range<1>(count, 64), [=](sycl::nd_item<1> item) {
          access[item.get_global_id(0)] += 1;
        });
      });
    sycl::host_accessor host(buffer);
    if (host[count - 1] != 3)
      return 1;
  }
  for (int i = 0; !std::strcmp(what, "many") && i < 20000; i++)
    ordered.single_task([=] { b[i % 8] += 1; });
  ordered.wait();
  std::printf("%d %d\n", a[0], a[1]);
  sycl::free(a, any);
  sycl::free(b, any);
  sycl::free(sum, any);
}
