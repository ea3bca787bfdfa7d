/* NC-16: joint_reduce, joint scans and joint_any_of and its like over ranges of memory shorter and
 * longer than the group. SYCL 2020, 4.17.4. */
#ifndef FALX_TESTS_SYCL_GROUP_JOINT_HPP
#define FALX_TESTS_SYCL_GROUP_JOINT_HPP

#include "collectives.hpp"

/* Each group has a part of every array of its own: group `g` of `count`, `length` elements. */
template <bool W, class T, class Op, int D>
void test_ranges(const sycl::nd_range<D> &r, size_t length, Op op) {
  static sycl::queue q;
  const size_t local = r.get_local_range().size(), items = r.get_global_range().size();
  const size_t stride = length + 1;
  T *in = sycl::malloc_shared<T>(items * stride, q);
  T *scans = sycl::malloc_shared<T>(4 * items * stride, q);
  T *sums = sycl::malloc_shared<T>(2 * items, q);
  int *votes = sycl::malloc_shared<int>(items, q);
  const T last = T(77), init = T(2);
  for (size_t i = 0; i < items * stride; ++i)
    in[i] = number<T, Op>(i);
  for (size_t i = 0; i < 4 * items * stride; ++i)
    scans[i] = last;
  for (size_t i = 0; i < items; ++i)
    votes[i] = -1;
  q.parallel_for(r, [=](sycl::nd_item<D> item) {
     const auto g = group_of<W>(item);
     const size_t linear = item.get_group_linear_id() * local + item.get_local_linear_id();
     // The group's part is that of its leader.
     const size_t part = sycl::group_broadcast(g, linear);
     const T *first = in + part * stride, *end = first + length;
     T *out = scans + part * 4 * stride;
     const auto is_init = [=](T x) { return x == init; };
     bool is_end = sycl::joint_exclusive_scan(g, first, end, out, op) == out + length;
     out += stride;
     is_end &= sycl::joint_exclusive_scan(g, first, end, out, init, op) == out + length;
     out += stride;
     is_end &= sycl::joint_inclusive_scan(g, first, end, out, op) == out + length;
     out += stride;
     is_end &= sycl::joint_inclusive_scan(g, first, end, out, op, init) == out + length;
     sums[2 * linear] = sycl::joint_reduce(g, first, end, op);
     sums[2 * linear + 1] = sycl::joint_reduce(g, first, end, init, op);
     votes[linear] = sycl::joint_any_of(g, first, end, is_init) |
                     sycl::joint_all_of(g, first, end, is_init) << 1 |
                     sycl::joint_none_of(g, first, end, is_init) << 2 | is_end << 3 |
                     int((linear - part) << 4);
   }).wait();
  for (size_t i = 0; i < items; ++i) {
    const size_t part = i - size_t(votes[i] >> 4);
    T sum = sycl::detail::native_identity<sycl::detail::kind_of<Op>, T>(), from_init = init;
    size_t inits = 0;
    const T *out = scans + part * 4 * stride;
    for (size_t k = 0; k < length; ++k) {
      const T x = in[part * stride + k];
      CHECK_EQUAL(out[k], sum);
      CHECK_EQUAL(out[stride + k], from_init);
      sum = static_cast<T>(op(sum, x));
      from_init = static_cast<T>(op(from_init, x));
      CHECK_EQUAL(out[2 * stride + k], sum);
      CHECK_EQUAL(out[3 * stride + k], from_init);
      inits += x == init;
    }
    for (size_t k = 1; k <= 4; ++k) // nothing behind the results
      CHECK_EQUAL(out[k * stride - 1], last);
    CHECK_EQUAL(sums[2 * i], sum);
    CHECK_EQUAL(sums[2 * i + 1], from_init);
    CHECK_EQUAL(votes[i] & 15,
                int((inits > 0) << 0 | (inits == length) << 1 | (inits == 0) << 2 | 8));
  }
  for (void *p : {(void *)in, (void *)scans, (void *)sums, (void *)votes})
    sycl::free(p, q);
}

template <bool W> void test_joint() {
  all_dimensions([](const auto &r) {
    const size_t local = r.get_local_range().size();
    for (size_t length : {size_t(0), size_t(1), local / 2, local, 3 * local + 7}) {
      test_ranges<W, int>(r, length, sycl::plus<int>());
      test_ranges<W, double>(r, length, sycl::maximum<>());
      test_ranges<W, unsigned char>(r, length, sycl::bit_xor<unsigned char>());
    }
  });
}

#endif
