// Sub-groups of kernels without reqd_sub_group_size: docs/sub-groups.md.
#pragma once
#include <sycl/sycl.hpp>

#include <algorithm>

#include "../check.hpp"

// What a kernel gets, what it is told, and what the queries say.
template <class Name> void check_default(sycl::queue &q, uint32_t wanted) {
  constexpr uint32_t local = 80;
  auto *out = sycl::malloc_shared<uint32_t>(4 * local, q);
  q.parallel_for<Name>(sycl::nd_range<1>(local, local), [=](sycl::nd_item<1> it) {
     auto group = it.get_sub_group();
     uint32_t *mine = out + 4 * it.get_local_id(0);
     mine[0] = group.get_max_local_range()[0];
     mine[1] = group.get_local_linear_range();
     mine[2] = sycl::reduce_over_group(group, uint32_t(1), sycl::plus<>());
     mine[3] = sycl::select_from_group(group, uint32_t(it.get_local_id(0)), 0);
   }).wait();
  for (uint32_t i = 0; i < local; i++) {
    const uint32_t first = i / wanted * wanted;
    CHECK_EQUAL(out[4 * i], wanted);
    CHECK_EQUAL(out[4 * i + 1], std::min(wanted, local - first));
    CHECK_EQUAL(out[4 * i + 2], out[4 * i + 1]);
    CHECK_EQUAL(out[4 * i + 3], first);
  }
  auto bundle = sycl::get_kernel_bundle<Name, sycl::bundle_state::executable>(q.get_context());
  namespace about = sycl::info::kernel_device_specific;
  CHECK_EQUAL(bundle.template get_kernel<Name>().template get_info<about::max_sub_group_size>(
                  q.get_device()),
              wanted);
  sycl::free(out, q);
}
