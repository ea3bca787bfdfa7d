#include "nbody_vec.hpp"

#include "../harness.sycl.hpp"

int main(int argc, char **argv) {
  return bench::run_sycl<problem>(argc, argv, [](sycl::queue &q, const problem &p) {
    static_assert(sizeof(sycl::float4) == sizeof(body));
    const auto *bodies = reinterpret_cast<const sycl::float4 *>(p.bodies);
    q.parallel_for(p.n, [=](sycl::id<1> i) {
      const sycl::float4 me = bodies[i];
      sycl::float4 sum(0);
      for (std::size_t j = 0; j < p.n; j++) {
        const sycl::float4 other = bodies[j];
        const sycl::float4 d = other - me;
        const float inv = 1.0f / sycl::sqrt(d.x() * d.x() + d.y() * d.y() + d.z() * d.z() + 1e-4f);
        sum += d * (other.w() * inv * inv * inv);
      }
      p.ax[i] = sum.x();
      p.ay[i] = sum.y();
      p.az[i] = sum.z();
    });
  });
}
