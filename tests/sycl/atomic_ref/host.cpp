/* SYCL 2020, 4.15.3: atomic_ref of integers, floating-point numbers and pointers, on the host. */
#include <sycl/atomic_ref.hpp>

#include "../check.hpp"

using namespace sycl;
template <class T, memory_order O = memory_order::relaxed>
using ref = atomic_ref<T, O, memory_scope::device, access::address_space::global_space>;

using strict = ref<int, memory_order_acq_rel>;
static_assert(strict::default_read_order == memory_order::acquire);
static_assert(strict::default_write_order == memory_order::release);
static_assert(ref<double>::required_alignment == 8);
static_assert(memory_scope_work_group == memory_scope::work_group);

template <class T> static void integers() {
  T v = 5;
  ref<T> a(v);
  CHECK(a.fetch_add(3) == 5 && v == 8);
  CHECK(a.fetch_sub(1, memory_order::acq_rel, memory_scope::system) == 8 && v == 7);
  CHECK(a.fetch_and(6) == 7 && a.fetch_or(8) == 6 && a.fetch_xor(1) == 14 && v == 15);
  CHECK(a.fetch_min(20) == 15 && a.fetch_min(4) == 15 && v == 4);
  CHECK(a.fetch_max(2) == 4 && a.fetch_max(9) == 4 && v == 9);
  CHECK(++a == 10 && a++ == 10 && --a == 10 && a-- == 10 && v == 9);
  CHECK((a += 2) == 11 && (a -= 1) == 10 && (a &= 3) == 2 && (a |= 5) == 7 && (a ^= 1) == 6);
  CHECK((a = 3) == 3 && a == 3 && a.exchange(4) == 3 && a.load() == 4);
  T expected = 1;
  CHECK(!a.compare_exchange_strong(expected, 2) && expected == 4);
  CHECK(a.compare_exchange_strong(expected, 2, memory_order::release, memory_order::relaxed));
  while (!a.compare_exchange_weak((expected = 2), 6)) {
  }
  CHECK(v == 6);
}

template <class T> static void floats() {
  T v = 1;
  ref<T, memory_order::seq_cst> a(v);
  CHECK(a.fetch_add(T(0.5)) == 1 && v == T(1.5));
  CHECK(a.fetch_sub(1) == T(1.5) && v == T(0.5));
  CHECK(a.fetch_min(2) == T(0.5) && a.fetch_max(3) == T(0.5) && v == 3);
  CHECK((a += 1) == 4 && (a -= 2) == 2);
  T expected = 2;
  CHECK(a.compare_exchange_strong(expected, 7) && a.load(memory_order::relaxed) == 7);
}

int main() {
  integers<int>();
  integers<unsigned>();
  integers<long>();
  integers<unsigned long long>();
  int negative = -3;
  CHECK(ref<int>(negative).fetch_min(-5) == -3 && ref<int>(negative).fetch_max(2) == -5);
  floats<float>();
  floats<double>();
  short array[4] = {};
  short *p = array;
  ref<short *> a(p);
  CHECK(a.fetch_add(2) == array && p == array + 2 && ++a == array + 3 && (a -= 3) == array);
  CHECK(a++ == array && a.fetch_sub(1) == array + 1 && a.load() == array);
  atomic_fence(memory_order::acq_rel, memory_scope::work_group);
  atomic_fence(memory_order::relaxed, memory_scope::work_item);
}
