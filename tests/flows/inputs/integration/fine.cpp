/* Device globals where they may be: nothing is said (DG-14, DG-15; the extension's own examples).
 */
#include <memory>
#include <sycl/sycl.hpp>

using namespace sycl::ext::oneapi::experimental;

device_global<int> a;
static device_global<int> b;
inline device_global<int> c;
extern device_global<int> declared;
extern device_global<int> declared;
const device_global<int> constant;
device_global<const int> of_const;
device_global<int[4]> array;
template <class T> device_global<T> generic;
template <> device_global<char> generic<char>;

struct Foo {
  static device_global<int> d;
  inline static device_global<int> e;
  inline static const device_global<int> f;
  struct Inner {
    inline static device_global<int> g;
  };

private:
  int device_global_count = 0;
  device_global<int> &reference = a;
  device_global<int> *pointer = &a;
};
device_global<int> Foo::d;
class Private {
public:
  static device_global<int> d;
};
device_global<int> Private::d;
template <class T> struct Generic {
  static device_global<T> d;
};
template <class T> device_global<T> Generic<T>::d;

device_global<int> same_name;
namespace foo {
device_global<int> same_name;
namespace bar {
device_global<int> same_name;
}
} // namespace foo
namespace {
device_global<int> same_name;
namespace foo {
device_global<int> same_name;
}
} // namespace
inline namespace versioned {
device_global<int> other_name;
inline namespace inner {
int unrelated;
namespace bar {
int same_name; // ::bar: not the one in foo
}
} // namespace inner
} // namespace versioned
inline namespace versioned {
extern device_global<int> other_name;
}

int take(device_global<int> &x, const device_global<int> &y);
template <class T> int take_any(T &x) {
  T *pointer = &x;
  device_global<T *> *other = nullptr;
  return pointer == nullptr && other == nullptr;
}

int main() {
  extern device_global<int> a;
  auto &reference = a;
  device_global<int> *pointer = &b, *pointers[2] = {&a, &b};
  auto list = std::make_unique<device_global<int> *[]>(3);
  auto *made = new device_global<int> *(&a);
  sycl::queue q;
  int out = 0;
  q.copy(reference, &out).wait();
  q.copy(generic<float>, new float).wait();
  q.copy(Generic<int>::d, &out).wait();
  delete made;
  return take_any(*pointer) + (pointers[0] == pointers[1]) + out + (list == nullptr);
}
