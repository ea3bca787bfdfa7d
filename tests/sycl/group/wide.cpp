// options: -fno-sycl-id-queries-fit-in-int
/* Falx: ids that do not fit 31 bits: vector forms count on it that they do, so such launches run
 * another code, with barriers and sub-groups too. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <vector>

using sycl::group_barrier;

int main() {
  sycl::queue q;
  constexpr size_t n = 300, local = 60;
  for (size_t offset : {size_t(0), (size_t(1) << 31) / 3 - 100, (size_t(1) << 31) - n,
                        (size_t(1) << 31) - 1, size_t(1) << 33}) {
    std::vector<size_t> ids(n), others(n), sums(n);
    std::vector<long> cut(n);
    {
      sycl::buffer a(ids), b(others), c(sums);
      sycl::buffer d(cut);
      q.submit([&](sycl::handler &h) {
        sycl::accessor to(a, h, sycl::write_only);
        h.parallel_for(sycl::range<1>(n), sycl::id<1>(offset), [=](sycl::item<1> i) {
          size_t id = i.get_id(0);
          to[id - offset] = id % 3 ? id : id + 1;
        });
      });
      q.submit([&](sycl::handler &h) { /* ids fit 31 bits, the sum need not */
                                       sycl::accessor to(d, h, sycl::write_only);
                                       h.parallel_for(sycl::range<1>(n), sycl::id<1>(offset),
                                                      [=](sycl::item<1> i) {
                                                        unsigned id = unsigned(i.get_id(0));
                                                        to[i.get_id(0) - offset] =
                                                            long(int(id * 3 + 7));
                                                      });
      });
      q.submit([&](sycl::handler &h) {
        sycl::accessor to(b, h, sycl::write_only);
        sycl::accessor sum(c, h, sycl::write_only);
        sycl::local_accessor<size_t> s(local, h);
        h.parallel_for(sycl::nd_range<1>(n, local, offset), [=](sycl::nd_item<1> i) {
          size_t l = i.get_local_id(0), id = i.get_global_id(0), total = 0;
          for (size_t k = 1; k < 4; k++) {
            s[l] = id + k;
            group_barrier(i.get_group());
            total += s[(l + k) % local];
            group_barrier(i.get_group());
          }
          to[id - offset] = total;
          sum[id - offset] = sycl::reduce_over_group(i.get_sub_group(), size_t(1), sycl::plus<>());
        });
      });
    }
    for (size_t i = 0; i < n; i++) {
      size_t id = offset + i, first = offset + i / local * local, expected = 0;
      CHECK_EQUAL(ids[i], id % 3 ? id : id + 1);
      for (size_t k = 1; k < 4; k++)
        expected += first + (i % local + k) % local + k;
      CHECK_EQUAL(others[i], expected);
      CHECK_EQUAL(cut[i], long(int(unsigned(id) * 3 + 7)));
      CHECK(sums[i] >= 1 && sums[i] <= local);
    }
  }
  return finish();
}
