// What the environment makes of a program: one line each for how it was started, the platforms that
// it sees and what comes of a specialization constant. The argument: a folder to go to first.
#include <cstdio>
#include <cstdlib>

#include <sys/auxv.h>
#include <unistd.h>

#include <sycl/sycl.hpp>

constexpr sycl::specialization_id<int> number(1);

static void specialize(int *out) {
  sycl::queue q;
  q.submit([&](sycl::handler &h) {
     h.set_specialization_constant<number>(41);
     h.single_task(
         [=](sycl::kernel_handler k) { *out = k.get_specialization_constant<number>() + 1; });
   }).wait();
}

int main(int count, char **arguments) {
  if (count > 1 && chdir(arguments[1]) != 0)
    return 2;
  std::printf("%s\n", getauxval(AT_SECURE) ? "secure" : "ordinary");
  try {
    for (const sycl::platform &p : sycl::platform::get_platforms())
      std::printf("platform %s\n", p.get_info<sycl::info::platform::name>().c_str());
    sycl::queue q;
    int *out = sycl::malloc_shared<int>(1, q);
    specialize(out);
    std::printf("number %d\n", *out);
    sycl::free(out, q);
  } catch (const sycl::exception &e) {
    std::printf("errc %d: %s\n", e.code().value(), e.what());
  }
}
