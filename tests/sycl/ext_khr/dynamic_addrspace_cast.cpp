// sycl_khr_dynamic_addrspace_cast: a pointer is in one of three address spaces, on both sides of a
// barrier, in divergent code and in functions; in the others the result is null.
#include <sycl/sycl.hpp>

#include "../check.hpp"

static_assert(SYCL_KHR_DYNAMIC_ADDRSPACE_CAST == 1);
using sycl::access::address_space;

template <address_space Space> static bool is_only_in(int *p) {
  using sycl::khr::dynamic_addrspace_cast;
  const sycl::decorated_generic_ptr<int> generic(p);
  int *in[] = {dynamic_addrspace_cast<address_space::global_space>(p).get_raw(),
               dynamic_addrspace_cast<address_space::local_space>(p).get_raw(),
               dynamic_addrspace_cast<address_space::private_space>(generic).get_raw()};
  constexpr int which = Space == address_space::global_space  ? 0
                        : Space == address_space::local_space ? 1
                                                              : 2;
  for (int i = 0; i < 3; ++i)
    if (in[i] != (i == which ? p : nullptr))
      return false;
  return true;
}
__attribute__((noinline)) static bool is_in_private(int *p) {
  int deeper = *p;
  return is_only_in<address_space::private_space>(p) &&
         is_only_in<address_space::private_space>(&deeper);
}

int main() {
  sycl::queue q;
  constexpr size_t N = 70;
  int *right = sycl::malloc_shared<int>(4 * N, q), on_host = 0;
  q.parallel_for(N, [=](sycl::id<1> i) {
     int *captured = const_cast<int *>(&on_host);
     int own[2] = {int(i), 1};
     right[i] = is_only_in<address_space::global_space>(right + i) &&
                is_only_in<address_space::private_space>(own + i % 2) &&
                is_only_in<address_space::private_space>(captured);
   }).wait();
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> local(N, h);
     h.parallel_for(sycl::nd_range<1>(2 * N, N), [=](sycl::nd_item<1> it) {
       const size_t l = it.get_local_id(0);
       int own = int(l), *kept = &own;
       bool is_right = is_only_in<address_space::local_space>(&local[l]);
       is_right &= is_only_in<address_space::private_space>(kept);
       local[l] = own;
       sycl::group_barrier(it.get_group());
       own += local[(l + 1) % N];
       if (l % 3 == 1)
         is_right &= is_in_private(kept);
       int *block = sycl::ext::oneapi::group_local_memory<int>(it.get_group());
       is_right &= is_only_in<address_space::local_space>(block);
       is_right &= own == int(l + (l + 1) % N);
       right[N + it.get_global_id(0)] = is_right;
     });
   }).wait();
  for (size_t i = 0; i < 3 * N; ++i)
    CHECK(right[i]);
  CHECK_THROWS(sycl::khr::dynamic_addrspace_cast<address_space::global_space>(&on_host),
               sycl::errc::invalid, "dynamic_addrspace_cast");
  sycl::free(right, q);
  return finish();
}
