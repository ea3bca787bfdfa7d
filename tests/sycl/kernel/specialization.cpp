// options: -fsycl-allow-device-image-dependencies
/* Specialization constants (SYCL 2020, 4.9.5): every form of kernel, types, values through command
 * groups and kernel bundles. */
#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

#include <sycl/sycl.hpp>

#include "../check.hpp"

struct settings {
  int count;
  double factor;
  char text[5];
};
enum class color : unsigned char { red, green };

constexpr sycl::specialization_id<int> number(4);
constexpr sycl::specialization_id<bool> flag(true);
constexpr sycl::specialization_id<int64_t> wide(-1);
constexpr sycl::specialization_id<double> real(1.5);
constexpr sycl::specialization_id<color> paint(color::green);
constexpr sycl::specialization_id<settings> all(settings{3, 0.5, {'f', 'a', 'l', 'x', 0}});
constexpr sycl::specialization_id<int> nobody(7);
inline constexpr sycl::specialization_id<float> shared(2.0f);
struct holder {
  static constexpr sycl::specialization_id<unsigned> member{5u};
};
template <class T> constexpr sycl::specialization_id<T> typed(T(9));
namespace {
constexpr sycl::specialization_id<short> hidden(6);
}

struct values {
  int number, member, typed_int, typed_char, hidden, text;
  bool flag;
  int64_t wide;
  double real, factor;
  float shared;
  color paint;
};

static void read(values &out, sycl::kernel_handler kh) {
  out.number = kh.get_specialization_constant<number>();
  out.flag = kh.get_specialization_constant<flag>();
  out.wide = kh.get_specialization_constant<wide>();
  out.real = kh.get_specialization_constant<real>();
  out.paint = kh.get_specialization_constant<paint>();
  settings s = kh.get_specialization_constant<all>();
  out.factor = s.factor * s.count;
  out.text = s.text[3];
  out.shared = kh.get_specialization_constant<shared>();
  out.member = int(kh.get_specialization_constant<holder::member>());
  out.typed_int = kh.get_specialization_constant<typed<int>>();
  out.typed_char = kh.get_specialization_constant<typed<char>>();
  out.hidden = kh.get_specialization_constant<hidden>();
}

template <class Set> static values run(sycl::queue &q, Set set) {
  values *out = sycl::malloc_shared<values>(1, q);
  std::memset(static_cast<void *>(out), 0xff, sizeof *out);
  q.submit([&](sycl::handler &h) {
     set(h);
     h.single_task<class Read>([=](sycl::kernel_handler kh) { read(*out, kh); });
   }).wait();
  values result = *out;
  sycl::free(out, q);
  return result;
}

static void types(sycl::queue &q) {
  values v = run(q, [](sycl::handler &h) {
    CHECK(h.get_specialization_constant<number>() == 4);
    CHECK(h.get_specialization_constant<all>().factor == 0.5);
  });
  CHECK(v.number == 4 && v.flag && v.wide == -1 && v.real == 1.5 && v.paint == color::green);
  CHECK(v.factor == 1.5 && v.text == 'x' && v.shared == 2.0f && v.member == 5);
  CHECK(v.typed_int == 9 && v.typed_char == 9 && v.hidden == 6);
  v = run(q, [](sycl::handler &h) {
    h.set_specialization_constant<number>(-40);
    h.set_specialization_constant<number>(40); // the last counts
    h.set_specialization_constant<flag>(false);
    h.set_specialization_constant<wide>(int64_t(1) << 40);
    h.set_specialization_constant<real>(-0.0);
    h.set_specialization_constant<paint>(color::red);
    h.set_specialization_constant<all>({2, 8, {'a', 'b', 'c', 'd', 'e'}});
    h.set_specialization_constant<shared>(3.5f);
    h.set_specialization_constant<holder::member>(55);
    h.set_specialization_constant<typed<char>>('c');
    h.set_specialization_constant<hidden>(-6);
    h.set_specialization_constant<nobody>(1); // makes no difference
    CHECK(h.get_specialization_constant<number>() == 40);
    CHECK(h.get_specialization_constant<nobody>() == 1);
  });
  CHECK(v.number == 40 && !v.flag && v.wide == int64_t(1) << 40 && v.real == 0);
  CHECK(sycl::signbit(v.real) && v.paint == color::red && v.factor == 16 && v.text == 'd');
  CHECK(v.shared == 3.5f && v.member == 55 && v.typed_int == 9 && v.typed_char == 'c');
  CHECK(v.hidden == -6);
  v = run(q, [](sycl::handler &) {}); // what was set is forgotten
  CHECK(v.number == 4 && v.flag && v.shared == 2.0f);
}

