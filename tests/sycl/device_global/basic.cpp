/* device_global (sycl_ext_oneapi_device_global): members, copies, contexts (DG-1, DG-2, DG-4 to
 * DG-8, DG-11, DG-12, DG-16 to DG-19). */
#include <cstring>

#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace experimental = sycl::ext::oneapi::experimental;
using experimental::device_global;

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

device_global<int> number;
device_global<int[2][3]> matrix;
device_global<list> indexed;
device_global<arrow> arrowed;
device_global<point *> pointer;
device_global<point> plain;
device_global<const int> constant;
struct alignas(256) wide {
  unsigned char bytes[256];
};
device_global<wide> aligned;
device_global<int> never_used;
inline device_global<int> shared;
static device_global<int> internal;
namespace {
device_global<int> nameless;
}
template <int N> device_global<int> numbered;
struct holder {
  static device_global<float> member;
};
device_global<float> holder::member;

using scoped_t = decltype(experimental::properties(experimental::device_image_scope));
device_global<int, scoped_t> scoped;
device_global<float[4], decltype(experimental::properties(experimental::device_image_scope,
                                                          experimental::host_access_write))>
    write_only;
device_global<int, decltype(experimental::properties(experimental::host_access_read))> read_only;
device_global<int, decltype(experimental::properties(experimental::host_access_none))> hidden;
device_global<int, decltype(experimental::properties(experimental::implement_in_csr_on,
                                                     experimental::init_mode_reset))>
    registers;

using constant_t = decltype(experimental::properties(experimental::device_constant));
device_global<int[2], constant_t> host_writes;
static_assert(std::is_same_v<decltype(host_writes.get()), const int (&)[2]> &&
              std::is_same_v<decltype(host_writes[0]), const int &> &&
              !std::is_assignable_v<device_global<int, constant_t> &, int>);

template <class T, class = void> constexpr bool can_write = false;
template <class T>
constexpr bool can_write<T, std::void_t<decltype(std::declval<sycl::queue &>().memcpy(
                                std::declval<T &>(), static_cast<const void *>(nullptr)))>> = true;
template <class T, class = void> constexpr bool can_read = false;
template <class T>
constexpr bool can_read<T, std::void_t<decltype(std::declval<sycl::queue &>().memcpy(
                               static_cast<void *>(nullptr), std::declval<const T &>()))>> = true;

static void types() {
  static_assert(SYCL_EXT_ONEAPI_DEVICE_GLOBAL == 1);
  static_assert(std::is_same_v<decltype(matrix)::element_type, int[3]>);
  static_assert(!std::is_assignable_v<device_global<int> &, device_global<int> &>);
  static_assert(!std::is_move_constructible_v<device_global<int>>);
  static_assert(decltype(scoped)::has_property<experimental::device_image_scope_key>());
  static_assert(!decltype(number)::has_property<experimental::host_access_key>());
  static_assert(decltype(write_only)::get_property<experimental::host_access_key>() ==
                experimental::host_access_write);
  static_assert(decltype(read_only)::get_property<experimental::host_access_key>().value ==
                experimental::host_access_enum::read);
  static_assert(decltype(registers)::get_property<experimental::implement_in_csr_key>() ==
                experimental::implement_in_csr<true>);
  static_assert(experimental::is_property_key_v<experimental::init_mode_key> &&
                !experimental::is_property_key_v<int>);
  static_assert(
      experimental::is_property_key_of<experimental::host_access_key, decltype(number)>::value);
  /* DG-4, DG-5: what there is not. */
  static_assert(std::is_copy_constructible_v<device_global<int>> &&
                std::is_copy_constructible_v<device_global<int[2]>> &&
                !std::is_copy_constructible_v<decltype(scoped)> &&
                !std::is_move_constructible_v<device_global<int[2]>>);
  static_assert(std::is_constructible_v<device_global<double>, const device_global<int> &> &&
                !std::is_constructible_v<device_global<point>, const device_global<int> &> &&
                !std::is_constructible_v<device_global<double>, const decltype(scoped) &> &&
                !std::is_constructible_v<decltype(scoped), const device_global<double> &>);
  static_assert(std::is_assignable_v<device_global<int> &, double> &&
                !std::is_assignable_v<device_global<int> &, point> &&
                !std::is_assignable_v<device_global<int[2]> &, int>);
  static_assert(noexcept(number.get()) && noexcept(number = 1) && noexcept(matrix[1]) &&
                noexcept(arrowed.operator->()) && noexcept(static_cast<int &>(number)));
  static_assert(std::is_same_v<decltype(std::as_const(number).get()), const int &> &&
                std::is_same_v<decltype(constant.get()), const int &>);
  static_assert(can_write<decltype(number)> && can_read<decltype(number)>);
  static_assert(can_write<decltype(write_only)> && !can_read<decltype(write_only)>);
  static_assert(!can_write<decltype(read_only)> && can_read<decltype(read_only)>);
  static_assert(!can_write<decltype(hidden)> && !can_read<decltype(hidden)>);
}

