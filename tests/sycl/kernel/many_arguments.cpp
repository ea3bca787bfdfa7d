// SYCL 2020, 4.12.4: kernels with more parameters than a function of SPIR-V has
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <array>
#include <utility>
#include <vector>

namespace {

constexpr size_t many = 80, group = 16; // 80 accessors are 320 parameters
using global = sycl::accessor<int, 1, sycl::access_mode::read>;

/* Between the accessors, so that it is a parameter of its own and not aligned as its type. */
struct alignas(64) block {
  int numbers[16];
  char last;
};

struct captured {
  std::array<global, many> from;
  char tag;
  short factor;
  block numbers;
  sycl::local_accessor<int, 2> tile;
  double weight;
  int *out;
  sycl::vec<int, 4> four;
  bool is_last;
};

template <size_t... I>
std::array<global, many> access(std::vector<sycl::buffer<int>> &buffers, sycl::handler &h,
                                std::index_sequence<I...>) {
  return {global(buffers[I], h, sycl::read_only)...};
}

} // namespace

int main() {
  sycl::queue q;
  std::vector<sycl::buffer<int>> buffers;
  for (size_t i = 0; i < many; ++i) {
    buffers.emplace_back(sycl::range<1>(group));
    sycl::host_accessor to(buffers.back(), sycl::write_only);
    for (size_t j = 0; j < group; ++j)
      to[j] = int(i * group + j);
  }
  int *out = sycl::malloc_shared<int>(2 * group, q);
  CHECK(out != nullptr);
  for (int round = 0; round < 3; ++round) { // each launch has arguments of its own
    q.submit([&](sycl::handler &h) {
      captured all = {access(buffers, h, std::make_index_sequence<many>()),
                      char('a' + round),
                      2,
                      {},
                      sycl::local_accessor<int, 2>({2, group / 2}, h),
                      0.5,
                      out,
                      {1, 2, 3, 4},
                      round == 2};
      for (int i = 0; i < 16; ++i)
        all.numbers.numbers[i] = 100 * i + round;
      all.numbers.last = char(round);
      h.parallel_for(sycl::nd_range<1>(2 * group, group), [=](sycl::nd_item<1> item) {
        const size_t l = item.get_local_id(0), g = item.get_group(0);
        int sum = 0;
        for (const global &one : all.from)
          sum += one[l];
        all.tile[l / (group / 2)][l % (group / 2)] = sum;
        sycl::group_barrier(item.get_group());
        const size_t other = group - 1 - l;
        sum = all.tile[other / (group / 2)][other % (group / 2)];
        sum += sycl::reduce_over_group(item.get_group(), int(l), sycl::plus<int>());
        sum += all.tag * all.factor + all.numbers.numbers[l] + all.numbers.last;
        sum += int(all.weight * 4) + all.four[g] + (all.is_last ? 1000000 : 0);
        all.out[item.get_global_id(0)] = sum;
      });
    });
    q.wait();
    for (size_t i = 0; i < 2 * group; ++i) {
      const int l = int(i % group), other = int(group) - 1 - l;
      int expected = 0;
      for (int k = 0; k < int(many); ++k)
        expected += k * int(group) + other;
      expected += 120 + ('a' + round) * 2 + 100 * l + round + round;
      expected += 2 + int(i / group) + 1 + (round == 2 ? 1000000 : 0);
      CHECK_EQUAL(out[i], expected);
    }
  }
  sycl::free(out, q);
  return finish();
}
