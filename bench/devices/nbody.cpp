// Gravity between all pairs of bodies, on one device and on all: each device has all positions,
// moves its share of the bodies and copies them to the others.
//
//   falx++ -fsycl -O3 -fsycl-targets=nvptx64-nvidia-cuda bench/devices/nbody.cpp -o nbody
//   ONEAPI_DEVICE_SELECTOR='cuda:gpu' ./nbody [BODIES [PARTS]]
#include "devices.hpp"

using sycl::float4;
constexpr int warm = 2, steps = 10;

static std::vector<float> simulate(const std::vector<sycl::device> &devices, std::size_t count,
                                   std::size_t n, double &out_ns) {
  std::vector<bench::part> parts = bench::divide(devices, count, n);
  std::vector<float4> bodies(n);
  for (std::size_t i = 0; i < n; ++i)
    bodies[i] = float4(bench::uniform(4 * i), bench::uniform(4 * i + 1), bench::uniform(4 * i + 2),
                       1.0f / float(n));
  // positions[2 p], positions[2 p + 1]: before and after a step, on the device of part p; w is the
  // mass
  std::vector<std::shared_ptr<float4>> positions, velocities;
  for (bench::part &p : parts) {
    for (int i = 0; i < 2; ++i) {
      positions.push_back(bench::allocate<float4>(n, p));
      p.queue.memcpy(positions.back().get(), bodies.data(), n * sizeof(float4)).wait();
    }
    velocities.push_back(bench::allocate<float4>(p.end - p.begin, p));
    p.queue.fill(velocities.back().get(), float4(0.0f), p.end - p.begin).wait();
  }

  std::vector<std::vector<sycl::event>> arrived(count); // what a part's next step waits for
  double start = 0;
  for (int step = 0; step < warm + steps; ++step) {
    if (step == warm) {
      for (bench::part &p : parts)
        p.queue.wait();
      start = bench::now_ns();
    }
    std::vector<std::vector<sycl::event>> sent(count);
    for (std::size_t i = 0; i < count; ++i) {
      bench::part &p = parts[i];
      const float4 *before = positions[2 * i + step % 2].get();
      float4 *after = positions[2 * i + (step + 1) % 2].get(), *velocity = velocities[i].get();
      const std::size_t begin = p.begin;
      p.queue.parallel_for(p.end - begin, arrived[i], [=](sycl::id<1> id) {
        const float4 me = before[begin + id];
        float x = 0, y = 0, z = 0;
        for (std::size_t j = 0; j < n; ++j) {
          const float4 other = before[j];
          const float dx = other.x() - me.x(), dy = other.y() - me.y(), dz = other.z() - me.z();
          const float inverse = sycl::rsqrt(dx * dx + dy * dy + dz * dz + 1e-4f);
          const float pull = other.w() * inverse * inverse * inverse;
          x += dx * pull;
          y += dy * pull;
          z += dz * pull;
        }
        const float4 speed = velocity[id] + 1e-3f * float4(x, y, z, 0);
        velocity[id] = speed;
        after[begin + id] = me + 1e-3f * speed;
      });
      for (std::size_t other = 0; other < count; ++other)
        if (other != i)
          sent[other].push_back(p.queue.memcpy(positions[2 * other + (step + 1) % 2].get() + begin,
                                               after + begin, (p.end - begin) * sizeof(float4)));
    }
    arrived = std::move(sent);
  }
  for (bench::part &p : parts)
    p.queue.wait();
  out_ns = (bench::now_ns() - start) / steps;
  std::vector<float> found(4 * n); // the last part's: what the others sent, too
  parts.back()
      .queue
      .memcpy(found.data(), positions[2 * count - 2 + (warm + steps) % 2].get(), n * sizeof(float4))
      .wait();
  return found;
}

int main(int argc, char **argv) {
  return bench::compare(argc, argv, 1 << 18, simulate); // warps enough for half of a device, too
}
