// sycl_ext_oneapi_printf: formats of either address space, in kernels and on the host.
#include "../check.hpp"

#include <sycl/sycl.hpp>
#include <unistd.h>

#ifdef __SYCL_DEVICE_ONLY__
#define CONSTANT __attribute__((opencl_constant))
#else
#define CONSTANT
#endif
static const CONSTANT char plain[] = "100 %%\n";
static const CONSTANT char numbers[] = "%d %u %.2f %c\n";

int main() {
  static_assert(SYCL_EXT_ONEAPI_PRINTF == 1);
  using sycl::ext::oneapi::experimental::printf;
  sycl::queue q;
  int *lengths = sycl::malloc_shared<int>(20, q);
  std::fflush(stdout);
  const int before = dup(1);
  std::FILE *file = std::tmpfile();
  dup2(fileno(file), 1);
  q.single_task<class Formats>([=] {
     lengths[0] = printf(plain);
     lengths[1] = printf(numbers, -3, 4u, 0.125f, 'x');
     lengths[2] = printf("%s|%5ld|%zu\n", "text", 7L, sizeof(int));
   }).wait();
  q.parallel_for<class Many>(20, [=](sycl::id<1> i) {
     if (i % 2)
       lengths[i] = printf("<%zu>\n", i[0]);
   }).wait();
  printf("host %d\n", 1);
  std::fflush(stdout);
  dup2(before, 1);
  std::rewind(file);
  std::string text;
  for (int c; (c = std::fgetc(file)) != EOF;)
    text += static_cast<char>(c);
  const bool counts_arguments = q.get_backend() == sycl::backend::ext_oneapi_cuda; // as CUDA's does
  const std::string start = "100 %\n-3 4 0.12 x\ntext|    7|4\n";
  CHECK(text.rfind(start, 0) == 0);
  for (size_t i = 1; i < 20; i += 2) {
    const std::string line = "<" + std::to_string(i) + ">\n";
    CHECK(text.find(line) != std::string::npos);
    CHECK(lengths[i] == (counts_arguments ? 1 : int(line.size())));
  }
  CHECK(text.substr(text.size() - 7) == "host 1\n");
  CHECK(counts_arguments ? lengths[0] == 0 && lengths[2] == 3
                         : lengths[0] == 6 && lengths[2] == 13);
  sycl::free(lengths, q);
  return finish();
}
