// options: -fsycl-targets=native_cpu,spir64
// clang writes bitcode for spir64 that LLVM cannot read where host code among it, as that of
// classes with virtual functions, throws an object with a destructor. options:
// -fsycl-targets=native_cpu,spir64
#include <stdexcept>

#include <sycl/sycl.hpp>

struct thrower {
  virtual ~thrower() = default;
  virtual int run(int x) {
    if (x < 0)
      throw std::runtime_error("negative");
    int result = 0;
    {
      sycl::buffer<int> buffer(&result, 1);
      sycl::queue().submit([&](sycl::handler &h) {
        sycl::accessor a(buffer, h, sycl::write_only);
        h.single_task([=] { a[0] = x + 1; });
      });
    }
    return result;
  }
};

int main() {
  thrower t;
  try {
    t.run(-1);
  } catch (const std::runtime_error &) {
    return t.run(41) != 42;
  }
  return 1;
}
