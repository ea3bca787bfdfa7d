// SYCL 2020, 4.12.4: what a kernel holds may be aligned to more than 64 bytes, on every way to the
// device.
#include <sycl/sycl.hpp>

#include "../check.hpp"

template <size_t Align> struct alignas(Align) aligned {
  float x[8];
  bool is_in_place() const { return reinterpret_cast<uintptr_t>(this) % Align == 0; }
};
/* As a call: the compiler knows how the object is aligned, and would not look. */
template <class T> static bool in_place(const T *object) {
  const volatile uintptr_t place = reinterpret_cast<uintptr_t>(object);
  return place % alignof(T) == 0;
}

template <class T> static void every_way(sycl::queue &q, const T &object, float expected) {
  constexpr int COUNT = 100000;
  float *out = sycl::malloc_shared<float>(COUNT, q);
  bool *good = sycl::malloc_shared<bool>(COUNT, q);
  const auto check = [&] {
    for (int i : {0, 1, COUNT - 1}) {
      CHECK_EQUAL(out[i], expected);
      CHECK(good[i]);
      out[i] = 0;
      good[i] = false;
    }
  };
  const auto kernel = [=](sycl::id<1> i) {
    out[i] = object.x[i % 8];
    good[i] = in_place(&object);
  };
  q.parallel_for(COUNT, kernel).wait();
  check();
  q.submit([&](sycl::handler &h) {
     h.parallel_for(COUNT, [=](sycl::id<1> i) { kernel(i); });
   }).wait();
  check();
  bool task_in_place = false;
  sycl::event task = q.submit([&](sycl::handler &h) {
    h.host_task([object, &task_in_place] { task_in_place = in_place(&object); });
  });
  q.submit([&](sycl::handler &h) { // deferred
     h.depends_on(task);
     h.parallel_for(COUNT, [=](sycl::item<1> i) {
       out[i] = object.x[i % 8];
       good[i] = in_place(&object);
     });
   })
      .wait();
  CHECK(task_in_place);
  check();
  sycl::buffer<T> elements(4);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(elements, h, sycl::write_only);
    h.parallel_for(4, [=](sycl::id<1> i) {
      a[i] = object;
      good[i] = in_place(&a[i]);
    });
  });
  q.submit([&](sycl::handler &h) {
     sycl::accessor a(elements, h, sycl::read_only);
     h.parallel_for(sycl::nd_range<1>(COUNT, 4), [=](sycl::nd_item<1> i) {
       const T copy = a[i.get_local_id()];
       out[i.get_global_id(0)] = copy.x[i.get_global_id(0) % 8] + object.x[0] - expected;
       good[i.get_global_id(0)] = in_place(&copy);
     });
   }).wait();
  check();
  CHECK(in_place(&sycl::host_accessor(elements)[1]));
  float sum = 0;
  {
    sycl::buffer<float> total(&sum, 1);
    q.submit([&](sycl::handler &h) {
      h.parallel_for(64, sycl::reduction(total, h, sycl::plus<>()),
                     [=](sycl::id<1> i, auto &s) { s += object.x[i % 8]; });
    });
  }
  CHECK_EQUAL(sum, 64 * expected);
  sycl::free(out, q);
  sycl::free(good, q);
}

int main() {
  sycl::queue q;
  const auto filled = [](auto object) {
    for (float &x : object.x)
      x = 3;
    return object;
  };
  every_way(q, filled(aligned<32>()), 3);
  every_way(q, filled(aligned<128>()), 3);
  every_way(q, filled(aligned<4096>()), 3);

  const sycl::vec<double, 16> wide(3.0);
  double *out = sycl::malloc_shared<double>(10000, q);
  q.submit([&](sycl::handler &h) {
     h.parallel_for(10000, [=](sycl::id<1> i) { out[i] = (wide * wide)[i % 16]; });
   }).wait();
  CHECK_EQUAL(out[9999], 9.0);
  q.parallel_for(10000, [=](sycl::id<1> i) { out[i] = wide[15]; }).wait();
  CHECK_EQUAL(out[9999], 3.0);
  sycl::free(out, q);
  return finish();
}
