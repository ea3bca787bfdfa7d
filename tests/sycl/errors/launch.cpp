// SYCL 2020, 4.9.4, 5.8.1: launches that cannot be, and what a command group function may not do.
#include <stdexcept>

#include "table.hpp"

using sycl::nd_item;
using sycl::nd_range;

template <int D> static void launch(sycl::queue &q, nd_range<D> r) {
  q.parallel_for(r, [=](nd_item<D>) {}).wait();
}

/* A kernel without a name is called as the source calls it. */
static void names(sycl::queue &q) {
  throws(errc::nd_range, {"launch.cpp:", "kernel names(sycl::queue&)::{lambda()#1}::operator()"},
         [&] { q.parallel_for(nd_range<1>(3, 2), [=](nd_item<1>) {}); });
}

static void ranges(sycl::queue &q) {
  const char *here = "launch.cpp:10: kernel "; // the launch above
  throws(errc::nd_range, {here, "{100}", "{7}", "multiple"},
         [&] { launch(q, nd_range<1>(100, 7)); });
  throws(errc::nd_range, {here, "zero"}, [&] { launch(q, nd_range<1>(100, 0)); });
  throws(errc::nd_range, {here, "{4, 6}", "{2, 4}"},
         [&] { launch(q, nd_range<2>({4, 6}, {2, 4})); });
  throws(errc::nd_range, {here, "{8, 0, 1}"},
         [&] { launch(q, nd_range<3>({8, 8, 8}, {8, 0, 1})); });
  const size_t most = q.get_device().get_info<sycl::info::device::max_work_group_size>();
  throws(errc::nd_range, {here, "limit", "max_work_"},
         [&] { launch(q, nd_range<1>(most * 2, most * 2)); });
  throws(errc::nd_range, {here, "limit", "max_work_"},
         [&] { launch(q, nd_range<2>({most, 2}, {most, 2})); });
  throws(errc::nd_range, {here, "counted"}, [&] { launch(q, nd_range<2>({huge, 8}, {1, 1})); });
  throws(errc::nd_range, {"launch.cpp:", "counted"},
         [&] { q.parallel_for(sycl::range<3>(huge, 2, 2), [=](sycl::id<3>) {}); });
  throws(errc::nd_range, {"launch.cpp:", "counted"},
         [&] { q.parallel_for({huge, size_t(2), size_t(2)}, [=](sycl::id<3>) {}); });
  throws(errc::kernel_not_supported, {"launch.cpp:"}, [&] {
    q.parallel_for(4, [=](sycl::id<1>) [[sycl::device_has(sycl::aspect::custom)]] {});
  });
  /* An empty index space runs nothing, whatever its local range. */
  launch(q, nd_range<1>(0, 0));
  launch(q, nd_range<1>(0, 7));
  launch(q, nd_range<2>({huge, 0}, {most, most}));
  q.parallel_for(sycl::range<2>(0, 5), [=](sycl::id<2>) {}).wait();
}

static void required_sizes(sycl::queue &q) {
  const auto of_eight = [=](nd_item<1>) [[sycl::reqd_work_group_size(8)]] {};
  throws(errc::nd_range, {"launch.cpp:", "reqd_work_group_size", "8", "16"},
         [&] { q.parallel_for(nd_range<1>(32, 16), of_eight); });
  q.parallel_for(nd_range<1>(32, 8), of_eight).wait();
}

