// SYCL 2020, 4.9.1.8: the sub-groups of work-groups with several rows. On native_cpu those of rows
// that are shorter than a sub-group go on from row to row: all are full but the last one, and
// work-item n * get_max_local_range() of the group begins sub-group n. Elsewhere they end with
// their row. The kernels ask for their ids in all dimensions, with and without a barrier between.
#include <sycl/ext/oneapi/free_function_queries.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>

#include "../check.hpp"

struct seen {
  uint32_t most, local, lane, id, groups, sum, next, same;
  size_t local_id[3], global_id[3];
};

template <int D> seen look(sycl::nd_item<D> it, uint32_t own) {
  const sycl::sub_group g = it.get_sub_group();
  seen s = {static_cast<uint32_t>(g.get_max_local_range()[0]),
            static_cast<uint32_t>(g.get_local_range()[0]),
            g.get_local_linear_id(),
            g.get_group_linear_id(),
            g.get_group_linear_range(),
            sycl::reduce_over_group(g, own, sycl::plus<>()),
            sycl::shift_group_left(g, own, 1),
            g == sycl::ext::oneapi::this_work_item::get_sub_group(),
            {},
            {}};
  for (int d = 0; d < D; d++) {
    s.local_id[d] = it.get_local_id(d);
    s.global_id[d] = it.get_global_id(d);
  }
  return s;
}

// What the work-items of one launch must have seen. size: the kernel's, 0 if only the device knows.
template <int D>
void check_seen(const seen *out, sycl::range<D> global, sycl::range<D> local, uint32_t size) {
  const size_t items = local.size(), row = local[D - 1];
  const bool is_packed = row < size, has_tail = is_packed && items % size;
  for (size_t i = 0; i < global.size(); i++) {
    const seen &s = out[i];
    size_t left = i, own = 0;
    for (int d = D - 1; d >= 0; left /= global[d--]) {
      CHECK_EQUAL(s.global_id[d], left % global[d]);
      CHECK_EQUAL(s.local_id[d], left % global[d] % local[d]);
    }
    for (int d = 0; d < D; d++)
      own = own * local[d] + s.local_id[d];
    CHECK(s.local <= s.most && s.lane < s.local && s.id < s.groups);
    CHECK_EQUAL(s.most, out[0].most);
    CHECK_EQUAL(s.same, 1u);
    if (!size)
      continue;
    const size_t end = is_packed ? items : own / row * row + row;
    const size_t in = is_packed ? own : own % row, first = own - in % size;
    const size_t count = std::min<size_t>(size, end - first);
    CHECK_EQUAL(s.most, size);
    CHECK_EQUAL(s.lane, in % size);
    CHECK_EQUAL(s.local, count);
    CHECK_EQUAL(s.sum, count * first + count * (count - 1) / 2);
    if (s.lane + 1 < count)
      CHECK_EQUAL(s.next, own + 1);
    if (is_packed) {
      CHECK_EQUAL(s.id, own / size);
      CHECK_EQUAL(s.groups, items / size + has_tail);
    } else {
      CHECK_EQUAL(s.id, own / row * ((row + size - 1) / size) + in / size);
      CHECK_EQUAL(s.groups, items / row * ((row + size - 1) / size));
    }
  }
}

template <int D> struct plain {
  seen *out;
  void operator()(sycl::nd_item<D> it) const {
    out[it.get_global_linear_id()] = look(it, static_cast<uint32_t>(it.get_local_linear_id()));
  }
};

// Work-items hand their number on through local memory, so that ids live across the
// barriers; these are so many that regions become functions.
template <int D> struct with_barriers {
  seen *out;
  sycl::local_accessor<uint32_t, 1> numbers;
  void operator()(sycl::nd_item<D> it) const {
    const size_t own = it.get_local_linear_id(), items = it.get_local_range().size();
    for (size_t k = 0; k < 5; k++) {
      numbers[items - 1 - own] = static_cast<uint32_t>(items - 1 - own);
      sycl::group_barrier(it.get_group());
      const uint32_t mine = numbers[own];
      sycl::group_barrier(it.get_group());
      out[it.get_global_linear_id()] = look(it, mine);
    }
  }
};

// Nothing says that all work-items take the same branch to the barrier: in the packed form lanes
// may differ, so sub-groups end with their rows here. They are of one size, and full, if a row is.
struct conditional {
  seen *out;
  uint32_t *const *places;
  void operator()(sycl::nd_item<2> it) const {
    const uint32_t own = static_cast<uint32_t>(it.get_local_linear_id());
    if (places[it.get_local_id(0)]) {
      *places[it.get_local_id(0)] = own;
      sycl::group_barrier(it.get_group());
      out[it.get_global_linear_id()] = look(it, own);
    }
  }
};

