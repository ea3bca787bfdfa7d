// Native handles of CUDA, the objects that have them, and devices that access each other's memory.
// On two devices of the fake driver.
#include <sycl/backend/cuda.hpp>
#include <sycl/sycl.hpp>

#include <dlfcn.h>

#include "../sycl/check.hpp"

using sycl::backend;

template <class Function> static Function *loaded(const char *name) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  return library ? reinterpret_cast<Function *>(dlsym(library, name)) : nullptr;
}

static_assert(SYCL_BACKEND_CUDA && SYCL_EXT_ONEAPI_BACKEND_CUDA);
static_assert(backend::ext_oneapi_cuda == backend::cuda);
static_assert(
    std::is_same_v<sycl::backend_return_t<backend::ext_oneapi_cuda, sycl::queue>, CUstream>);
static_assert(std::is_same_v<sycl::backend_return_t<backend::cuda, sycl::buffer<int, 2>>, int *>);

static void handles() {
  sycl::queue q{sycl::property::queue::in_order()};
  const sycl::context c = q.get_context();
  const sycl::device d = q.get_device();
  CHECK(d.get_backend() == backend::ext_oneapi_cuda);
  const CUdevice device = sycl::get_native<backend::ext_oneapi_cuda>(d);
  const CUstream stream = sycl::get_native<backend::ext_oneapi_cuda>(q);
  CHECK(sycl::make_device<backend::ext_oneapi_cuda>(device) == d);
  CHECK(sycl::make_queue<backend::ext_oneapi_cuda>(stream, c) == q);
  const sycl::context own(d);
  const CUcontext context = sycl::get_native<backend::ext_oneapi_cuda>(own);
  CUcontext current = nullptr;
  CHECK(loaded<int(CUcontext *)>("cuCtxGetCurrent")(&current) == 0 && current == context);

  /* What is submitted to the stream is behind what the queue has, and before what it gets. */
  int *memory = sycl::malloc_device<int>(1000, q), found[1000] = {};
  q.fill(memory, 1, 1000);
  auto *fill = loaded<int(unsigned long long, unsigned, size_t, CUstream)>("cuMemsetD32Async");
  CHECK(fill(reinterpret_cast<uintptr_t>(memory), 5, 500, stream) == 0);
  sycl::event e = q.memcpy(found, memory, sizeof found);
  const CUevent native = sycl::get_native<backend::ext_oneapi_cuda>(e);
  CHECK(loaded<int(CUevent)>("cuEventSynchronize")(native) == 0);
  CHECK(found[499] == 5 && found[500] == 1);
  CHECK_THROWS((void)sycl::get_native<backend::ext_oneapi_cuda>(
                   q.submit([](sycl::handler &h) { h.host_task([] {}); })),
               sycl::errc::feature_not_supported, "on the host");
  sycl::free(memory, q);
  CHECK_THROWS((void)sycl::get_native<backend::native_cpu>(d), sycl::errc::backend_mismatch, "");
}

static void host_tasks() {
  sycl::queue q;
  const CUdevice device = sycl::get_native<backend::ext_oneapi_cuda>(q.get_device());
  std::vector<int> values(1000, 3);
  {
    sycl::buffer<int> data(values);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(data, h, sycl::read_write);
      h.host_task([=](sycl::interop_handle native) {
        CHECK(native.get_native_device<backend::ext_oneapi_cuda>() == device);
        const CUstream stream = native.get_native_queue<backend::ext_oneapi_cuda>();
        int *memory = native.get_native_mem<backend::ext_oneapi_cuda>(a);
        auto *fill =
            loaded<int(unsigned long long, unsigned, size_t, CUstream)>("cuMemsetD32Async");
        CHECK(fill(reinterpret_cast<uintptr_t>(memory), 9, 10, stream) == 0);
        CHECK(loaded<int(CUstream)>("cuStreamSynchronize")(stream) == 0);
      });
    });
  }
  CHECK(values[9] == 9 && values[10] == 3);
}

static void peers() {
  const std::vector<sycl::device> all = sycl::device::get_devices();
  CHECK(all.size() == 2);
  const sycl::device &a = all[0], &b = all[1];
  using peer = sycl::ext::oneapi::peer_access;
  CHECK(a.ext_oneapi_can_access_peer(b) &&
        b.ext_oneapi_can_access_peer(a, peer::atomics_supported));
  CHECK(!a.ext_oneapi_can_access_peer(a));
  a.ext_oneapi_enable_peer_access(b);
  CHECK_THROWS(a.ext_oneapi_enable_peer_access(b), sycl::errc::invalid, "is enabled");
  const sycl::context both(all);
  CHECK_THROWS((void)sycl::get_native<backend::ext_oneapi_cuda>(both),
               sycl::errc::feature_not_supported, "2 devices");
  sycl::queue first(both, a), second(both, b);
  int *from = sycl::malloc_device<int>(100, first), *to = sycl::malloc_device<int>(100, second);
  int found[100] = {};
  const sycl::event filled = first.fill(from, 4, 100);
  second.memcpy(found, to, sizeof found, second.memcpy(to, from, sizeof found, filled)).wait();
  CHECK(found[0] == 4 && found[99] == 4);
  sycl::free(from, both);
  sycl::free(to, both);
  a.ext_oneapi_disable_peer_access(b);
}

/* What the driver says of a kernel, beside what holds for all of the device. */
class limited;
static void limits() {
  sycl::queue q;
  int *memory = sycl::malloc_device<int>(100, q);
  q.parallel_for<limited>(sycl::nd_range<1>(64, 64),
                          [=](sycl::nd_item<1> item) [[sycl::reqd_work_group_size(64)]] {
                            memory[item.get_local_id(0)] = 1;
                          });
  namespace specific = sycl::info::kernel_device_specific;
  const sycl::kernel k = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context())
                             .get_kernel(sycl::get_kernel_id<limited>());
  const sycl::device d = q.get_device();
  CHECK_EQUAL(d.get_info<sycl::info::device::max_work_group_size>(), size_t(1024));
  CHECK(k.get_info<specific::work_group_size>(d) <= 1024);
  CHECK_EQUAL(k.get_info<specific::ext_codeplay_num_regs>(d), 32u);
  CHECK_EQUAL(k.get_info<specific::preferred_work_group_size_multiple>(d), size_t(32));
  sycl::free(memory, q);
}

int main() {
  handles();
  limits();
  host_tasks();
  peers();
}
