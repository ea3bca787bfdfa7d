// Gravity between all pairs of bodies: nbody [BODIES] [STEPS]
// Leapfrog integration; the total energy has to stay what it was.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <sycl/sycl.hpp>

struct vector3 {
  float x, y, z;
};
struct body {
  vector3 position, velocity;
};

constexpr float softening = 0.05f; // squared length: close encounters stay finite

// The pull of all bodies on one point; each has the mass 1 / count.
vector3 acceleration(const body *bodies, size_t count, vector3 at) {
  float x = 0, y = 0, z = 0;
  for (size_t i = 0; i < count; ++i) {
    const float dx = bodies[i].position.x - at.x;
    const float dy = bodies[i].position.y - at.y;
    const float dz = bodies[i].position.z - at.z;
    const float square = dx * dx + dy * dy + dz * dz + softening;
    const float pull = 1.0f / (square * sycl::sqrt(square));
    x += pull * dx;
    y += pull * dy;
    z += pull * dz;
  }
  const float mass = 1.0f / float(count);
  return {mass * x, mass * y, mass * z};
}

double energy(const body *bodies, size_t count) {
  const double mass = 1.0 / double(count);
  double sum = 0;
  for (size_t i = 0; i < count; ++i) {
    const body &b = bodies[i];
    sum +=
        0.5 * mass *
        (b.velocity.x * b.velocity.x + b.velocity.y * b.velocity.y + b.velocity.z * b.velocity.z);
    for (size_t j = 0; j < i; ++j) {
      const double dx = bodies[j].position.x - b.position.x;
      const double dy = bodies[j].position.y - b.position.y;
      const double dz = bodies[j].position.z - b.position.z;
      sum -= mass * mass / std::sqrt(dx * dx + dy * dy + dz * dz + softening);
    }
  }
  return sum;
}

int main(int argc, char **argv) {
  const size_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 4096;
  const int steps = argc > 2 ? std::atoi(argv[2]) : 20;
  constexpr float dt = 0.01f;

  sycl::queue queue{sycl::property::queue::in_order{}};
  body *bodies = sycl::malloc_shared<body>(count, queue);
  vector3 *pulls = sycl::malloc_shared<vector3>(count, queue);
  std::mt19937 random{42};
  std::uniform_real_distribution<float> place{-1.0f, 1.0f};
  for (size_t i = 0; i < count; ++i) {
    const float x = place(random), y = place(random), z = 0.2f * place(random);
    bodies[i] = {{x, y, z}, {-0.5f * y, 0.5f * x, 0.0f}};
  }

  const double before = energy(bodies, count);
  const auto start = std::chrono::steady_clock::now();
  for (int step = 0; step <= steps; ++step) {
    // Half a step at both ends: positions and velocities are then of the same time.
    const float kick = step == 0 || step == steps ? 0.5f * dt : dt;
    const float drift = step == steps ? 0.0f : dt;
    queue.parallel_for(sycl::range<1>{count}, [=](sycl::id<1> i) {
      pulls[i] = acceleration(bodies, count, bodies[i].position);
    });
    queue.parallel_for(sycl::range<1>{count}, [=](sycl::id<1> i) {
      body b = bodies[i];
      b.velocity.x += kick * pulls[i].x;
      b.velocity.y += kick * pulls[i].y;
      b.velocity.z += kick * pulls[i].z;
      b.position.x += drift * b.velocity.x;
      b.position.y += drift * b.velocity.y;
      b.position.z += drift * b.velocity.z;
      bodies[i] = b;
    });
  }
  queue.wait();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  const double after = energy(bodies, count);
  const double change = std::fabs((after - before) / before);

  std::printf("%zu bodies, %d steps: %.2f billion pairs a second\n", count, steps,
              double(count) * double(count) * (steps + 1) / took.count() * 1e-9);
  std::printf("energy %.6f, changed by %.1e of itself\n", after, change);
  sycl::free(pulls, queue);
  sycl::free(bodies, queue);
  return !(change < 1e-3);
}
