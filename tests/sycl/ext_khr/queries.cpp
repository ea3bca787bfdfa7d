// sycl_khr_default_context, sycl_khr_queue_empty_query, sycl_khr_queue_flush,
// sycl_khr_max_work_group_queries, sycl_khr_work_item_queries, sycl_khr_group_interface,
// sycl_khr_static_addrspace_cast: each says what the classes of SYCL 2020 say.
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace khr = sycl::khr;
static_assert(SYCL_KHR_DEFAULT_CONTEXT == 1 && SYCL_KHR_QUEUE_EMPTY_QUERY == 1 &&
              SYCL_KHR_QUEUE_FLUSH == 1 && SYCL_KHR_MAX_WORK_GROUP_QUERIES == 1 &&
              SYCL_KHR_WORK_ITEM_QUERIES == 1 && SYCL_KHR_GROUP_INTERFACE == 1 &&
              SYCL_KHR_STATIC_ADDRSPACE_CAST == 1);

template <class Group> static bool is_member(const Group &g, size_t number, size_t size) {
  const khr::member_item item = khr::get_member_item(g);
  return item.linear_id() == number && item.range().size() == size && item.size() == 1 &&
         khr::leader_of(g) == (number == 0) && khr::leader_of(item);
}

/* How many work-items see all as it is. */
static int groups(sycl::queue &q) {
  int right = 0;
  sycl::buffer<int> b(&right, 1);
  q.submit([&](sycl::handler &h) {
    sycl::accessor sum(b, h);
    sycl::local_accessor<int> local(1, h);
    h.parallel_for(sycl::nd_range<2>({4, 6}, {2, 3}), [=](sycl::nd_item<2> it) {
      const khr::work_group group = khr::this_group<2>();
      const khr::sub_group sub = khr::this_sub_group();
      const sycl::sub_group known = it.get_sub_group();
      bool is_right = it == khr::this_nd_item<2>() && group == khr::work_group(it.get_group());
      is_right &= group.id() == it.get_group().get_group_id() && group.size() == 6;
      is_right &= group.linear_id() == it.get_group_linear_id() && group.range().size() == 4;
      is_right &= is_member(group, it.get_local_linear_id(), 6);
      is_right &= sycl::sub_group(sub) == known && sub.size() <= sub.max_size();
      is_right &= sub.linear_id() == known.get_group_linear_id();
      is_right &= is_member(sub, known.get_local_linear_id(), sub.size());
      int own = 1;
      using sycl::access::address_space;
      using sycl::access::decorated;
      const auto mine = khr::static_addrspace_cast<address_space::private_space>(&own);
      const sycl::multi_ptr<int, address_space::generic_space, decorated::yes> any(
          local.get_multi_ptr<decorated::yes>());
      const auto shared = khr::static_addrspace_cast<address_space::local_space>(any);
      static_assert(std::is_same_v<decltype(shared), const sycl::decorated_local_ptr<int>>);
      is_right &= mine.get() == &own && shared.get_raw() == &local[0];
      sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(sum[0]) +=
          is_right;
    });
  });
  return b.get_host_access()[0];
}

int main() {
  sycl::queue q;
  CHECK(q.get_device().get_platform().khr_get_default_context() == q.get_context());
  CHECK(sycl::context(q.get_device()) != q.get_context());

  int *flag = sycl::malloc_shared<int>(1, q);
  *flag = 0;
  using atomic = sycl::atomic_ref<int, sycl::memory_order::seq_cst, sycl::memory_scope::system>;
  CHECK(q.khr_empty());
  const sycl::event e = q.single_task([=] {
    while (atomic(*flag).load() == 0)
      ;
  });
  CHECK(!q.khr_empty());
  q.khr_flush();
  atomic(*flag).store(1);
  using info = sycl::info::event::command_execution_status;
  while (e.get_info<info>() != sycl::info::event_command_status::complete)
    ;
  q.wait();
  CHECK(q.khr_empty());
  sycl::free(flag, q);

  const sycl::device d = q.get_device();
  const size_t most = d.get_info<khr::info::device::max_work_group_range<2>>()[1];
  CHECK(most >= 1 && static_cast<int>(most) >= 1);
  CHECK(d.get_info<khr::info::device::max_work_group_range_size>() >= 1);
  CHECK_EQUAL(groups(q), 24);
  return finish();
}