static void local_memory(sycl::queue &q) {
  const auto with = [&](size_t count, auto r) {
    q.submit([&](sycl::handler &h) {
       sycl::local_accessor<int> l(count, h);
       h.parallel_for(r, [=](auto i) {
         if (i.get_global_linear_id() == 0)
           l[0] = 1;
       });
     }).wait();
  };
  const size_t size = q.get_device().get_info<sycl::info::device::local_mem_size>();
  const nd_range<1> r(4, 4);
  throws(errc::memory_allocation, {"launch.cpp:", "local_mem_size"}, [&] { with(size, r); });
  throws(errc::memory_allocation, {"local accessors"}, [&] { with(huge, r); }); // 0, if it wrapped
  throws(errc::memory_allocation, {"local accessors"}, [&] { with(size_t(-1), r); });
  throws(errc::kernel_argument, {"launch.cpp:", "launch it over an nd_range"}, [&] {
    q.submit([&](sycl::handler &h) {
      sycl::local_accessor<int> l(4, h);
      h.parallel_for(sycl::range(4), [=](sycl::item<1>) { l[0] = 1; });
    });
  });
  with(4, r);
}

static void reductions(sycl::queue &q) {
  int *sum = sycl::malloc_shared<int>(1, q);
  sycl::buffer<int> two(2);
  throws(errc::invalid, {"one element"}, [&] {
    q.submit([&](sycl::handler &h) {
      h.parallel_for(sycl::range(4), sycl::reduction(two, h, sycl::plus<int>()),
                     [=](sycl::id<1>, auto &s) { s += 1; });
    });
  });
  const auto least = [](int a, int b) { return a < b ? a : b; };
  throws(errc::invalid, {"identity"},
         [&] { sycl::reduction(sum, least, sycl::property::reduction::initialize_to_identity()); });
  throws(errc::nd_range, {"{9}", "{2}"}, [&] {
    q.parallel_for(nd_range<1>(9, 2), sycl::reduction(sum, sycl::plus<int>()),
                   [=](nd_item<1>, auto &s) { s += 1; });
  });
  throws(errc::nd_range, {"launch.cpp:", "counted"}, [&] {
    q.submit([&](sycl::handler &h) {
      h.parallel_for(sycl::range<2>(huge, 8), sycl::reduction(sum, sycl::plus<int>()),
                     [=](sycl::id<2>, auto &s) { s += 1; });
    });
  });
  sycl::free(sum, q);
}

static void command_groups(sycl::queue &q) {
  const char *here = "launch.cpp:";
  const auto nothing = [] {};
  throws(errc::invalid, {here, "one command"}, [&] {
    q.submit([&](sycl::handler &h) {
      h.single_task([] {});
      h.single_task([] {});
    });
  });
  throws(errc::invalid, {here, "one command"}, [&] {
    q.submit([&](sycl::handler &h) {
      h.memcpy(nullptr, nullptr, 0);
      h.parallel_for(sycl::range(1), [=](sycl::id<1>) {});
    });
  });
  bool has_run = false;
  throws(errc::invalid, {"one command"}, [&] {
    q.submit([&](sycl::handler &h) {
      h.host_task([&] { has_run = true; });
      try {
        h.host_task(nothing);
      } catch (const sycl::exception &) {
      }
    });
  });
  q.wait();
  CHECK(!has_run);
  /* What the function throws is the caller's, and nothing was submitted. */
  try {
    q.submit([&](sycl::handler &h) {
      h.host_task([&] { has_run = true; });
      throw std::out_of_range("mine");
    });
    CHECK(!"thrown");
  } catch (const std::out_of_range &e) {
    CHECK(std::string(e.what()) == "mine");
  }
  q.wait();
  CHECK(!has_run);
  /* No command at all is complete at once; a submission inside another is one of its own. */
  CHECK(q.submit([](sycl::handler &) {}).get_info<sycl::info::event::command_execution_status>() ==
        sycl::info::event_command_status::complete);
  q.submit([&](sycl::handler &h) {
     q.submit([&](sycl::handler &inner) { inner.host_task([&] { has_run = true; }); }).wait();
     h.single_task([] {});
   }).wait();
  CHECK(has_run);
}

int main() {
  sycl::queue q;
  names(q);
  ranges(q);
  required_sizes(q);
  local_memory(q);
  reductions(q);
  command_groups(q);
  return finish();
}