/* Ranges, ids, groups, reductions; a loop whose count is the constant. */
static void forms(sycl::queue &q) {
  constexpr int n = 100;
  int *out = sycl::malloc_shared<int>(n, q), *sum = sycl::malloc_shared<int>(1, q);
  auto set = [](sycl::handler &h) { h.set_specialization_constant<number>(3); };
  auto check = [&](int scale) {
    for (int i = 0; i < n; ++i)
      CHECK_EQUAL(out[i], scale * i);
  };
  q.submit([&](sycl::handler &h) {
     set(h);
     h.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i, sycl::kernel_handler kh) {
       int total = 0;
       for (int k = 0; k < kh.get_specialization_constant<number>(); ++k)
         total += int(i[0]);
       out[i] = total;
     });
   }).wait();
  check(3);
  q.parallel_for(sycl::range<1>(n), [=](sycl::item<1> i, sycl::kernel_handler kh) {
     out[i] = kh.get_specialization_constant<number>() * int(i.get_linear_id());
   }).wait();
  check(4);
  q.submit([&](sycl::handler &h) {
     h.parallel_for(sycl::nd_range<1>(n, 10), [=](sycl::nd_item<1> i, sycl::kernel_handler kh) {
       sycl::group_barrier(i.get_group());
       const int scale = kh.get_specialization_constant<number>();
       out[i.get_global_id(0)] = scale * int(i.get_global_id(0));
     });
     set(h); // in any order
   }).wait();
  check(3);
  q.submit([&](sycl::handler &h) {
     set(h);
     h.parallel_for_work_group(sycl::range<1>(10), sycl::range<1>(10),
                               [=](sycl::group<1> g, sycl::kernel_handler kh) {
                                 const int scale = kh.get_specialization_constant<number>();
                                 g.parallel_for_work_item([&](sycl::h_item<1> i) {
                                   out[i.get_global_id(0)] = scale * int(i.get_global_id(0));
                                 });
                               });
   }).wait();
  check(3);
  *sum = 0;
  q.submit([&](sycl::handler &h) {
     set(h);
     h.parallel_for(sycl::range<1>(n), sycl::reduction(sum, sycl::plus<int>()),
                    [=](sycl::id<1>, auto &total, sycl::kernel_handler kh) {
                      total += kh.get_specialization_constant<number>();
                    });
   }).wait();
  CHECK(*sum == 3 * n);
  *sum = 0;
  q.submit([&](sycl::handler &h) {
     set(h);
     h.parallel_for(sycl::nd_range<1>(n, 10), sycl::reduction(sum, sycl::plus<int>()),
                    [=](sycl::nd_item<1>, auto &total, sycl::kernel_handler kh) {
                      total += kh.get_specialization_constant<number>();
                    });
   }).wait();
  CHECK(*sum == 3 * n);
  *sum = 0;
  q.submit([&](sycl::handler &h) {
     h.parallel_for(sycl::range<1>(n), sycl::reduction(sum, sycl::plus<int>()),
                    [=](sycl::id<1>, auto &total, sycl::kernel_handler kh) {
                      total += kh.get_specialization_constant<number>();
                    });
     set(h); // in any order
   }).wait();
  CHECK(*sum == 3 * n);
  sycl::free(out, q);
  sycl::free(sum, q);
}

