// SYCL 2020, 4.5.1, 4.10.2: native handles of native_cpu: from objects and back, in host tasks, and
// the errors.
#include <cstring>

#include <sycl/sycl.hpp>

#include "../check.hpp"

constexpr auto native_cpu = sycl::backend::native_cpu;

static void objects(sycl::queue &q) {
  const sycl::device d = q.get_device();
  const sycl::context c = q.get_context(), other(d);
  CHECK(!std::strcmp(sycl::get_native<native_cpu>(d.get_platform()), "native_cpu"));
  const falx_native_cpu_device *native = sycl::get_native<native_cpu>(d);
  CHECK(native->size == sizeof *native);
  CHECK(native->threads == d.get_info<sycl::info::device::max_compute_units>());
  CHECK(sycl::get_native<native_cpu>(c) != sycl::get_native<native_cpu>(other));
  CHECK(sycl::make_platform<native_cpu>(sycl::get_native<native_cpu>(d.get_platform())) ==
        d.get_platform());
  CHECK(sycl::make_device<native_cpu>(native) == d);
  CHECK(sycl::make_context<native_cpu>(sycl::get_native<native_cpu>(other)) == other);
  CHECK(sycl::make_queue<native_cpu>(sycl::get_native<native_cpu>(q), c) == q);
  CHECK_THROWS((void)sycl::make_queue<native_cpu>(sycl::get_native<native_cpu>(q), other),
               sycl::errc::invalid, "another context");
  CHECK_THROWS((void)sycl::make_queue<native_cpu>(nullptr, c), sycl::errc::invalid, "no live");
  CHECK_THROWS((void)sycl::make_context<native_cpu>(sycl::get_native<native_cpu>(c),
                                                    [](sycl::exception_list) {}),
               sycl::errc::feature_not_supported, "keeps its own");
}

static void tasks(sycl::queue &q) {
  sycl::buffer<int, 2> data(sycl::range(2, 3)), elsewhere(sycl::range(1, 1));
  sycl::accessor<int, 2> foreign(elsewhere);
  const falx_native_cpu_device *device = nullptr;
  falx_native_cpu_queue *queue = nullptr;
  falx_native_cpu_context *context = nullptr;
  bool is_refused = false;
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(data, h, sycl::write_only, sycl::no_init);
    h.parallel_for(data.get_range(), [=](sycl::id<2> i) { a[i] = int(10 * i[0] + i[1]); });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(data, h);
    h.host_task([=, &device, &queue, &context, &is_refused](sycl::interop_handle native) {
      CHECK(native.get_backend() == native_cpu);
      device = native.get_native_device<native_cpu>();
      queue = native.get_native_queue<native_cpu>();
      context = native.get_native_context<native_cpu>();
      int *memory = native.get_native_mem<native_cpu>(a);
      CHECK(memory[5] == 12);
      memory[5] = 34;
      try {
        (void)native.get_native_mem<native_cpu>(foreign);
      } catch (const sycl::exception &e) {
        is_refused = e.code() == sycl::errc::invalid;
      }
    });
  });
  q.wait_and_throw();
  CHECK(is_refused && device == sycl::get_native<native_cpu>(q.get_device()));
  CHECK(queue == sycl::get_native<native_cpu>(q));
  CHECK(context == sycl::get_native<native_cpu>(q.get_context()));
  CHECK((sycl::host_accessor(data)[1][2]) == 34);
}

static void buffers(sycl::queue &q) {
  int data[4] = {1, 2, 3, 4};
  {
    auto b = sycl::make_buffer<native_cpu, int>({data, sycl::range(4)}, q.get_context());
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.parallel_for(4, [=](sycl::id<1> i) { a[i] *= 2; });
    });
  }
  CHECK(data[0] == 2 && data[3] == 8);
}

int main() {
  sycl::queue q;
  if (q.get_backend() != native_cpu) {
    CHECK_THROWS((void)sycl::get_native<native_cpu>(q), sycl::errc::backend_mismatch,
                 "another backend");
    return 77;
  }
  objects(q);
  tasks(q);
  buffers(q);
  return finish();
}
