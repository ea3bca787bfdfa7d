// What a program is told of faults that a device itself makes, and that it can go on:
//
//   faults memory   no memory for USM, then for a buffer; smaller things work after that
//   faults address  a kernel writes where nothing is: an error that names the kernel and the fault,
//   then the sentence
//                   that the context is lost, for whatever comes; the process ends as usual
//
// Prints "right" last. On the driver without a GPU: FALX_CUDA_FAIL="cuLaunchKernel ends=700" for
// the second.
#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstring>
#include <string>

#include "writing_kernel.hpp"

static bool has(const std::string &text, const char *part) {
  if (text.find(part) != std::string::npos)
    return true;
  std::printf("'%s' is missing in '%s'\n", part, text.c_str());
  return false;
}

static void write(sycl::queue &q, int *memory) {
  q.parallel_for<class writing>(1000, [=](sycl::id<1> i) { memory[i] = int(i[0]); });
}

static bool writes(sycl::queue &q) {
  int *memory = sycl::malloc_device<int>(1000, q), found[1000] = {};
  write(q, memory);
  q.wait_and_throw();
  q.memcpy(found, memory, sizeof found).wait_and_throw();
  sycl::free(memory, q);
  return found[999] == 999;
}

static bool memory(sycl::queue &q) {
  constexpr size_t petabyte = size_t(1) << 50;
  if (sycl::malloc_device<char>(petabyte, q) || sycl::malloc_shared<char>(petabyte, q)) {
    std::printf("a petabyte was allocated\n");
    return false;
  }
  try {
    sycl::buffer<char, 1> huge{sycl::range<1>(petabyte)};
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(huge, h, sycl::write_only, sycl::no_init);
      h.fill(a, char(1));
    });
    q.wait_and_throw();
    std::printf("a buffer of a petabyte was filled\n");
    return false;
  } catch (const sycl::exception &e) {
    std::printf("buffer: %s: %s\n", e.code().message().c_str(), e.what());
    if (e.code() != sycl::errc::memory_allocation)
      return false;
  }
  return writes(q);
}

static bool address(sycl::queue &q) {
  if (!std::getenv("FALX_CUDA_FAIL") && !writes(q))
    return false;
  std::string first, second;
  try {
    write(q, reinterpret_cast<int *>(16));
    q.wait_and_throw();
  } catch (const sycl::exception &e) {
    if (e.code() != sycl::errc::runtime)
      return false;
    first = e.what();
  }
  std::printf("first: %s\n", first.c_str());
  try {
    (void)writes(q);
  } catch (const sycl::exception &e) {
    second = e.what();
  }
  std::printf("then: %s\n", second.c_str());
  const bool names =
      has(first, "CUDA_ERROR_ILLEGAL_ADDRESS") && has(second, "CUDA's context is lost");
  std::vector<int> host(10, 1); // the host goes on
  return names && std::count(host.begin(), host.end(), 1) == 10;
}

int main(int argc, char **argv) try {
  sycl::queue q([](sycl::exception_list list) {
    for (const std::exception_ptr &one : list)
      std::rethrow_exception(one);
  });
  const bool is_right = argc > 1 && (std::strcmp(argv[1], "memory") == 0    ? memory(q)
                                     : std::strcmp(argv[1], "address") == 0 ? address(q)
                                                                            : false);
  std::printf("%s\n", is_right ? "right" : "wrong");
  return !is_right;
} catch (const sycl::exception &e) {
  std::printf("wrong: %s: %s\n", e.code().message().c_str(), e.what());
  return 1;
}
