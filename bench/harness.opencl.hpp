// The OpenCL side of a comparison: arrays in shared virtual memory, kernels in <kernel>.cl beside
// the program's source.
#pragma once
#define CL_TARGET_OPENCL_VERSION 210
#include "harness.hpp"
#include <CL/cl.h>
#include <fstream>
#include <initializer_list>
#include <map>
#include <sstream>
#include <string>

namespace bench {

// Local memory of a kernel, as an argument.
struct local_memory {
  std::size_t bytes;
};

class opencl {
  using sizes =
      std::initializer_list<std::size_t>; // in OpenCL's order: neighbours differ in the first
  cl_context context;
  cl_command_queue queue;
  cl_program built;
  std::map<std::string, cl_kernel> kernels;
  static void require(cl_int status, const char *what) {
    if (status == CL_SUCCESS)
      return;
    std::fprintf(stderr, "bench: %s: OpenCL error %d\n", what, status);
    std::exit(1);
  }
  static void set(cl_kernel kernel, cl_uint index, std::size_t value) {
    const cl_uint narrow = static_cast<cl_uint>(value);
    require(clSetKernelArg(kernel, index, sizeof narrow, &narrow), "clSetKernelArg");
  }
  static void set(cl_kernel kernel, cl_uint index, const void *array) {
    require(clSetKernelArgSVMPointer(kernel, index, array), "clSetKernelArgSVMPointer");
  }
  static void set(cl_kernel kernel, cl_uint index, local_memory memory) {
    require(clSetKernelArg(kernel, index, memory.bytes, nullptr), "clSetKernelArg");
  }
  cl_kernel find(const char *name) {
    cl_kernel &kernel = kernels[name];
    cl_int status = CL_SUCCESS;
    if (!kernel)
      kernel = clCreateKernel(built, name, &status);
    require(status, name);
    return kernel;
  }

public:
  // `program`: the C++ source's path, <kernel>.opencl.cpp.
  explicit opencl(std::string program) {
    program.replace(program.find(".opencl.cpp"), std::string::npos, ".cl");
    std::stringstream text;
    text << std::ifstream(program).rdbuf();
    const std::string source = text.str();
    const char *start = source.c_str();
    cl_platform_id platform;
    cl_device_id device;
    cl_int status;
    require(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, nullptr), "clGetDeviceIDs");
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    require(status, "clCreateContext");
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
    require(status, "clCreateCommandQueueWithProperties");
    built = clCreateProgramWithSource(context, 1, &start, nullptr, &status);
    require(status, "clCreateProgramWithSource");
    status = clBuildProgram(built, 1, &device, "-cl-std=CL2.0", nullptr, nullptr);
    if (status != CL_SUCCESS) {
      char log[4096] = "";
      clGetProgramBuildInfo(built, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
      std::fprintf(stderr, "%s\n", log);
    }
    require(status, program.c_str());
  }
  void *allocate(std::size_t bytes) const {
    void *p = clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, bytes, 64);
    if (!p)
      std::abort();
    return p;
  }
  // Commands run one after the other. Without local sizes the driver chooses them.
  template <class... Arguments>
  void launch(const char *name, sizes global, sizes local, Arguments... arguments) {
    const cl_kernel kernel = find(name);
    cl_uint index = 0;
    (set(kernel, index++, arguments), ...);
    require(clEnqueueNDRangeKernel(queue, kernel, static_cast<cl_uint>(global.size()), nullptr,
                                   global.begin(), local.size() ? local.begin() : nullptr, 0,
                                   nullptr, nullptr),
            "clEnqueueNDRangeKernel");
  }
  template <class... Arguments> void launch(sizes global, Arguments... arguments) {
    launch("work", global, {}, arguments...);
  }
  void clear(void *to, std::size_t bytes) {
    const cl_uint zero = 0;
    require(clEnqueueSVMMemFill(queue, to, &zero, sizeof zero, bytes, 0, nullptr, nullptr),
            "clEnqueueSVMMemFill");
  }
  void copy(void *to, const void *from, std::size_t bytes) {
    require(clEnqueueSVMMemcpy(queue, CL_FALSE, to, from, bytes, 0, nullptr, nullptr),
            "clEnqueueSVMMemcpy");
  }
  void finish() { require(clFinish(queue), "clFinish"); }
};

template <class Problem, class Step>
int run_opencl(int argc, char **argv, const char *program, Step &&step) {
  opencl device(program);
  const memory m{[&](std::size_t bytes) { return device.allocate(bytes); }};
  auto step_here = [&](const Problem &p) {
    step(device, p);
    device.finish();
  };
  return run<Problem>(argc, argv, step_here, m);
}

} // namespace bench
