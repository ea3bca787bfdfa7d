/* Constants wherever they may be declared: host and device compilers agree on their names. */
#include <cstdio>
#include <sycl/sycl.hpp>

constexpr sycl::specialization_id<int> internal(1);
static constexpr sycl::specialization_id<int> größe(2);
namespace deep {
inline constexpr sycl::specialization_id<int> external(3);
constexpr sycl::specialization_id<int> low(4);
} // namespace deep
namespace {
constexpr sycl::specialization_id<int> hidden(5);
template <class T> constexpr sycl::specialization_id<T> typed(T(6));
namespace in {
constexpr sycl::specialization_id<int> hidden(7);
}
} // namespace
template <class T, int N> struct holder {
  static constexpr sycl::specialization_id<T> member{T(N)};
};

template <auto &...Ids> static void set(sycl::handler &h) {
  int value = 11;
  (h.set_specialization_constant<Ids>(value++), ...);
}
template <auto &...Ids> static void get(int *out, sycl::kernel_handler kh) {
  ((*out++ = kh.get_specialization_constant<Ids>()), ...);
}
#define ALL                                                                                        \
  internal, größe, deep::external, deep::low, hidden, typed<short>, in::hidden,                    \
      holder<char, 8>::member

class Names;
int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(8, q);
  for (bool sets : {false, true}) {
    q.submit([&](sycl::handler &h) {
       if (sets)
         set<ALL>(h);
       h.single_task<Names>([=](sycl::kernel_handler kh) { get<ALL>(out, kh); });
     }).wait();
    for (int i = 0; i < 8; ++i)
      std::printf("%d ", out[i]);
  }
  std::puts("");
  sycl::free(out, q);
}
