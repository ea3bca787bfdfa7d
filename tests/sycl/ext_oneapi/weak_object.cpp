// sycl_ext_oneapi_weak_object: of every class whose copies are the same object, a weak_object that
// expires with the last copy, locks before, and orders objects by their owners.
#include <sycl/sycl.hpp>

#include <map>
#include <set>
#include <thread>
#include <vector>

#include "../check.hpp"

#ifndef SYCL_EXT_ONEAPI_WEAK_OBJECT
#error "the extension has a feature-test macro"
#endif

namespace oneapi = sycl::ext::oneapi;
using oneapi::weak_object;

template <class T> constexpr bool has_equality = !std::is_same_v<T, sycl::kernel_id>;

template <class T> void order(const T &a, const T &b) {
  const weak_object<T> x(a), y(b), x2(a), none;
  const oneapi::owner_less<T> less;
  CHECK(!x.owner_before(x2) && !x2.owner_before(x) && !x.owner_before(a) && !less(a, x));
  CHECK(!a.ext_oneapi_owner_before(x) && !a.ext_oneapi_owner_before(a));
  const bool is_before = a.ext_oneapi_owner_before(b);
  CHECK(is_before != b.ext_oneapi_owner_before(a));
  CHECK(x.owner_before(y) == is_before && y.owner_before(x) == !is_before);
  CHECK(x.owner_before(b) == is_before && a.ext_oneapi_owner_before(y) == is_before);
  CHECK(less(x, y) == is_before && less(a, b) == is_before && less(y, a) == !is_before);
  CHECK(!none.owner_before(weak_object<T>()) && none.owner_before(x) && !x.owner_before(none));
  CHECK(less(none, a) && !less(a, none));
}

/* made: the object; only this function has copies of it then. */
template <class Make> void expires(const Make &make) {
  using T = decltype(make());
  weak_object<T> w, copied;
  CHECK(w.expired() && !w.try_lock());
  CHECK_THROWS((void)w.lock(), sycl::errc::invalid, "expired");
  {
    T object = make();
    w = object;
    weak_object<T> moved(w);
    copied = std::move(moved);
    CHECK(!w.expired() && !copied.expired() && w.try_lock().has_value());
    CHECK(w.lock() == object && copied.lock() == object);
    std::optional<T> last(w.lock());
    {
      const T gone = std::move(object);
      (void)gone;
    }
    CHECK(!w.expired() && w.lock() == *last);
  }
  CHECK(w.expired() && copied.expired() && !w.try_lock());
  CHECK_THROWS((void)w.lock(), sycl::errc::invalid, "expired");
  weak_object<T> other;
  other.swap(w);
  CHECK(!other.owner_before(copied) && !copied.owner_before(other));
  CHECK(w.owner_before(other)); // even an expired one is not empty
  other.reset();
  CHECK(!other.owner_before(w) && !w.owner_before(other));
  const T a = make(), b = make();
  order(a, b);
}

/* A new object at the address of one that has ended is another. */
static void same_address() {
  std::vector<weak_object<sycl::queue>> gone;
  for (int i = 0; i < 8; ++i) {
    const sycl::queue q;
    gone.emplace_back(q);
    for (size_t j = 0; j + 1 < gone.size(); ++j) {
      CHECK(gone[j].expired());
      CHECK(gone[j].owner_before(q) != q.ext_oneapi_owner_before(gone[j]));
      CHECK(gone[j].owner_before(gone.back()) != gone.back().owner_before(gone[j]));
    }
  }
  std::set<weak_object<sycl::queue>, oneapi::owner_less<sycl::queue>> all(gone.begin(), gone.end());
  CHECK(all.size() == 8);
}

