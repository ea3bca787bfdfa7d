// sycl_ext_oneapi_non_uniform_groups, sycl_ext_oneapi_sub_group_mask,
// sycl_ext_oneapi_free_function_queries: parts of sub-groups have the members that they should,
// their algorithms combine these alone, in branches that others do not take, too.
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace oneapi = sycl::ext::oneapi;
namespace experimental = oneapi::experimental;
static_assert(SYCL_EXT_ONEAPI_NON_UNIFORM_GROUPS == 1 && SYCL_EXT_ONEAPI_SUB_GROUP_MASK == 2 &&
              SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES == 1);
static_assert(sycl::is_group_v<experimental::opportunistic_group> &&
              experimental::is_user_constructed_group_v<experimental::opportunistic_group> &&
              experimental::is_fixed_topology_group_v<sycl::sub_group>);

/* How many of the sub-group's work-items before `end` satisfy the condition. */
template <class Condition> static uint32_t count(uint32_t end, const Condition &is_in) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < end; ++i)
    n += is_in(i);
  return n;
}

/* Whether all that a part says and computes is what its members give. */
template <class Group, class Condition>
static bool is_right(const Group &g, uint32_t lane, uint32_t size, const Condition &is_in) {
  const uint32_t members = count(size, is_in), before = count(lane, is_in);
  bool ok = g.get_local_linear_range() == members && g.get_local_linear_id() == before;
  ok &= sycl::reduce_over_group(g, 1u, sycl::plus<>()) == members;
  ok &= sycl::exclusive_scan_over_group(g, 2u, sycl::plus<>()) == 2 * before;
  ok &= sycl::inclusive_scan_over_group(g, lane, sycl::maximum<>()) == lane;
  ok &= sycl::any_of_group(g, g.leader()) && sycl::all_of_group(g, is_in(lane));
  uint32_t last = lane, next = lane;
  for (uint32_t i = 0; i < size; ++i)
    last = is_in(i) ? i : last;
  for (uint32_t i = size; i-- > lane + 1;)
    next = is_in(i) ? i : next;
  ok &= sycl::group_broadcast(g, lane, members - 1) == last;
  const uint32_t shifted = sycl::shift_group_left(g, lane);
  ok &= next == lane || shifted == next;
  sycl::group_barrier(g);
  return ok;
}

static bool masks(const sycl::sub_group &sg, uint32_t lane, uint32_t size) {
  oneapi::sub_group_mask m = oneapi::group_ballot(sg, lane % 2 == 1);
  bool ok = m.count() == size / 2 && m.size() == sg.get_max_local_range()[0];
  ok &= m[lane] == (lane % 2 == 1) && m.none() == (size == 1);
  ok &= m.find_low()[0] == (size > 1 ? 1 : m.size());
  m.flip(lane);
  m[0] = true;
  uint16_t bits;
  m.extract_bits(bits);
  ok &= m.test(0) && m.any() && (bits & 1) && !(m & ~m).any();
  m.reset();
  m.insert_bits(uint8_t(1), lane);
  return ok && m.count() == 1 && m.find_high()[0] == lane && (m >> lane).test(0);
}

int main() {
  sycl::queue q;
  CHECK(q.get_device().has(sycl::aspect::ext_oneapi_opportunistic_group));
  constexpr int N = 70;
  bool *right = sycl::malloc_shared<bool>(N, q);
  q.parallel_for(sycl::nd_range<1>(N, 35), [=](sycl::nd_item<1> it) {
     const sycl::sub_group sg = oneapi::this_work_item::get_sub_group();
     const uint32_t lane = sg.get_local_linear_id(), size = sg.get_local_linear_range();
     bool ok = oneapi::this_work_item::get_nd_item<1>() == it && masks(sg, lane, size);
     const bool is_third = lane % 3 == 0;
     const auto same = [=](uint32_t i) { return (i % 3 == 0) == is_third; };
     const auto by_four = [=](uint32_t i) { return i / 4 == lane / 4; };
     ok &= is_right(experimental::get_ballot_group(sg, is_third), lane, size, same);
     ok &= is_right(experimental::get_fixed_size_group<4>(sg), lane, size, by_four);
     if (is_third) {
       ok &= is_right(experimental::get_tangle_group(sg), lane, size, same);
     } else {
       const auto together = experimental::this_kernel::get_opportunistic_group();
       ok &= together.get_local_linear_range() <= count(size, same);
       ok &= sycl::all_of_group(together, lane % 3 != 0);
     }
     right[it.get_global_id(0)] = ok;
   }).wait();
  for (int i = 0; i < N; ++i)
    CHECK(right[i]);
  sycl::free(right, q);
  return finish();
}
