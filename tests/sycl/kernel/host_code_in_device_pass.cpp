// SYCL 2020, 5.4: classes with virtual functions and explicit instantiations are host code, kernels
// inside or not.
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <stdexcept>

struct base {
  virtual ~base() = default;
  virtual int run(sycl::queue &q) = 0;
};
template <class T> struct runner : base {
  int run(sycl::queue &q) override;
};
template <class T> int runner<T>::run(sycl::queue &q) {
  T *a = sycl::malloc_shared<T>(1, q);
  q.single_task([=] { *a = T(42); }).wait();
  const int result = int(*a);
  sycl::free(a, q);
  if (result == 0)
    throw std::runtime_error("host code may throw");
  return result;
}
template struct runner<int>;
template struct runner<float>;

static int destroyed;
struct with_key_function {
  virtual ~with_key_function(); // one function by two names
  virtual int answer();
  int value = 0;
};
with_key_function::~with_key_function() {
  destroyed++;
}
int with_key_function::answer() {
  static int calls;
  if (calls++ > 100)
    throw 1;
  return value + calls;
}

SYCL_EXTERNAL int twice(int x) {
  return 2 * x;
}

int main() {
  sycl::queue q;
  runner<int> i;
  runner<float> f;
  CHECK_EQUAL(i.run(q), 42);
  CHECK_EQUAL(f.run(q), 42);
  {
    with_key_function k;
    CHECK_EQUAL(k.answer(), 1);
  }
  CHECK_EQUAL(destroyed, 1);
  int *a = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *a = twice(21); }).wait();
  CHECK_EQUAL(*a, 42);
  sycl::free(a, q);
  return finish();
}