/* All begin with zeros; what a kernel writes, later ones and copies see. */
static void members(sycl::queue &q) {
  int *out = sycl::malloc_shared<int>(32, q);
  point *p = sycl::malloc_shared<point>(1, q);
  *p = {3, 4};
  q.single_task([=] {
     out[0] = number + matrix[1][2] + indexed[3] + arrowed->x + (pointer.get() != nullptr) +
              plain.get().y + constant + shared + internal + nameless + numbered<1> + numbered<2> +
              int(holder::member) + scoped + hidden + registers + int(read_only);
     number = 5;
     number.get()++;
     matrix[1][2] = 7;
     indexed[3] = 8;
     arrowed->x = 9;
     pointer = p;
     plain = point{10, 11};
     shared = 12;
     internal = 13;
     nameless = 14;
     numbered<1> = 15;
     numbered<2> = 16;
     holder::member = 17.5f;
     scoped = 18;
     write_only[3] += 0.5f;
     *number.get_multi_ptr<sycl::access::decorated::no>() += 10;
     out[1] = pointer->x;
   }).wait();
  CHECK_EQUAL(out[0], 0);
  CHECK_EQUAL(out[1], 3);
  q.parallel_for(sycl::range<1>(2), [=](sycl::id<1> i) {
     if (i[0] == 0)
       return;
     const int all[] = {number,     matrix[1][2],          indexed[3],  arrowed->x,
                        pointer->y, plain.get().y,         shared,      internal,
                        nameless,   numbered<1>,           numbered<2>, int(holder::member * 2),
                        scoped,     int(write_only[3] * 2)};
     for (size_t k = 0; k < sizeof all / sizeof *all; ++k)
       out[k] = all[k];
   }).wait();
  const int wanted[] = {16, 7, 8, 9, 4, 11, 12, 13, 14, 15, 16, 35, 18, 1};
  for (size_t k = 0; k < sizeof wanted / sizeof *wanted; ++k)
    CHECK_EQUAL(out[k], wanted[k]);
  sycl::free(out, q);
  sycl::free(p, q);
}

static void copies(sycl::queue &q) {
  int value = 21, back = 0, many[6] = {1, 2, 3, 4, 5, 6}, read[6] = {};
  sycl::event e = q.copy(&value, number);
  q.copy(number, &back, 1, 0, e).wait();
  CHECK_EQUAL(back, 21);
  q.copy(many, matrix).wait();
  q.copy(many, matrix, 2, 3).wait(); // two elements from the fourth on
  q.memcpy(read, matrix, sizeof read, 0, {e}).wait();
  CHECK(read[2] == 3 && read[3] == 1 && read[4] == 2 && read[5] == 6);
  q.memcpy(matrix, &value, sizeof value, 4, e).wait();
  q.submit([&](sycl::handler &h) { h.copy(matrix, read, 1, 1); }).wait();
  CHECK_EQUAL(read[0], 21);
  q.submit([&](sycl::handler &h) { h.memcpy(scoped, &value); }).wait();
  q.submit([&](sycl::handler &h) { h.memcpy(&back, scoped); }).wait();
  CHECK_EQUAL(back, 21);
  q.submit([&](sycl::handler &h) { h.copy(&many[4], internal); }).wait();
  q.copy(internal, &back, 1, 0, std::vector<sycl::event>{e}).wait();
  CHECK_EQUAL(back, 5);
  q.copy(&value, nameless).wait();
  q.copy(&many[1], numbered<2>).wait();
  float half = 0.5f, seen = 0;
  q.copy(&half, holder::member).wait();
  q.copy(holder::member, &seen).wait();
  CHECK_EQUAL(seen, 0.5f);
  q.copy(&value, never_used).wait();
  q.copy(never_used, &back).wait();
  CHECK_EQUAL(back, 21);
  int *out = sycl::malloc_shared<int>(4, q);
  q.single_task([=] {
     out[0] = scoped;
     out[1] = internal;
     out[2] = nameless;
     out[3] = numbered<2> + numbered<1>;
   }).wait();
  CHECK(out[0] == 21 && out[1] == 5 && out[2] == 21 && out[3] == 17);
  sycl::free(out, q);
  CHECK_THROWS(q.copy(many, matrix, 7), sycl::errc::invalid, "beyond its end");
  const size_t wraps = ~size_t(0) / sizeof(int) + 1; // times sizeof(int) it is 0
  CHECK_THROWS(q.copy(many, matrix, wraps + 1), sycl::errc::invalid, "beyond its end");
  CHECK_THROWS(q.copy(matrix, read, 1, wraps), sycl::errc::invalid, "beyond its end");
  q.copy(constant, &back).wait(); // DG-17: of a const type, too
  CHECK_EQUAL(back, 0);
  q.single_task([=] {
     aligned.get().bytes[0] = reinterpret_cast<uintptr_t>(&aligned.get()) % 256;
   }).wait();
  wide seen_wide{};
  q.copy(aligned, &seen_wide).wait();
  CHECK_EQUAL(int(seen_wide.bytes[0]), 0);
  CHECK_THROWS(q.copy(many, matrix, 6, 1), sycl::errc::invalid, "beyond its end");
  CHECK_THROWS(q.memcpy(read, number, 4, 1), sycl::errc::invalid, "beyond its end");
  CHECK_THROWS(q.memcpy(read, number, 1, ~size_t(0)), sycl::errc::invalid, "beyond its end");
}

/* One memory for each context; atomics, and pointers from one kernel to another. */
device_global<int> counted;
device_global<int *> remembered;
static void contexts(sycl::queue &q) {
  sycl::queue other(sycl::context(q.get_device()), q.get_device());
  auto count = [](sycl::queue &queue, int n) {
    queue
        .parallel_for(
            sycl::range<1>(n),
            [=](sycl::id<1>) {
              sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(
                  counted.get())++;
            })
        .wait();
  };
  count(q, 1000);
  count(other, 10);
  count(q, 1000);
  int here = 0, there = 0;
  q.copy(counted, &here).wait();
  other.copy(counted, &there).wait();
  CHECK_EQUAL(here, 2000);
  CHECK_EQUAL(there, 10);
  q.single_task([=] { remembered = &counted.get(); }).wait();
  q.single_task([=] { *remembered.get() += 1; }).wait();
  q.copy(counted, &here).wait();
  CHECK_EQUAL(here, 2001);
}

int main() {
  types();
  sycl::queue q;
  members(q);
  copies(q);
  contexts(q);
  return finish();
}
