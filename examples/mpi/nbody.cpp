// Gravity between all pairs of bodies, distributed: nbody [BODIES] [STEPS] [FILE]
// Each MPI rank moves its share of the bodies and needs the places of all: in each step every rank
// passes on its own by MPI_Allgatherv, from and into memory of the kernels (USM). All ranks add up
// the pulls in the same order. FILE: places and velocities at the end, the same bits for every
// number of ranks.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <mpi.h>
#include <random>
#include <sycl/sycl.hpp>
#include <vector>

struct vector3 {
  float x, y, z;
};

constexpr float softening = 0.05f; // squared length: close encounters stay finite

// The pull of all bodies on one point; each has the mass 1 / count.
vector3 acceleration(const vector3 *places, size_t count, vector3 at) {
  float x = 0, y = 0, z = 0;
  for (size_t i = 0; i < count; ++i) {
    const float dx = places[i].x - at.x, dy = places[i].y - at.y, dz = places[i].z - at.z;
    const float square = dx * dx + dy * dy + dz * dz + softening;
    const float pull = 1.0f / (square * sycl::sqrt(square));
    x += pull * dx;
    y += pull * dy;
    z += pull * dz;
  }
  const float mass = 1.0f / float(count);
  return {mass * x, mass * y, mass * z};
}

// The part that bodies from first to end - 1 have in the total energy.
double energy(const vector3 *places, const vector3 *velocities, size_t count, size_t first,
              size_t end) {
  const double mass = 1.0 / double(count);
  double sum = 0;
  for (size_t i = first; i < end; ++i) {
    const vector3 v = velocities[i - first], at = places[i];
    sum += 0.5 * mass * (v.x * v.x + v.y * v.y + v.z * v.z);
    for (size_t j = 0; j < i; ++j) {
      const double dx = places[j].x - at.x, dy = places[j].y - at.y, dz = places[j].z - at.z;
      sum -= mass * mass / std::sqrt(dx * dx + dy * dy + dz * dz + softening);
    }
  }
  return sum;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const size_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 4096;
  const int steps = argc > 2 ? std::atoi(argv[2]) : 20;
  constexpr float dt = 0.01f;

  // In floats, as MPI counts them: how many of which rank, and from where on.
  std::vector<int> lengths(size_t(ranks), 0), starts(size_t(ranks), 0);
  for (size_t r = 0; r < size_t(ranks); ++r) {
    starts[r] = int(3 * (count * r / size_t(ranks)));
    lengths[r] = int(3 * (count * (r + 1) / size_t(ranks))) - starts[r];
  }
  const size_t first = size_t(starts[size_t(rank)]) / 3, own = size_t(lengths[size_t(rank)]) / 3;

  sycl::queue queue{sycl::property::queue::in_order{}};
  vector3 *places = sycl::malloc_shared<vector3>(count, queue); // of all bodies
  vector3 *velocities = sycl::malloc_shared<vector3>(own + 1, queue);
  std::mt19937 random{42};
  std::uniform_real_distribution<float> place{-1.0f, 1.0f};
  for (size_t i = 0; i < count; ++i) { // every rank draws the same numbers
    const float x = place(random), y = place(random), z = 0.2f * place(random);
    places[i] = {x, y, z};
    if (i >= first && i < first + own)
      velocities[i - first] = {-0.5f * y, 0.5f * x, 0.0f};
  }
  const auto total = [&] {
    double sum = energy(places, velocities, count, first, first + own);
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum;
  };

  const double before = total();
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  for (int step = 0; step <= steps; ++step) {
    // Half a step at both ends: places and velocities are then of the same time.
    const float kick = step == 0 || step == steps ? 0.5f * dt : dt;
    const float drift = step == steps ? 0.0f : dt;
    if (own > 0) {
      queue.parallel_for(sycl::range<1>{own}, [=](sycl::id<1> i) {
        const vector3 pull = acceleration(places, count, places[first + i]);
        velocities[i].x += kick * pull.x;
        velocities[i].y += kick * pull.y;
        velocities[i].z += kick * pull.z;
      });
      queue.parallel_for(sycl::range<1>{own}, [=](sycl::id<1> i) {
        places[first + i].x += drift * velocities[i].x;
        places[first + i].y += drift * velocities[i].y;
        places[first + i].z += drift * velocities[i].z;
      });
      queue.wait();
    }
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, places, lengths.data(), starts.data(),
                   MPI_FLOAT, MPI_COMM_WORLD);
  }
  double seconds = MPI_Wtime() - start;
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  const double after = total(), change = std::fabs((after - before) / before);
  if (rank == 0)
    std::printf("%zu bodies, %d steps, %d ranks: %.2f billion pairs a second, energy changed by "
                "%.1e of itself\n",
                count, steps, ranks, double(count) * double(count) * (steps + 1) / seconds * 1e-9,
                change);

  if (argc > 3) {
    MPI_File file;
    if (MPI_File_open(MPI_COMM_WORLD, argv[3], MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL,
                      &file) != MPI_SUCCESS) {
      std::fprintf(stderr, "nbody: cannot write '%s'\n", argv[3]);
      MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_File_set_size(file, 0);
    MPI_File_write_at_all(file, MPI_Offset(first * sizeof(vector3)), places + first, int(3 * own),
                          MPI_FLOAT, MPI_STATUS_IGNORE);
    MPI_File_write_at_all(file, MPI_Offset((count + first) * sizeof(vector3)), velocities,
                          int(3 * own), MPI_FLOAT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
  }
  sycl::free(velocities, queue);
  sycl::free(places, queue);
  MPI_Finalize();
  return !(change < 1e-3);
}
