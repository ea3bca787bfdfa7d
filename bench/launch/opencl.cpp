// Submitting a kernel and waiting for it on a device of OpenCL: by Falx, and by plain calls of
// OpenCL on the same context, in turn. Prints the medians in microseconds, and their ratio.
//
//   falx++ -fsycl -fsycl-targets=spir64 -O2 bench/launch/opencl.cpp -o opencl -ldl
//   ONEAPI_DEVICE_SELECTOR='opencl:*' ./opencl [ROUNDS]
#include <sycl/backend/opencl.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <vector>

/* What is used of OpenCL, by its own declarations. */
typedef struct _cl_program *cl_program;
typedef struct _cl_kernel *cl_kernel;
typedef struct _cl_event *cl_event;

template <class Function> static Function *loaded(const char *name) {
  void *library = dlopen("libOpenCL.so.1", RTLD_NOW);
  void *found = library ? dlsym(library, name) : nullptr;
  if (!found) {
    std::fprintf(stderr, "opencl: libOpenCL.so.1 has no %s\n", name);
    std::exit(1);
  }
  return reinterpret_cast<Function *>(found);
}

static void check(int error, const char *what) {
  if (error == 0)
    return;
  std::fprintf(stderr, "opencl: %s: %d\n", what, error);
  std::exit(1);
}

template <class Run> static double microseconds(const Run &run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
      .count();
}

static double median(std::vector<double> &times) {
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 2000;
  constexpr size_t size = 1024, local = 64;
  sycl::queue q{sycl::property::queue::in_order{}};
  float *x = sycl::malloc_shared<float>(size, q);
  std::fill_n(x, size, 0.0f);
  const auto context = sycl::get_native<sycl::backend::opencl>(q.get_context());
  const auto device = sycl::get_native<sycl::backend::opencl>(q.get_device());
  const auto platform = sycl::get_native<sycl::backend::opencl>(q.get_device().get_platform());

  auto *build =
      loaded<int(cl_program, unsigned, const cl_device_id *, const char *, void *, void *)>(
          "clBuildProgram");
  auto *enqueue =
      loaded<int(cl_command_queue, cl_kernel, unsigned, const size_t *, const size_t *,
                 const size_t *, unsigned, const cl_event *, cl_event *)>("clEnqueueNDRangeKernel");
  auto *wait = loaded<int(unsigned, const cl_event *)>("clWaitForEvents");
  auto *flush = loaded<int(cl_command_queue)>("clFlush");
  auto *release = loaded<int(cl_event)>("clReleaseEvent");
  auto *set_pointer = reinterpret_cast<int (*)(cl_kernel, unsigned, const void *)>(
      loaded<void *(cl_platform_id, const char *)>("clGetExtensionFunctionAddressForPlatform")(
          platform, "clSetKernelArgMemPointerINTEL"));
  if (!set_pointer)
    check(-1, "the driver has no clSetKernelArgMemPointerINTEL");
  int error;
  const char *source = "kernel void add(global float *x) { x[get_global_id(0)] += 1.0f; }";
  const cl_program program =
      loaded<cl_program(cl_context, unsigned, const char **, const size_t *, int *)>(
          "clCreateProgramWithSource")(context, 1, &source, nullptr, &error);
  check(error, "clCreateProgramWithSource");
  check(build(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
  const cl_kernel kernel =
      loaded<cl_kernel(cl_program, const char *, int *)>("clCreateKernel")(program, "add", &error);
  check(error, "clCreateKernel");
  const unsigned long in_order[] = {0};
  const cl_command_queue plain =
      loaded<cl_command_queue(cl_context, cl_device_id, const unsigned long *, int *)>(
          "clCreateCommandQueueWithProperties")(context, device, in_order, &error);
  check(error, "clCreateCommandQueueWithProperties");

  const auto by_falx = [&] {
    q.parallel_for(sycl::nd_range<1>(size, local), [=](sycl::nd_item<1> item) {
       x[item.get_global_id(0)] += 1.0f;
     }).wait();
  };
  const auto by_opencl = [&] {
    cl_event event;
    check(set_pointer(kernel, 0, x), "clSetKernelArgMemPointerINTEL");
    check(enqueue(plain, kernel, 1, nullptr, &size, &local, 0, nullptr, &event),
          "clEnqueueNDRangeKernel");
    check(flush(plain), "clFlush");
    check(wait(1, &event), "clWaitForEvents");
    release(event);
  };
  for (int i = 0; i < 100; ++i) {
    by_falx();
    by_opencl();
  }
  std::vector<double> falx, opencl;
  for (int i = 0; i < rounds; ++i) {
    falx.push_back(microseconds(by_falx));
    opencl.push_back(microseconds(by_opencl));
  }
  const float wanted = 2.0f * (100 + rounds);
  const bool is_right = std::all_of(x, x + size, [=](float v) { return v == wanted; });
  const double ours = median(falx), theirs = median(opencl);
  std::printf("submit and wait, us: Falx %.2f, OpenCL %.2f, ratio %.3f%s\n", ours, theirs,
              ours / theirs, is_right ? "" : "; WRONG RESULT");
  sycl::free(x, q);
  return !is_right;
}