static void in_command_groups(sycl::queue &q) {
  sycl::buffer<int> data{sycl::range(4)};
  std::optional<sycl::accessor<int>> kept;
  weak_object<sycl::accessor<int>> of_accessor;
  weak_object<sycl::stream> of_stream;
  weak_object<sycl::local_accessor<int, 2>> of_local;
  q.submit([&](sycl::handler &h) {
     const sycl::accessor<int> a(data, h);
     const sycl::local_accessor<int, 2> l({2, 2}, h), l2({2, 2}, h);
     const sycl::stream s(64, 16, h), s2(64, 16, h);
     order(l, l2);
     order(s, s2);
     order(a, sycl::accessor<int>(data, h));
     of_accessor = a;
     of_stream = s;
     of_local = l;
     CHECK(of_accessor.lock() == a && of_stream.lock() == s && of_local.lock() == l);
     kept = of_accessor.try_lock();
     h.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> i) {
       if (i.get_local_id(0) == 0)
         l[0][0] = 5;
       sycl::group_barrier(i.get_group());
       a[i.get_global_id()] = l[0][0];
     });
   }).wait();
  CHECK(of_stream.expired() && of_local.expired() && !of_accessor.expired());
  kept.reset();
  CHECK(of_accessor.expired());
  CHECK(sycl::host_accessor(data, sycl::read_only)[3] == 5);
  /* A task has copies of what it captures until it is done. */
  q.submit([&](sycl::handler &h) {
     const sycl::accessor a(data, h, sycl::read_write_host_task);
     const weak_object w(a);
     h.host_task([=] {
       w.lock()[1] = 7;
       (void)a;
     });
   }).wait();
  CHECK(sycl::host_accessor(data, sycl::read_only)[1] == 7);
}

static void what_lives_with_the_runtime(sycl::queue &q) {
  const sycl::device d = q.get_device();
  weak_object<sycl::device> of_device(d);
  weak_object<sycl::platform> of_platform(d.get_platform());
  CHECK(of_device.lock() == d && of_platform.lock() == d.get_platform());
  CHECK(!of_device.owner_before(d) && !d.ext_oneapi_owner_before(of_device));
}

static void events(sycl::queue &q) {
  weak_object<sycl::event> w;
  {
    const sycl::event e = q.submit([](sycl::handler &h) { h.host_task([] {}); });
    w = e;
    CHECK(w.lock() == e);
    w.lock().wait();
  }
}

/* A cache that keeps nothing: what the extension is for. */
static void as_keys(sycl::queue &q) {
  std::map<weak_object<sycl::context>, int, oneapi::owner_less<sycl::context>> seen;
  sycl::context other;
  ++seen[q.get_context()];
  ++seen[other];
  ++seen[q.get_context()];
  CHECK(seen.size() == 2 && seen[q.get_context()] == 2 && seen[other] == 1);
}

/* One thread locks while the others drop the last copies. */
static void race() {
  for (int i = 0; i < 200; ++i) {
    std::optional<sycl::buffer<int>> b(sycl::range(1));
    const weak_object<sycl::buffer<int>> w(*b);
    std::thread other([&] {
      while (auto locked = w.try_lock())
        CHECK(locked->size() == 1);
    });
    b.reset();
    other.join();
    CHECK(w.expired());
  }
}

int main() {
  sycl::queue q;
  sycl::buffer<int> data{sycl::range(4)}, data2{sycl::range(4)};
  sycl::sampled_image<1> sampled(
      nullptr, sycl::image_format::r8g8b8a8_uint,
      sycl::image_sampler{sycl::addressing_mode::none,
                          sycl::coordinate_normalization_mode::unnormalized,
                          sycl::filtering_mode::nearest},
      sycl::range<1>(4));
  expires([] { return sycl::buffer<int, 2>(sycl::range(2, 3)); });
  expires([&] { return sycl::accessor<int>(data); });
  expires([&] { return sycl::host_accessor<int, 1, sycl::access_mode::read>(data2); });
  expires([] { return sycl::queue(); });
  expires([] { return sycl::context(); });
  expires([] { return sycl::event(); });
  expires([] {
    return sycl::unsampled_image<1>(sycl::image_format::r8g8b8a8_uint, sycl::range<1>(4));
  });
  expires([&] { return sycl::host_sampled_image_accessor<sycl::uint4, 1>(sampled); });
  expires([&] { return sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context()); });
  same_address();
  in_command_groups(q);
  what_lives_with_the_runtime(q);
  events(q);
  as_keys(q);
  race();
  return finish();
}
