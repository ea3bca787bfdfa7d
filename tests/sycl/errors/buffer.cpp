// SYCL 2020, 4.7.2, 4.7.6, 4.9.4.3: buffers, accessors and copies between them that cannot be.
#include "table.hpp"

template <class F> static void group(sycl::queue &q, const F &f) {
  q.submit([&](sycl::handler &h) { f(h); }).wait();
}

static void sizes() {
  throws(errc::memory_allocation, {"buffer", "range"}, [] { sycl::buffer<int> b(huge + 1); });
  throws(errc::memory_allocation, {"buffer", "negative"}, [] { sycl::buffer<int> b(size_t(-1)); });
  throws(errc::memory_allocation, {"buffer"},
         [] { sycl::buffer<char, 3> b(sycl::range<3>(huge, 2, 2)); });
  sycl::buffer<int, 2> empty(sycl::range<2>(huge, 0));
  CHECK(empty.byte_size() == 0);
  /* As many as can be counted, more than there are. */
  sycl::buffer<char> large(huge);
  throws(errc::memory_allocation, {"4611686018427387904 bytes"},
         [&] { sycl::host_accessor a(large); });
}

static void views() {
  sycl::buffer<int> b(4);
  throws(errc::invalid, {"reinterpret", "16"}, [&] { b.reinterpret<short, 1>(sycl::range(7)); });
  throws(errc::invalid, {"reinterpret"}, [&] { b.reinterpret<int, 1>(sycl::range(huge + 4)); });
  sycl::buffer<char> seven(7);
  throws(errc::invalid, {"reinterpret", "7"}, [&] { seven.reinterpret<int, 1>(); });

  using two = sycl::buffer<int, 2>;
  two whole(sycl::range(4, 6)), part(whole, {2, 0}, {2, 6});
  throws(errc::invalid, {"contiguous"}, [&] { two(whole, {0, 0}, {2, 5}); });
  throws(errc::invalid, {"2 elements from 3", "dimension 0", "4"},
         [&] { two(whole, {3, 0}, {2, 6}); });
  throws(errc::invalid, {"passes the end"}, [&] { two(whole, {0, size_t(-1)}, {1, 2}); });
  throws(errc::invalid, {"from a sub-buffer"}, [&] { two(part, {0, 0}, {1, 6}); });
}

static void boxes(sycl::queue &q) {
  sycl::buffer<int> b(16);
  const char *here = "buffer.cpp:";
  throws(errc::invalid, {here, "17 elements", "16"},
         [&] { group(q, [&](sycl::handler &h) { sycl::accessor a(b, h, sycl::range(17)); }); });
  throws(errc::invalid, {here, "8 elements from 9"}, [&] {
    group(q, [&](sycl::handler &h) { sycl::accessor a(b, h, sycl::range(8), sycl::id(9)); });
  });
  throws(errc::invalid, {here, "pass the end"}, [&] {
    group(q,
          [&](sycl::handler &h) { sycl::accessor a(b, h, sycl::range(8), sycl::id(size_t(-4))); });
  });
  throws(errc::invalid, {"17 elements"}, [&] { sycl::accessor a(b, sycl::range(17)); });
  throws(errc::invalid, {"17 elements"}, [&] { sycl::host_accessor a(b, sycl::range(17)); });
  throws(errc::invalid, {"pass the end"}, [&] { b.get_host_access(sycl::range(1), sycl::id(16)); });
  throws(errc::invalid, {here, "no_init", "write access"}, [&] {
    group(q, [&](sycl::handler &h) { sycl::accessor a(b, h, sycl::read_only, sycl::no_init); });
  });
  throws(errc::invalid, {"no_init"},
         [&] { sycl::host_accessor a(b, sycl::read_only, sycl::no_init); });
  CHECK(sycl::accessor(b, sycl::range(0), sycl::id(16)).get_range().size() == 0);

  /* 4.7.2.1: a device accesses a sub-buffer where its memory may begin. */
  const size_t aligned = q.get_device().get_info<sycl::info::device::mem_base_addr_align>() / 8;
  sycl::buffer<char> bytes(3 * aligned);
  sycl::buffer<char> odd(bytes, sycl::id(1), sycl::range(4)),
      even(bytes, sycl::id(aligned), sycl::range(4));
  const auto fill = [&](sycl::buffer<char> &to) {
    group(q, [&](sycl::handler &h) { h.fill(sycl::accessor(to, h), 'x'); });
  };
  if (aligned > 1)
    throws(errc::invalid, {here, "begins at byte 1", "mem_base_addr_align"}, [&] { fill(odd); });
  fill(even);
  CHECK(sycl::host_accessor(bytes)[aligned] == 'x');
}

static void requirements(sycl::queue &q) {
  sycl::buffer<int> b(16);
  const char *here = "buffer.cpp:";
  throws(errc::kernel_argument, {here, "handler::require"}, [&] {
    sycl::accessor a(b);
    group(q, [&](sycl::handler &h) { h.single_task([=] { a[0] = 1; }); });
  });
  sycl::accessor<int> kept;
  group(q, [&](sycl::handler &h) { kept = sycl::accessor(b, h); });
  throws(errc::kernel_argument, {here, "command group"},
         [&] { group(q, [&](sycl::handler &h) { h.single_task([=] { kept[0] = 1; }); }); });
  throws(errc::accessor, {"default-constructed"},
         [&] { group(q, [&](sycl::handler &h) { h.require(sycl::accessor<int>()); }); });
  throws(errc::accessor, {"on the host", "host_accessor"},
         [&] { group(q, [&](sycl::handler &h) { sycl::accessor(b, h)[0] = 1; }); });
  throws(errc::accessor, {"local_accessor"},
         [&] { group(q, [&](sycl::handler &h) { sycl::local_accessor<int>(4, h)[0] = 1; }); });
}

/* The source's bytes count; the destination may be larger and of another shape. */
static void copies(sycl::queue &q) {
  std::vector<int> content(16);
  for (int i = 0; i < 16; ++i)
    content[size_t(i)] = i;
  sycl::buffer<int> source(content), small(15), large(32);
  sycl::buffer<int, 2> square(sycl::range(4, 4)), wide(sycl::range(5, 8));
  const auto copy = [&](auto &from, auto &to) {
    group(q, [&](sycl::handler &h) { h.copy(sycl::accessor(from, h), sycl::accessor(to, h)); });
  };
  throws(errc::invalid, {"buffer.cpp:", "64 bytes", "60", "larger"}, [&] { copy(source, small); });
  copy(source, large);
  copy(source, square);
  copy(square, wide);
  CHECK(sycl::host_accessor(large)[15] == 15);
  CHECK((sycl::host_accessor(square)[3][1]) == 13);
  CHECK((sycl::host_accessor(wide)[1][7]) == 15);
}

int main() {
  sycl::queue q;
  sizes();
  views();
  boxes(q);
  requirements(q);
  copies(q);
  return finish();
}
