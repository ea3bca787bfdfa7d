// Launches on a device of CUDA: by Falx, and by plain calls of the driver API on the same context,
// in turn: many back to back in order, one at a time with a wait, and a graph of kernels that
// depend on each other. Prints the medians in microseconds for a launch, and their ratio.
//
//   falx++ -fsycl -fsycl-targets=nvptx64-nvidia-cuda -O2 bench/launch/cuda.cpp -o cuda -ldl
//   ONEAPI_DEVICE_SELECTOR='cuda:gpu' ./cuda [ROUNDS]
#include <sycl/backend/cuda.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <vector>

/* What is used of CUDA, by its own declarations. */
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUgraphExec_st *CUgraphExec;
struct kernel_node { // CUDA_KERNEL_NODE_PARAMS_v1
  CUfunction function;
  unsigned grid[3], block[3], shared;
  void **parameters, **extra;
};

template <class Function> static Function *loaded(const char *name) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  void *found = library ? dlsym(library, name) : nullptr;
  if (!found) {
    std::fprintf(stderr, "cuda: libcuda.so.1 has no %s\n", name);
    std::exit(1);
  }
  return reinterpret_cast<Function *>(found);
}

static void check(int error, const char *what) {
  if (error == 0)
    return;
  std::fprintf(stderr, "cuda: %s: %d\n", what, error);
  std::exit(1);
}

/* What the kernel below is: each item adds one to its element. */
static const char ptx[] = R"(.version 6.3
.target sm_70
.address_size 64
.visible .entry add(.param .u64 x)
{
  .reg .b32 %r<5>;
  .reg .f32 %f<3>;
  .reg .b64 %d<4>;
  ld.param.u64 %d1, [x];
  cvta.to.global.u64 %d1, %d1;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  mul.wide.u32 %d2, %r4, 4;
  add.s64 %d3, %d1, %d2;
  ld.global.f32 %f1, [%d3];
  add.f32 %f2, %f1, 0f3F800000;
  st.global.f32 [%d3], %f2;
  ret;
}
)";

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

/* Prints one line. launches: of each round. */
template <class Falx, class Cuda>
static void compare(const char *what, int rounds, int launches, const Falx &by_falx,
                    const Cuda &by_cuda) {
  std::vector<double> falx, cuda;
  for (int i = 0; i < rounds / 10 + 1; ++i) {
    by_falx();
    by_cuda();
  }
  for (int i = 0; i < rounds; ++i) {
    falx.push_back(microseconds(by_falx) / launches);
    cuda.push_back(microseconds(by_cuda) / launches);
  }
  const double ours = median(falx), theirs = median(cuda);
  std::printf("%-16s us: Falx %.3f, CUDA %.3f, ratio %.3f\n", what, ours, theirs, ours / theirs);
}

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 200;
  constexpr size_t size = 1024, local = 64;
  constexpr int series = 1000;
  sycl::queue q{sycl::property::queue::in_order{}};
  float *x = sycl::malloc_device<float>(size, q);
  q.fill(x, 0.0f, size).wait();
  (void)sycl::get_native<sycl::backend::ext_oneapi_cuda>(q); // its context is current from here on

  CUmodule module;
  CUfunction function;
  CUstream stream;
  auto *launch = loaded<int(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                            unsigned, CUstream, void **, void **)>("cuLaunchKernel");
  auto *wait = loaded<int(CUstream)>("cuStreamSynchronize");
  check(loaded<int(CUmodule *, const void *, unsigned, int *, void **)>("cuModuleLoadDataEx")(
            &module, ptx, 0, nullptr, nullptr),
        "cuModuleLoadDataEx");
  check(loaded<int(CUfunction *, CUmodule, const char *)>("cuModuleGetFunction")(&function, module,
                                                                                 "add"),
        "cuModuleGetFunction");
  check(loaded<int(CUstream *, unsigned, int)>("cuStreamCreateWithPriority")(&stream, 1, 0),
        "cuStreamCreateWithPriority");

  int launches = 0;
  const auto submit_falx = [&] {
    ++launches;
    return q.parallel_for(sycl::nd_range<1>(size, local),
                          [=](sycl::nd_item<1> item) { x[item.get_global_id(0)] += 1.0f; });
  };
  const auto submit_cuda = [&] {
    ++launches;
    void *parameters[] = {&x};
    check(launch(function, size / local, 1, 1, local, 1, 1, 0, stream, parameters, nullptr),
          "cuLaunchKernel");
  };
  compare(
      "back to back", rounds, series,
      [&] {
        for (int i = 0; i < series; ++i)
          submit_falx();
        q.wait();
      },
      [&] {
        for (int i = 0; i < series; ++i)
          submit_cuda();
        check(wait(stream), "cuStreamSynchronize");
      });
  compare(
      "submit and wait", rounds * 20, 1, [&] { submit_falx().wait(); },
      [&] {
        submit_cuda();
        check(wait(stream), "cuStreamSynchronize");
      });

  /* The same series as a graph: each kernel follows the one before. */
  namespace graphs = sycl::ext::oneapi::experimental;
  graphs::command_graph recorded{q};
  recorded.begin_recording(q);
  for (int i = 0; i < series; ++i)
    submit_falx();
  recorded.end_recording();
  launches -= series; // they have not run
  auto executable = recorded.finalize();
  CUgraph graph;
  CUgraphExec graph_exec;
  CUgraphNode node = nullptr;
  check(loaded<int(CUgraph *, unsigned)>("cuGraphCreate")(&graph, 0), "cuGraphCreate");
  auto *add = loaded<int(CUgraphNode *, CUgraph, const CUgraphNode *, size_t, const kernel_node *)>(
      "cuGraphAddKernelNode");
  for (int i = 0; i < series; ++i) {
    void *parameters[] = {&x};
    const kernel_node made = {function, {size / local, 1, 1}, {local, 1, 1},
                              0,        parameters,           nullptr};
    const CUgraphNode before = node;
    check(add(&node, graph, &before, i > 0, &made), "cuGraphAddKernelNode");
  }
  check(loaded<int(CUgraphExec *, CUgraph, unsigned long long)>("cuGraphInstantiateWithFlags")(
            &graph_exec, graph, 0),
        "cuGraphInstantiateWithFlags");
  auto *replay = loaded<int(CUgraphExec, CUstream)>("cuGraphLaunch");
  compare(
      "graph of 1000", rounds, series,
      [&] {
        launches += series;
        q.ext_oneapi_graph(executable).wait();
      },
      [&] {
        launches += series;
        check(replay(graph_exec, stream), "cuGraphLaunch");
        check(wait(stream), "cuStreamSynchronize");
      });
  std::vector<float> found(size);
  q.memcpy(found.data(), x, size * sizeof(float)).wait();
  sycl::free(x, q);
  if (std::all_of(found.begin(), found.end(), [=](float v) { return v == float(launches); }))
    return 0;
  std::printf("WRONG RESULT: %g, not %d\n", found[0], launches);
  return 1;
}
