/* Every way to use a variable, each in one kernel, so that it may be image-scoped whatever the
 * split: the kernel runs twice, and the second run sees what the first has left. Answers how many
 * cases fail. -DSCOPED: with device_image_scope. -DNAME=: of the namespace, and of the function. */
#include "shared.hpp"

#include <cstring>

struct point {
  int x, y;
};
struct list {
  int items[4];
  int &operator[](ptrdiff_t i) { return items[i]; }
  const int &operator[](ptrdiff_t i) const { return items[i]; }
};
struct arrow {
  point where;
  point *operator->() { return &where; }
  const point *operator->() const { return &where; }
};

namespace NAME {

#ifdef SCOPED
template <class T> using global = device_global<T, decltype(properties(device_image_scope))>;
#else
template <class T> using global = device_global<T>;
#endif

global<arrow> arrowed;
global<point *> pointing;
global<const int> constant;
global<int> chained_a, chained_b, chained_c;
global<double> on_device;
global<int> passed;
static global<int> internal;
namespace {
global<int> nameless;
}
global<int[2][3]> subscripted;
global<list> listed;
global<int> unused;
global<int> before;
template <int N> global<int> numbered;
struct holder {
  static global<short> member;
};
global<short> holder::member;

static int failures;
static void check(bool is_right, const char *what) {
  if (!is_right)
    std::printf("%s\n", what);
  failures += !is_right;
}

/* One kernel, launched twice. */
template <class Name, class Body> static void twice(sycl::queue &q, const Body &body, int *out) {
  for (int run = 0; run < 2; run++) {
    out[0] = run;
    q.single_task<Name>([=] { body(out); }).wait();
  }
}

static void members(sycl::queue &q, int *out) {
  point *place = sycl::malloc_shared<point>(1, q);
  *place = {3, 4};
  auto use_arrow = [=](int *o) {
    if (o[0] == 0)
      arrowed->y = 7, pointing = place;
    o[1] = arrowed->y + pointing->x;
  };
  twice<class Arrow>(q, use_arrow, out);
  check(out[1] == 10, "arrow");
  auto use_const = [=](int *o) { o[1] = constant + constant.get(); };
  twice<class Const>(q, use_const, out);
  check(out[1] == 0, "const");
  auto use_device = [=](int *o) {
    on_device = on_device + 0.5;
    o[1] = int(on_device * 2);
  };
  twice<class DeviceOnly>(q, use_device, out);
  check(out[1] == 2, "device only");
  auto use_passthrough = [=](int *o) {
    passed += 5;
    ++passed;
    passed = passed * 2;
    o[1] = -passed;
  };
  twice<class Passthrough>(q, use_passthrough, out);
  check(out[1] == -36, "operator passthrough");
  auto use_static = [=](int *o) {
    internal = internal + 1;
    nameless = nameless + 10;
    numbered<1> = numbered<1> + 100;
    holder::member = short(holder::member + 1000);
    o[1] = internal + nameless + numbered<1> + holder::member;
  };
  twice<class Static>(q, use_static, out);
  check(out[1] == 2222, "static");
  auto use_subscript = [=](int *o) {
    subscripted[1][2] += 4;
    listed[3] += 5;
    o[1] = subscripted[1][2] * 100 + listed[3];
  };
  twice<class Subscript>(q, use_subscript, out);
  check(out[1] == 810, "subscript");
  sycl::free(place, q);
}

static void copies(sycl::queue &q, int *out) {
  int value = 21, back = 0, many[6] = {1, 2, 3, 4, 5, 6}, read[6] = {};
  q.copy(&value, before).wait(); // before any kernel that uses it
  q.single_task<class Before>([=] { out[1] = before; }).wait();
  check(out[1] == 21, "copied before the first kernel");
  sycl::event e = q.copy(&value, chained_a);
  e = q.submit([&](sycl::handler &h) {
    h.depends_on(e);
    h.single_task<class Chain>([=] {
      chained_b = chained_a + 1;
      chained_c = chained_b + 1;
    });
  });
  q.copy(chained_c, &back, 1, 0, e).wait();
  check(back == 23, "copies in a chain");
  q.memcpy(read, subscripted, sizeof read).wait();
  check(read[5] == 8 && read[0] == 0, "memcpy from");
  q.copy(many, subscripted, 2, 3).wait();
  q.submit([&](sycl::handler &h) { h.copy(subscripted, read); }).wait();
  check(read[3] == 1 && read[4] == 2 && read[5] == 8, "a part");
  q.copy(internal, &back).wait();
  check(back == 2, "static, copied");
  q.copy(nameless, &back).wait();
  check(back == 20, "of an unnamed namespace, copied");
  q.copy(numbered<1>, &back).wait();
  check(back == 200, "variable template, copied");
  q.copy(unused, &back).wait();
  check(back == 0, "unused: its initial value");
  q.copy(&value, unused).wait();
  q.copy(unused, &back).wait();
  check(back == 21, "unused");
  sycl::queue other(sycl::context(q.get_device()), q.get_device());
  other.copy(before, &back).wait();
  check(back == 0, "another context");
}
} // namespace NAME

#define FUNCTION_OF(name) use_##name
#define FUNCTION(name) FUNCTION_OF(name)
extern "C" int FUNCTION(NAME)(sycl::queue *q) {
  int *out = sycl::malloc_shared<int>(2, *q);
  NAME::failures = 0;
  NAME::members(*q, out);
  NAME::copies(*q, out);
  sycl::free(out, *q);
  return NAME::failures;
}
