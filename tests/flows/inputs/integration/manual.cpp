/* What only an integration footer can tell a host compiled by hand: static variables, those in
 * unnamed namespaces, shadowed ones; kernels by names of every kind. */
#include <cstdio>

#include <sycl/sycl.hpp>

using sycl::ext::oneapi::experimental::device_global;

device_global<int> FuBar;
namespace {
device_global<int> FuBar;
int *hidden(sycl::queue &q, int *out);
namespace inner {
device_global<int> x;
namespace {
device_global<int> x2;
}
} // namespace inner
} // namespace
namespace inner {
device_global<int> x;
}
static device_global<int[2]> pair;
struct holder {
  static device_global<int> member;
  inline static device_global<int> other;
};
device_global<int> holder::member;
template <int N> device_global<int> numbered;

constexpr sycl::specialization_id<int> taps(4);
namespace {
constexpr sycl::specialization_id<int> taps2(5);
}

namespace names {
inline namespace v1 {
template <class... T> struct Kernel;
enum class Kind : short;
} // namespace v1
template <class T, int N = 3> class Numbered;
} // namespace names
namespace {
class Unnamed;
}
class Functor {
public:
  int *out;
  void operator()() const { out[6] = 7; }
};
struct Base {
  sycl::accessor<int, 1> bytes;
};
struct Derived : Base {
  int plus;
};

namespace {
int *hidden(sycl::queue &q, int *out) {
  int three = 3;
  q.copy(&three, FuBar).wait();
  q.copy(&three, inner::x).wait();
  q.copy(&three, inner::x2).wait();
  q.single_task<Unnamed>([=] { out[1] = FuBar * 100 + inner::x * 10 + inner::x2; }).wait();
  return out;
}
} // namespace
template <class T> void generic(sycl::queue &q, T *out) {
  q.single_task<names::Kernel<T, names::Kind>>([=] { out[2] = T(numbered<2> + pair[1]); }).wait();
}

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(16, q), one = 1, two = 2, many[2] = {8, 9};
  q.copy(&one, ::FuBar).wait();
  q.copy(&two, ::inner::x).wait();
  q.copy(many, pair).wait();
  q.copy(&two, numbered<2>).wait();
  q.copy(&one, holder::member).wait();
  q.copy(&two, holder::other).wait();
  q.single_task<class Local>([=] { out[0] = ::FuBar + 10 * ::inner::x; }).wait();
  hidden(q, out);
  generic(q, out);
  q.single_task<names::Numbered<char>>([=] {
     out[3] = holder::member + 10 * holder::other;
   }).wait();
  q.submit([&](sycl::handler &h) {
     h.set_specialization_constant<taps>(6);
     h.set_specialization_constant<taps2>(7);
     h.single_task<class Taps>([=](sycl::kernel_handler k) {
       out[4] = k.get_specialization_constant<taps>() * 10 + k.get_specialization_constant<taps2>();
     });
   }).wait();
  {
    sycl::buffer<int> buffer(out + 5, sycl::range<1>(1));
    q.submit([&](sycl::handler &h) {
      Derived held{{sycl::accessor<int, 1>(buffer, h)}, 50};
      h.single_task<class Holds>([=] { held.bytes[0] = held.plus + 5; });
    });
  }
  q.single_task(Functor{out}).wait();
  std::printf("%d %d %d %d %d %d %d\n", out[0], out[1], out[2], out[3], out[4], out[5], out[6]);
  sycl::free(out, q);
}