/* 4.11.12: values are of the bundle, set before it is compiled. */
class InBundle;
class InTemporary;
static void bundles(sycl::queue &q) {
  int *out = sycl::malloc_shared<int>(1, q);
  auto launch = [&](const sycl::kernel_bundle<sycl::bundle_state::executable> &bundle, int wanted) {
    CHECK(bundle.get_specialization_constant<number>() == wanted);
    q.submit([&](sycl::handler &h) {
       h.use_kernel_bundle(bundle);
       CHECK_THROWS((void)h.get_specialization_constant<number>(), sycl::errc::invalid,
                    "ask the bundle");
       CHECK_THROWS(h.set_specialization_constant<number>(1), sycl::errc::invalid,
                    "uses a kernel bundle");
       h.single_task<InBundle>(
           [=](sycl::kernel_handler kh) { *out = kh.get_specialization_constant<number>(); });
     }).wait();
    CHECK_EQUAL(*out, wanted);
  };
  sycl::context c = q.get_context();
  auto input = sycl::get_kernel_bundle<InBundle, sycl::bundle_state::input>(c);
  CHECK(input.has_specialization_constant<number>());
  CHECK(!input.has_specialization_constant<nobody>());
  CHECK(input.contains_specialization_constants() && input.native_specialization_constant());
  input.set_specialization_constant<number>(11);
  CHECK(input.get_specialization_constant<number>() == 11);
  CHECK(input.get_specialization_constant<nobody>() == 7);
  input.set_specialization_constant<nobody>(1); // makes no difference
  CHECK(input.get_specialization_constant<nobody>() == 1);
  auto same = input; // 4.5.2: what is done to a copy is done to the original
  same.set_specialization_constant<number>(12);
  CHECK(input.get_specialization_constant<number>() == 12 && same == input);
  same.set_specialization_constant<number>(11);
  using sycl::bundle_state;
  CHECK(std::hash<decltype(same)>()(same) == std::hash<decltype(same)>()(input));
  auto other = sycl::get_kernel_bundle<InBundle, bundle_state::input>(c);
  other.set_specialization_constant<number>(12);
  CHECK(other != input);
  launch(sycl::build(input), 11);
  launch(sycl::build(other, c.get_devices()), 12);
  launch(sycl::link(sycl::compile(other)), 12);
  launch(sycl::get_kernel_bundle<InBundle, sycl::bundle_state::executable>(c), 4);
  auto temporary = sycl::get_kernel_bundle<InTemporary, bundle_state::input>(c);
  temporary.set_specialization_constant<number>(13);
  q.submit([&](sycl::handler &h) {
     h.use_kernel_bundle(sycl::build(temporary)); // gone before the kernel is submitted
     h.single_task<InTemporary>(
         [=](sycl::kernel_handler kh) { *out = kh.get_specialization_constant<number>(); });
   }).wait();
  CHECK_EQUAL(*out, 13);
  CHECK_THROWS(q.submit([&](sycl::handler &h) {
    h.set_specialization_constant<number>(1);
    h.use_kernel_bundle(sycl::build(input));
  }),
               sycl::errc::invalid, "after a specialization constant");
  sycl::free(out, q);
}

/* Kernels keep the values that their bundle had when bundles are joined, and know their bundle. */
class First;
class Second;
class Total;
static void joined(sycl::queue &q) {
  using sycl::bundle_state;
  sycl::context c = q.get_context();
  int *out = sycl::malloc_shared<int>(2, q);
  auto first = sycl::get_kernel_bundle<First, bundle_state::input>(c);
  auto second = sycl::get_kernel_bundle<Second, bundle_state::input>(c);
  first.set_specialization_constant<number>(21);
  second.set_specialization_constant<number>(22);
  auto launch = [&](const sycl::kernel_bundle<bundle_state::executable> &bundle, int a, int b) {
    q.submit([&](sycl::handler &h) {
       h.use_kernel_bundle(bundle);
       h.single_task<First>(
           [=](sycl::kernel_handler kh) { out[0] = kh.get_specialization_constant<number>(); });
     }).wait();
    q.submit([&](sycl::handler &h) {
       h.use_kernel_bundle(bundle);
       h.single_task<Second>(
           [=](sycl::kernel_handler kh) { out[1] = kh.get_specialization_constant<number>(); });
     }).wait();
    CHECK_EQUAL(out[0], a);
    CHECK_EQUAL(out[1], b);
  };
  auto both = sycl::join(std::vector{sycl::build(first), sycl::build(second)});
  launch(both, 21, 22);
  launch(sycl::link(std::vector{sycl::compile(first), sycl::compile(second)}), 21, 22);
  auto inputs = sycl::join(std::vector{first, second});
  launch(sycl::build(inputs), 21, 22);
  inputs.set_specialization_constant<number>(23); // of all; the two that were joined keep theirs
  launch(sycl::build(inputs), 23, 23);
  launch(both, 21, 22);
  CHECK(first.get_specialization_constant<number>() == 21);

  sycl::kernel kernel = both.get_kernel<Second>();
  CHECK(kernel.get_kernel_bundle() == both);
  CHECK(sycl::build(first)
            .get_kernel<First>()
            .get_kernel_bundle()
            .get_specialization_constant<number>() == 21);

  auto total = sycl::get_kernel_bundle<Total, bundle_state::input>(c);
  total.set_specialization_constant<number>(5);
  for (size_t count : {100, 0}) {
    *out = 0;
    q.submit([&](sycl::handler &h) {
       h.use_kernel_bundle(sycl::build(total));
       h.parallel_for<Total>(sycl::range<1>(count), sycl::reduction(out, sycl::plus<int>()),
                             [=](sycl::id<1>, auto &sum, sycl::kernel_handler kh) {
                               sum += kh.get_specialization_constant<number>();
                             });
     }).wait();
    CHECK_EQUAL(*out, int(5 * count));
  }
  CHECK_THROWS(q.submit([&](sycl::handler &h) {
    h.use_kernel_bundle(both);
    h.parallel_for(sycl::range<1>(1), sycl::reduction(out, sycl::plus<int>()),
                   [=](sycl::id<1>, auto &sum) { sum += 1; });
  }),
               sycl::errc::kernel_not_supported, "does not hold the kernel");
  sycl::free(out, q);
}

