// SYCL 2020, C.7: native handles of OpenCL, and the objects that have them.
#include <sycl/backend/opencl.hpp>
#include <sycl/sycl.hpp>

#include <cstdio>
#include <dlfcn.h>

static int failures;
#define CHECK(...)                                                                                 \
  if (!(__VA_ARGS__)) {                                                                            \
    std::fprintf(stderr, "interop:%d: does not hold: %s\n", __LINE__, #__VA_ARGS__);               \
    ++failures;                                                                                    \
  }

/* A function of the driver's loader, which the adapter has opened. */
template <class Function> static Function *loaded(const char *name) {
  void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_NOLOAD);
  return library ? reinterpret_cast<Function *>(dlsym(library, name)) : nullptr;
}

int main() {
  using sycl::backend;
  static_assert(
      std::is_same_v<sycl::backend_return_t<backend::opencl, sycl::queue>, cl_command_queue>);
  cl_command_queue native_queue;
  cl_context native_context;
  auto *finish = loaded<int(cl_command_queue)>("clFinish");
  {
    sycl::queue q;
    const sycl::context c = q.get_context();
    const sycl::device d = q.get_device();
    CHECK(d.get_backend() == backend::opencl);
    const cl_device_id device = sycl::get_native<backend::opencl>(d);
    const cl_platform_id platform = sycl::get_native<backend::opencl>(d.get_platform());
    native_queue = sycl::get_native<backend::opencl>(q);
    native_context = sycl::get_native<backend::opencl>(c);
    finish = loaded<int(cl_command_queue)>("clFinish");
    CHECK(device && platform && native_queue && native_context && finish);
    CHECK(sycl::make_device<backend::opencl>(device) == d);
    CHECK(sycl::make_platform<backend::opencl>(platform) == d.get_platform());
    CHECK(sycl::make_context<backend::opencl>(native_context) == c);
    CHECK(sycl::make_queue<backend::opencl>(native_queue, c) == q);
    auto *platform_of =
        loaded<int(cl_device_id, unsigned, size_t, void *, size_t *)>("clGetDeviceInfo");
    cl_platform_id found = nullptr;
    CHECK(platform_of && platform_of(device, 0x1031, sizeof found, &found, nullptr) == 0 &&
          found == platform);
    q.submit([&](sycl::handler &h) {
       h.host_task([=](sycl::interop_handle native) {
         CHECK(native.get_backend() == backend::opencl);
         CHECK(native.get_native_queue<backend::opencl>() == native_queue);
         CHECK(native.get_native_context<backend::opencl>() == native_context);
         CHECK(native.get_native_device<backend::opencl>() == device);
       });
     }).wait();
    try {
      (void)sycl::get_native<backend::native_cpu>(d);
      CHECK(false);
    } catch (const sycl::exception &e) {
      CHECK(e.code() == sycl::errc::backend_mismatch);
    }
  }
  CHECK(finish(native_queue) == 0); // its reference keeps it
  loaded<int(cl_command_queue)>("clReleaseCommandQueue")(native_queue);
  loaded<int(cl_context)>("clReleaseContext")(native_context);
  return failures != 0;
}
