// Start-up: linked with the runtime, which is never used.
#include <sycl/sycl.hpp>

int main(int argc, char **) {
  if (argc > 1000)
    sycl::queue().single_task([] {}).wait();
}
