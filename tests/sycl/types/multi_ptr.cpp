/* SYCL 2020, 4.7.7: multi_ptr, its conversions and arithmetic, on the host. */
#include <sycl/accessor.hpp>
#include <sycl/atomic_ref.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/vec.hpp>

#include "../check.hpp"

using namespace sycl;
template <class A, class B> static constexpr bool converts = std::is_convertible_v<A, B>;
template <class A, class B> static constexpr bool casts = std::is_constructible_v<B, A>;

static_assert(converts<raw_global_ptr<int>, raw_global_ptr<const int>>);
static_assert(converts<raw_global_ptr<int>, raw_generic_ptr<int>>);
static_assert(converts<raw_local_ptr<int>, decorated_local_ptr<void>>);
static_assert(!converts<raw_global_ptr<const int>, raw_global_ptr<int>>);
static_assert(!casts<raw_global_ptr<int>, raw_local_ptr<int>>);
static_assert(!converts<raw_generic_ptr<int>, raw_global_ptr<int>>);
static_assert(casts<raw_generic_ptr<int>, raw_global_ptr<int>>);
static_assert(!converts<raw_global_ptr<void>, raw_global_ptr<int>>);
static_assert(casts<raw_global_ptr<void>, raw_global_ptr<int>>);
static_assert(!converts<raw_global_ptr<int>, int *> && converts<global_ptr<int>, int *>);
static_assert(!converts<int *, raw_global_ptr<int>>);
/* sycl_ext_intel_usm_address_spaces: parts of the global space */
namespace intel = sycl::ext::intel;
static_assert(
    std::is_same_v<intel::device_ptr<int, access::decorated::no>, intel::raw_device_ptr<int>>);
static_assert(converts<intel::raw_device_ptr<int>, raw_generic_ptr<int>>);
static_assert(!converts<intel::raw_device_ptr<int>, raw_global_ptr<int>>);
static_assert(casts<intel::raw_device_ptr<int>, raw_global_ptr<int>>);
static_assert(casts<intel::decorated_host_ptr<int>, decorated_global_ptr<int>>);
static_assert(!casts<intel::raw_host_ptr<int>, intel::raw_device_ptr<int>>);
static_assert(!casts<raw_global_ptr<int>, intel::raw_device_ptr<int>>);
static_assert(casts<accessor<int, 1, access_mode::read_write>, intel::raw_device_ptr<int>>);

int main() {
  int v[4] = {1, 2, 3, 4};
  auto p = address_space_cast<access::address_space::global_space, access::decorated::no>(v);
  CHECK(*p == 1 && p[2] == 3 && *(p + 1) == 2 && *++p == 2 && *p++ == 2 && *--p == 2);
  p -= 1;
  CHECK(p.get() == v && (p + 3) - p == 3 && p < p + 1 && p != nullptr && p);
  raw_generic_ptr<const int> g = p;
  raw_global_ptr<void> erased = p;
  CHECK(g.get_raw() == v && static_cast<raw_global_ptr<int>>(erased) == p);
  global_ptr<int> legacy(v);
  CHECK(legacy != nullptr && nullptr != legacy && *(legacy + 1) == 2 && legacy[1] == 2);
  p = nullptr;
  CHECK(!p && p == nullptr);
  int4 loaded;
  loaded.load(0, g);
  CHECK(loaded.w() == 4);
  (loaded * 2).store(0, global_ptr<int>(v));
  CHECK(v[3] == 8);
}
