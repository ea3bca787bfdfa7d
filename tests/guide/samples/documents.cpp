// What documents outside of docs/guide show of SYCL; their lines are in here, one behind the other.
#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstdlib>
#include <vector>

static void check(bool holds, const char *page) {
  if (!holds) {
    std::printf("%s: a wrong result\n", page);
    std::exit(1);
  }
}

static void architecture(sycl::queue queue) {
  const size_t n = 1000;
  float *a = sycl::malloc_shared<float>(3 * n, queue), *b = a + n, *sum = b + n;
  for (size_t i = 0; i < n; ++i) {
    a[i] = float(i);
    b[i] = 1;
  }
  queue.parallel_for(sycl::range<1>{n}, [=](sycl::id<1> i) { sum[i] = a[i] + b[i]; });
  queue.wait();
  check(sum[999] == 1000, "architecture.md");
  sycl::free(a, queue);
}

static void vectorizer(sycl::queue queue) {
  const size_t n = 1000;
  float *a = sycl::malloc_shared<float>(n, queue);
  int *b = sycl::malloc_shared<int>(n, queue);
  for (size_t i = 0; i < n; ++i)
    a[i] = i % 2 ? 1.5f : 1;
  queue.parallel_for(1024, [=](sycl::id<1> id) {
    const size_t i = id;
    if (i < n) {
      int k = 0;
      float y = a[i];
      do {
        y *= y;
        k++;
      } while (y < 4 && k < 100);
      b[i] = k;
    }
  });
  queue.wait();
  check(b[998] == 100 && b[999] == 2, "vectorizer.md");
  sycl::free(a, queue);
  sycl::free(b, queue);
}

// In place of a library of the host that takes pointers.
struct fftwf_plan {
  size_t n;
};
static void fftwf_execute_dft_r2c(fftwf_plan plan, float *in, float *out) {
  *out = 0;
  for (size_t i = 0; i < plan.n; ++i)
    *out += in[i];
}

static void interoperability(sycl::queue q) {
  fftwf_plan plan{100};
  std::vector<float> values(plan.n, 2);
  sycl::buffer data(values);
  float mean, *out = &mean;
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(data, h, sycl::read_write);
    h.host_task([=](sycl::interop_handle native) {
      float *memory = native.get_native_mem<sycl::backend::native_cpu>(a);
      fftwf_execute_dft_r2c(plan, memory, out);
    });
  });
  q.wait();
  check(mean == 200, "interoperability.md");
}

constexpr sycl::specialization_id<int> taps(4);

static void specialization(sycl::queue queue) {
  const size_t n = 100;
  float *in = sycl::malloc_shared<float>(2 * n + 5, queue), *out = in + n + 5;
  for (size_t i = 0; i < n + 5; ++i)
    in[i] = 1;
  queue.submit([&](sycl::handler &h) {
    h.set_specialization_constant<taps>(5);
    h.parallel_for(n, [=](sycl::id<1> i, sycl::kernel_handler kh) {
      float sum = 0;
      for (int k = 0; k < kh.get_specialization_constant<taps>(); ++k)
        sum += in[i + k];
      out[i] = sum;
    });
  });
  queue.wait();
  check(out[99] == 5, "specialization.md");
  sycl::free(in, queue);
}

class Neighbours;
static void forward_progress(sycl::queue queue) {
  const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(queue.get_context());
  const sycl::kernel kernel = bundle.get_kernel(sycl::get_kernel_id<Neighbours>());
  const size_t most = 256 * 4096;
  float *in = sycl::malloc_shared<float>(2 * most, queue), *out = in + most;
  namespace syclex = sycl::ext::oneapi::experimental;
  size_t groups =
      kernel.ext_oneapi_get_info<syclex::info::kernel_queue_specific::max_num_work_groups>(
          queue, sycl::range<1>(256));
  queue.parallel_for<Neighbours>(
      sycl::nd_range<1>(groups * 256, 256), syclex::properties{syclex::use_root_sync},
      [=](sycl::nd_item<1> it) {
        in[it.get_global_linear_id()] = float(it.get_group_linear_id());
        sycl::group_barrier(it.ext_oneapi_get_root_group());
        out[it.get_global_linear_id()] =
            in[(it.get_global_linear_id() + 256) % it.get_global_range(0)];
      });
  queue.wait();
  check(groups <= 4096 && out[0] == float(1 % groups), "forward-progress.md");
  sycl::free(in, queue);
}

int main() {
  sycl::queue queue;
  architecture(queue);
  vectorizer(queue);
  interoperability(queue);
  specialization(queue);
  forward_progress(queue);
}