struct four {
  seen *out;
  [[sycl::reqd_sub_group_size(4)]] void operator()(sycl::nd_item<2> it) const {
    out[it.get_global_linear_id()] = look(it, static_cast<uint32_t>(it.get_local_linear_id()));
  }
};
struct short_rows {
  seen *out;
  [[sycl::reqd_sub_group_size(16), sycl::reqd_work_group_size(5, 3)]] void
  operator()(sycl::nd_item<2> it) const {
    out[it.get_global_linear_id()] = look(it, static_cast<uint32_t>(it.get_local_linear_id()));
  }
};

template <int D> void check_range(sycl::queue &q, sycl::range<D> groups, sycl::range<D> local) {
  const uint32_t size = q.get_backend() == sycl::backend::native_cpu ? 32 : 0;
  const sycl::range<D> global = groups * local;
  seen *out = sycl::malloc_shared<seen>(global.size(), q);
  q.parallel_for(sycl::nd_range<D>(global, local), plain<D>{out}).wait();
  check_seen(out, global, local, size);
  q.submit([&](sycl::handler &h) {
     h.parallel_for(sycl::nd_range<D>(global, local),
                    with_barriers<D>{out, sycl::local_accessor<uint32_t, 1>(local.size(), h)});
   }).wait();
  check_seen(out, global, local, size);
  sycl::free(out, q);
}

template <class K> void check_sized(sycl::queue &q, sycl::range<2> local, uint32_t size) {
  const auto sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();
  if (q.get_backend() != sycl::backend::native_cpu ||
      std::find(sizes.begin(), sizes.end(), size) == sizes.end())
    return;
  const sycl::range<2> global = local * 2;
  seen *out = sycl::malloc_shared<seen>(global.size(), q);
  q.parallel_for(sycl::nd_range<2>(global, local), K{out}).wait();
  check_seen(out, global, local, size);
  sycl::free(out, q);
}

void check_conditional(sycl::queue &q, size_t rows, size_t row) {
  const sycl::range<2> local(rows, row);
  seen *out = sycl::malloc_shared<seen>(local.size(), q);
  uint32_t **places = sycl::malloc_shared<uint32_t *>(rows, q);
  uint32_t *numbers = sycl::malloc_shared<uint32_t>(rows, q);
  for (size_t i = 0; i < rows; i++)
    places[i] = &numbers[i];
  q.parallel_for(sycl::nd_range<2>(local, local), conditional{out, places}).wait();
  for (size_t i = 0; i < local.size(); i++) {
    CHECK_EQUAL(out[i].most, out[0].most);
    CHECK_EQUAL(out[i].local, out[i].most);
    CHECK_EQUAL(out[i].id, i / out[i].most);
    CHECK_EQUAL(out[i].groups, local.size() / out[i].most);
  }
  sycl::free(numbers, q);
  sycl::free(places, q);
  sycl::free(out, q);
}

int main() {
  sycl::queue q;
  const size_t most =
      std::min<size_t>(256, q.get_device().get_info<sycl::info::device::max_work_group_size>());
  for (size_t row = 1; row <= 64; row *= 2)
    check_range(q, sycl::range<2>(2, 3), sycl::range<2>(most / row, row));
  check_range(q, sycl::range<2>(3, 2), sycl::range<2>(5, 12)); // the last sub-group is not full
  check_range(q, sycl::range<2>(1, 2), sycl::range<2>(3, 31));
  check_range(q, sycl::range<2>(2, 1), sycl::range<2>(3, 33)); // the last of each row is not
  check_range(q, sycl::range<3>(2, 2, 2), sycl::range<3>(3, 2, 8));
  check_range(q, sycl::range<3>(2, 2, 3), sycl::range<3>(7, 1, 1));
  check_range(q, sycl::range<3>(1, 2, 2), sycl::range<3>(1, 9, 5));
  check_range(q, sycl::range<3>(2, 1, 1), sycl::range<3>(2, 1, 32));
  check_range(q, sycl::range<1>(2), sycl::range<1>(128));
  check_sized<four>(q, sycl::range<2>(7, 3), 4);
  check_sized<four>(q, sycl::range<2>(3, 10), 4);
  if (q.get_backend() == sycl::backend::native_cpu)
    for (size_t row = 1; row <= 32; row *= 2)
      check_conditional(q, 64 / row, row);
  check_sized<short_rows>(q, sycl::range<2>(5, 3), 16);
  return 0;
}
