// load LIBRARY TEXT [ROUNDS]: the kernel's function comes from LIBRARY, by path and by bytes, again
// and again, in bounded memory; TEXT is no library.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sycl/ext/falx/load_image.hpp>
#include <sycl/sycl.hpp>
#include <vector>

SYCL_EXTERNAL int LibDeviceFunc(int i);

static int failures;
#define CHECK(condition)                                                                           \
  ((condition) ? 0 : (failures++, std::printf("%d: %s\n", __LINE__, #condition)))

static int run(sycl::queue &q, int *out) {
  q.single_task<class Calling>([=] { *out = LibDeviceFunc(21); }).wait();
  return *out;
}

static long resident_pages() {
  long size = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> size >> resident;
  return resident;
}

template <class Call> static sycl::errc code_of(Call call) {
  try {
    call();
  } catch (const sycl::exception &e) {
    return static_cast<sycl::errc>(e.code().value());
  }
  return sycl::errc::success;
}

int main(int argc, char **argv) {
  namespace falx = sycl::ext::falx;
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(1, q);
  std::ifstream file(argv[1], std::ios::binary);
  std::vector<unsigned char> bytes{std::istreambuf_iterator<char>(file), {}};

  CHECK(code_of([&] { run(q, out); }) == sycl::errc::build);
  int rounds = argc > 3 ? std::atoi(argv[3]) : 50;
  long before = 0;
  for (int round = 0; round < rounds; round++) {
    if (round == 20)
      before = resident_pages();
    {
      auto library = falx::load_image(argv[1]);
      CHECK(run(q, out) == 42);
      auto moved = std::move(library);
      CHECK(run(q, out) == 42);
    }
    CHECK(code_of([&] { run(q, out); }) == sycl::errc::build);
    {
      auto library = falx::load_image(sycl::span<const unsigned char>(bytes.data(), bytes.size()));
      CHECK(run(q, out) == 42);
    }
    CHECK(code_of([&] { run(q, out); }) == sycl::errc::build);
  }
  CHECK(resident_pages() - before < 256); // a megabyte
  CHECK(code_of([&] { falx::load_image("/nowhere.so"); }) == sycl::errc::invalid);
  CHECK(code_of([&] { falx::load_image(argv[2]); }) == sycl::errc::feature_not_supported);
  CHECK(code_of([&] { falx::load_image("libempty.so"); }) == sycl::errc::invalid);
  bytes.resize(100);
  CHECK(code_of([&] {
          falx::load_image(sycl::span<const unsigned char>(bytes.data(), bytes.size()));
        }) == sycl::errc::invalid);
  sycl::free(out, q);
  return failures != 0;
}