/* Equal values have equal bytes, whatever is in their padding: no second compilation. */
struct padded {
  char small;
  double large;
  char last;
};
constexpr sycl::specialization_id<padded> gaps(padded{1, 2, 3});
constexpr sycl::specialization_id<sycl::vec<short, 3>> three(sycl::vec<short, 3>(1, 2, 3));
struct nothing {};
constexpr sycl::specialization_id<nothing> empty;
constexpr sycl::specialization_id<std::pair<int, char>> couple(1, 'a'); // copied byte by byte
template <auto &Id, class T> static sycl::detail::spec_values dirty(unsigned char dirt, T value) {
  alignas(T) unsigned char bytes[sizeof(T)];
  std::memset(bytes, dirt, sizeof bytes);
  if constexpr (std::is_same_v<T, padded>) {
    padded *p = reinterpret_cast<padded *>(bytes);
    p->small = value.small;
    p->large = value.large;
    p->last = value.last;
  }
  sycl::detail::spec_values values;
  values.set<Id>(*reinterpret_cast<T *>(bytes));
  return values;
}
static void padding(sycl::queue &q) {
  CHECK(dirty<gaps>(0, padded{4, 5, 6}) == dirty<gaps>(0xff, padded{4, 5, 6}));
  CHECK(!(dirty<gaps>(0, padded{4, 5, 6}) == dirty<gaps>(0, padded{4, 5, 7})));
  CHECK(dirty<empty>(0, nothing()) == dirty<empty>(0xff, nothing()));
  double *out = sycl::malloc_shared<double>(3, q);
  q.submit([&](sycl::handler &h) {
     h.set_specialization_constant<gaps>({4, 5, 6});
     h.set_specialization_constant<three>({7, 8, 9});
     h.set_specialization_constant<couple>({10, 'b'});
     h.set_specialization_constant<empty>({});
     CHECK(h.get_specialization_constant<couple>().second == 'b');
     h.single_task([=](sycl::kernel_handler kh) {
       const padded p = kh.get_specialization_constant<gaps>();
       const sycl::vec<short, 3> v = kh.get_specialization_constant<three>();
       const std::pair<int, char> c = kh.get_specialization_constant<couple>();
       (void)kh.get_specialization_constant<empty>();
       out[0] = p.small + 10 * p.large + 100 * p.last;
       out[1] = v[0] + 10 * v[1] + 100 * v[2];
       out[2] = c.first + 1000 * (c.second - 'a');
     });
   }).wait();
  CHECK(out[0] == 654 && out[1] == 987 && out[2] == 1010);
  sycl::free(out, q);
}

/* Longer than a word of a command line may be. */
struct huge {
  int items[1 << 14];
};
constexpr sycl::specialization_id<huge> table(huge{{7}});
static void large(sycl::queue &q) {
  int *out = sycl::malloc_shared<int>(1, q);
  huge value = {};
  value.items[(1 << 14) - 1] = 5;
  q.submit([&](sycl::handler &h) {
     h.set_specialization_constant<table>(value);
     h.single_task([=](sycl::kernel_handler kh) {
       const huge t = kh.get_specialization_constant<table>();
       *out = t.items[0] + t.items[(1 << 14) - 1];
     });
   }).wait();
  CHECK(*out == 5);
  sycl::free(out, q);
}

/* Each value is compiled once, whoever asks first. */
static void threads(sycl::queue &q) {
  constexpr int n = 8;
  int *out = sycl::malloc_shared<int>(n, q);
  std::vector<std::thread> all;
  for (int i = 0; i < n; ++i)
    all.emplace_back([&q, out, i] {
      q.submit([&](sycl::handler &h) {
         h.set_specialization_constant<number>(100 + i % 2);
         h.single_task<class Threaded>(
             [=](sycl::kernel_handler kh) { out[i] = kh.get_specialization_constant<number>(); });
       }).wait();
    });
  for (std::thread &t : all)
    t.join();
  for (int i = 0; i < n; ++i)
    CHECK_EQUAL(out[i], 100 + i % 2);
  sycl::free(out, q);
}

int main() {
  sycl::queue q;
  static_assert(std::is_same_v<decltype(number)::value_type, int>);
  static_assert(!std::is_copy_constructible_v<sycl::specialization_id<int>>);
  types(q);
  forms(q);
  bundles(q);
  joined(q);
  padding(q);
  large(q);
  threads(q);
  return finish();
}
