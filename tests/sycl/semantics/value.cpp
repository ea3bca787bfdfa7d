// SYCL 2020, 4.5.3: item, nd_item, h_item, group and sub_group are values: kept in a kernel, they
// answer on the host what they answered there, and only equal ones compare equal.
#include <sycl/sycl.hpp>

#include "../check.hpp"

template <class T> struct kept {
  union {
    T object;
  };
  kept() {}
  kept(const kept &) = delete;
};
/* A group's own answers, for those that another asks. */
struct answers {
  size_t group, local_range, groups, global_range;
  bool operator==(const answers &o) const {
    return group == o.group && local_range == o.local_range && groups == o.groups &&
           global_range == o.global_range;
  }
};
template <int D> static answers ask(const sycl::group<D> &g) {
  return {g.get_group_linear_id(), g.get_local_linear_range(), g.get_group_linear_range(),
          g.get_global_range().size()};
}

/* What kernel(i, kept &) leaves for each work-item. */
template <class T> struct memory {
  explicit memory(sycl::queue &q, size_t n)
      : queue(q), items(sycl::malloc_shared<kept<T>>(n, q)), count(n) {}
  memory(const memory &) = delete;
  ~memory() { sycl::free(items, queue); }
  const T &operator[](size_t i) const { return items[i].object; }
  void check_equality() const {
    for (size_t i = 0; i < count; ++i)
      CHECK((*this)[i] == (*this)[i] && !((*this)[i] != (*this)[i]));
  }
  sycl::queue queue;
  kept<T> *items;
  size_t count;
};
template <class T> static void keep(kept<T> &place, const T &object) {
  new (&place.object) T(object);
}

static void nd_items(sycl::queue &q) {
  const sycl::nd_range<2> r({4, 6}, {2, 3});
  memory<sycl::nd_item<2>> all(q, 24);
  memory<sycl::group<2>> groups(q, 24);
  memory<sycl::sub_group> sub_groups(q, 24);
  auto *i_places = all.items;
  auto *g_places = groups.items;
  auto *s_places = sub_groups.items;
  answers *asked = sycl::malloc_shared<answers>(24, q);
  uint32_t *sub_ids = sycl::malloc_shared<uint32_t>(24, q);
  bool *mixed = sycl::malloc_shared<bool>(24, q);
  q.parallel_for(r, [=](sycl::nd_item<2> i) {
     const size_t at = i.get_global_linear_id();
     const sycl::sub_group s = i.get_sub_group();
     keep(i_places[at], i);
     keep(g_places[at], i.get_group());
     keep(s_places[at], s);
     asked[at] = ask(i.get_group());
     sub_ids[at] = s.get_group_linear_id() * 1000 + s.get_local_linear_range();
   }).wait();
  /* A work-item of another group asks. */
  q.parallel_for(r, [=](sycl::nd_item<2> i) {
     const size_t at = i.get_global_linear_id(), other = 23 - at;
     mixed[at] = ask(g_places[other].object) == asked[other] &&
                 g_places[other].object != i.get_group() && g_places[at].object == i.get_group() &&
                 i_places[at].object == i && i_places[other].object != i &&
                 i_places[other].object.get_global_id() == sycl::id<2>(other / 6, other % 6);
   }).wait();
  for (size_t at = 0; at < 24; ++at) {
    const sycl::id<2> id(at / 6, at % 6);
    const sycl::nd_item<2> &i = all[at];
    CHECK(i.get_global_id() == id && i.get_global_id(1) == id[1]);
    CHECK_EQUAL(i.get_global_linear_id(), at);
    CHECK(i.get_local_id() == id % sycl::id<2>(2, 3) && i.get_local_id(0) == id[0] % 2);
    CHECK_EQUAL(i.get_local_linear_id(), id[0] % 2 * 3 + id[1] % 3);
    CHECK(i.get_global_range() == sycl::range<2>(4, 6) && i.get_local_range(1) == 3);
    CHECK(i.get_group_range() == sycl::range<2>(2, 2) && i.get_nd_range() == r);
    CHECK(i.get_group() == groups[at] && i.get_group(0) == id[0] / 2);
    CHECK(groups[at].get_group_id() == id / sycl::id<2>(2, 3) && groups[at][1] == id[1] / 3);
    CHECK(groups[at].get_max_local_range() == sycl::range<2>(2, 3));
    CHECK(ask(groups[at]) == asked[at] && mixed[at]);
    const sycl::sub_group &s = sub_groups[at];
    CHECK_EQUAL(s.get_group_linear_id() * 1000 + s.get_local_linear_range(), sub_ids[at]);
    CHECK(s.get_local_range()[0] <= s.get_max_local_range()[0]);
    CHECK(s.get_group_id()[0] < s.get_group_linear_range());
    for (size_t o = 0; o < 24; ++o) {
      CHECK((all[o] == i) == (o == at));
      CHECK((groups[o] == groups[at]) == (asked[o].group == asked[at].group));
      CHECK((groups[o] != groups[at]) == (asked[o].group != asked[at].group));
      CHECK((sub_groups[o] == s) == (sub_ids[o] == sub_ids[at]));
    }
  }
  all.check_equality();
  groups.check_equality();
  sub_groups.check_equality();
  /* Which work-item asks is known in kernels alone. */
  CHECK_THROWS((void)groups[0].get_local_id(), sycl::errc::invalid, "no work-item");
  CHECK_THROWS((void)sub_groups[0].leader(), sycl::errc::invalid, "no work-item");
  CHECK_THROWS(sycl::group_barrier(groups[0]), sycl::errc::invalid, "no work-item");
  sycl::free(asked, q);
  sycl::free(sub_ids, q);
  sycl::free(mixed, q);
}

static void items(sycl::queue &q) {
  memory<sycl::item<2>> all(q, 6);
  auto *places = all.items;
  q.parallel_for(sycl::range<2>(2, 3), [=](sycl::item<2> i) {
     keep(places[i.get_linear_id()], i);
   }).wait();
  for (size_t at = 0; at < 6; ++at) {
    CHECK(all[at].get_id() == sycl::id<2>(at / 3, at % 3));
    CHECK(all[at].get_range() == sycl::range<2>(2, 3));
    for (size_t o = 0; o < 6; ++o)
      CHECK((all[o] == all[at]) == (o == at));
  }
}

static void hierarchical(sycl::queue &q) {
  memory<sycl::group<1>> groups(q, 3);
  memory<sycl::h_item<1>> all(q, 12);
  auto *g_places = groups.items;
  auto *i_places = all.items;
  q.submit([&](sycl::handler &h) {
     h.parallel_for_work_group(sycl::range<1>(3), sycl::range<1>(4), [=](sycl::group<1> g) {
       keep(g_places[g[0]], g);
       g.parallel_for_work_item([&](sycl::h_item<1> i) { keep(i_places[i.get_global_id(0)], i); });
     });
   }).wait();
  for (size_t at = 0; at < 12; ++at) {
    CHECK_EQUAL(all[at].get_global_id(0), at);
    CHECK_EQUAL(all[at].get_local_id(0), at % 4);
    CHECK_EQUAL(all[at].get_local_range(0), 4u);
    CHECK(ask(groups[at / 4]) == (answers{at / 4, 4, 3, 12}));
    for (size_t o = 0; o < 12; ++o) {
      CHECK((all[o] == all[at]) == (o == at));
      CHECK((groups[o / 4] == groups[at / 4]) == (o / 4 == at / 4));
    }
  }
}

int main() {
  sycl::queue q;
  items(q);
  nd_items(q);
  hierarchical(q);
  return finish();
}
