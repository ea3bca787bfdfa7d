/* SYCL 2020, 4.15.3: atomic_ref in kernels, every scope and order. Many work-items meet in few
 * places, neighbours in the same one; a scope of the work-group is used within work-groups only. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

constexpr size_t groups = 12, group_size = 70, n = groups * group_size, bins = 7;
constexpr auto generic = sycl::access::address_space::generic_space;

/* What one place has been through. */
template <class T> struct place {
  T sum, low, high, bits, swapped, counted;
};

template <class T, sycl::memory_scope Scope, sycl::memory_order Order>
void updates(sycl::queue &q) {
  using ref = sycl::atomic_ref<T, Order, Scope, generic>;
  const bool is_per_group = Scope <= sycl::memory_scope::work_group;
  const size_t sets = is_per_group ? groups : 1;
  place<T> *places = sycl::malloc_shared<place<T>>(sets * bins, q);
  for (size_t i = 0; i < sets * bins; ++i)
    places[i] = {0, 100, 0, 0, 0, 0};
  q.parallel_for(sycl::nd_range<1>(n, group_size), [=](sycl::nd_item<1> item) {
     const size_t i = item.get_global_id(0);
     place<T> &p = places[(is_per_group ? item.get_group(0) * bins : 0) + i / 3 % bins];
     ref(p.sum).fetch_add(T(i % 5));
     ref(p.sum) -= T(1);
     ref(p.low).fetch_min(T(i % 50 + 2));
     ref(p.high).fetch_max(T(i % 50));
     if constexpr (std::is_integral_v<T>) {
       ref(p.bits).fetch_or(T(1 << i % 16));
       ref(p.bits).fetch_xor(T(1 << 20));
     }
     ref(p.swapped).exchange(T(i));
     T seen = ref(p.counted).load();
     while (!ref(p.counted).compare_exchange_weak(seen, seen + 1)) {
     }
   }).wait();
  for (size_t s = 0; s < sets; ++s)
    for (size_t b = 0; b < bins; ++b) {
      place<T> expected{0, 100, 0, 0, 0, 0};
      bool is_last = false;
      for (size_t i = 0; i < n; ++i)
        if (i / 3 % bins == b && (!is_per_group || i / group_size == s)) {
          expected.sum += T(i % 5) - 1;
          expected.low = std::min(expected.low, T(i % 50 + 2));
          expected.high = std::max(expected.high, T(i % 50));
          if constexpr (std::is_integral_v<T>)
            expected.bits = (expected.bits | T(1 << i % 16)) ^ T(1 << 20);
          is_last |= places[s * bins + b].swapped == T(i);
          expected.counted += 1;
        }
      const place<T> &p = places[s * bins + b];
      CHECK_EQUAL(p.sum, expected.sum);
      CHECK_EQUAL(p.low, expected.low);
      CHECK_EQUAL(p.high, expected.high);
      CHECK_EQUAL(p.bits, expected.bits);
      CHECK_EQUAL(p.counted, expected.counted);
      CHECK(is_last);
    }
  sycl::free(places, q);
}
template <class T> void orders_and_scopes(sycl::queue &q) {
  using order = sycl::memory_order;
  using scope = sycl::memory_scope;
  updates<T, scope::work_group, order::relaxed>(q);
  updates<T, scope::work_group, order::seq_cst>(q);
  updates<T, scope::device, order::relaxed>(q);
  updates<T, scope::device, order::acq_rel>(q);
  updates<T, scope::system, order::seq_cst>(q);
}

/* Every work-item takes the next place of its group, whatever is in the work-item's own scope. */
void tickets(sycl::queue &q) {
  unsigned *next = sycl::malloc_shared<unsigned>(groups, q),
           *taken = sycl::malloc_shared<unsigned>(n, q);
  char **pointers = sycl::malloc_shared<char *>(groups, q);
  for (size_t g = 0; g < groups; ++g) {
    next[g] = 0;
    pointers[g] = nullptr;
  }
  for (size_t i = 0; i < n; ++i)
    taken[i] = 0;
  q.parallel_for(sycl::nd_range<1>(n, group_size), [=](sycl::nd_item<1> item) {
     using order = sycl::memory_order;
     using scope = sycl::memory_scope;
     const size_t g = item.get_group(0);
     sycl::atomic_ref<unsigned, order::acq_rel, scope::work_group> counter(next[g]);
     const unsigned mine = counter++;
     sycl::atomic_fence(order::acq_rel, scope::work_group);
     sycl::atomic_ref<unsigned, order::relaxed, scope::work_item>(taken[g * group_size + mine]) +=
         1;
     sycl::atomic_ref<char *, order::relaxed, scope::work_group>(pointers[g]).fetch_add(2);
     sycl::atomic_fence(order::seq_cst, scope::system);
   }).wait();
  for (size_t i = 0; i < n; ++i)
    CHECK_EQUAL(taken[i], 1u);
  for (size_t g = 0; g < groups; ++g) {
    CHECK_EQUAL(next[g], unsigned(group_size));
    CHECK(reinterpret_cast<size_t>(pointers[g]) == 2 * group_size);
  }
  sycl::free(next, q);
  sycl::free(taken, q);
  sycl::free(pointers, q);
}

int main() {
  sycl::queue q;
  orders_and_scopes<int>(q);
  orders_and_scopes<unsigned>(q);
  orders_and_scopes<long>(q);
  orders_and_scopes<unsigned long long>(q);
  orders_and_scopes<float>(q);
  orders_and_scopes<double>(q);
  tickets(q);
  return finish();
}
