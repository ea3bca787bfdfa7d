/* Kernel names of every kind that an integration header meets; it says which it has no name for. */
#include <cstdio>
#include <vector>

#include <sycl/sycl.hpp>

enum class scoped { one, two };
enum plain { first };
namespace outer {
namespace {
template <class T> class Unnamed;
}
template <bool B, char C, long L> struct Values;
template <class... T> class Pack;
template <class T, class U = Pack<T, T>> class Defaults;
template <scoped S> class ByEnumerator;
template <template <class...> class T> class ByTemplate;
template <class T, T Value> struct Dependent;
template <int... I> class ValuePack;
struct Holder {
  struct Member;
};
} // namespace outer
struct range; // not sycl's
int *out;

template <class T> void twice(sycl::queue &q, int at) {
  int *o = out;
  q.single_task<class Same>([=] { o[at] = at + sizeof(T); }).wait();
}
void other(sycl::queue &q, int at) {
  int *o = out;
  q.single_task<class Same>([=] { o[at] = at; }).wait();
}
template <class Name> void run(sycl::queue &q, int at) {
  int *o = out;
  q.single_task<Name>([=] { o[at] = at; }).wait();
}
struct Outside {
  void method(sycl::queue &q, int at) {
    int *o = out;
    q.single_task<class InMethod>([=] { o[at] = at; }).wait();
  }
  struct Inside {
    int *o, at;
    void operator()() const { o[at] = at; }
  };
};

int main() {
  sycl::queue q;
  out = sycl::malloc_shared<int>(64, q);
  for (int i = 0; i < 64; i++)
    out[i] = -1;
  run<outer::Unnamed<const int *>>(q, 0);
  run<outer::Values<true, 'x', -5>>(q, 1);
  run<outer::Pack<int, char, outer::Pack<>>>(q, 2);
  run<outer::Defaults<unsigned long>>(q, 3);
  run<outer::Pack<range, scoped, volatile int &>>(q, 4);
  Outside().method(q, 5);
#ifndef ONLY_DECLARABLE
  run<outer::ByEnumerator<scoped::two>>(q, 6);
  run<outer::ByTemplate<outer::Pack>>(q, 7);
  run<outer::Dependent<int, 3>>(q, 8);
  run<outer::ValuePack<1, 2>>(q, 9);
  run<outer::Holder::Member>(q, 10);
  run<outer::Pack<std::vector<int>>>(q, 11);
  run<outer::Pack<plain>>(q, 12);
  run<outer::Pack<int[3], void(int)>>(q, 13);
  twice<char>(q, 14);
  twice<short>(q, 15);
  other(q, 16);
  q.single_task(Outside::Inside{out, 17}).wait();
  struct InFunction {
    int *o, at;
    void operator()() const { o[at] = at; }
  };
  q.single_task(InFunction{out, 18}).wait();
#endif
  for (int i = 0; i < 19; i++)
    std::printf("%d ", out[i]);
  sycl::free(out, q);
}
