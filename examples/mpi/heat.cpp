// The heat equation of examples/heat.cpp, distributed: heat [SIZE] [STEPS] [FILE]
// Each MPI rank has a band of rows and, above and below it, a copy of its neighbour's nearest row,
// the halo, which travels in each step while the inner rows are computed. MPI gets the kernels' own
// pointers (USM). FILE: the plate at the end, the same bits for every number of ranks.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <mpi.h>
#include <sycl/sycl.hpp>
#include <utility>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const size_t n = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1024; // inner points a side
  const int steps = argc > 2 ? std::atoi(argv[2]) : 500;
  if (n < size_t(ranks)) {
    if (rank == 0)
      std::fprintf(stderr, "heat: %d ranks need a plate of as many rows; SIZE is %zu\n", ranks, n);
    MPI_Finalize();
    return 2;
  }
  const size_t width = n + 2;  // with the edges, which stay 0
  constexpr double rate = 0.2; // dt / h^2; stable below 0.25
  const double angle = std::acos(-1.0) / double(n + 1);
  const size_t first = n * size_t(rank) / size_t(ranks), end = n * size_t(rank + 1) / size_t(ranks);
  const size_t rows = end - first; // from 1 on; 0 and rows + 1 are halos or edges
  const int above = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  const int below = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;

  sycl::queue queue{sycl::property::queue::in_order{}};
  double *now = sycl::malloc_shared<double>((rows + 2) * width, queue);
  double *next = sycl::malloc_shared<double>((rows + 2) * width, queue);
  queue.fill(now, 0.0, (rows + 2) * width);
  queue.fill(next, 0.0, (rows + 2) * width).wait();
  const auto start_value = [=](size_t y, size_t x) { // y: row of the plate
    return std::sin(angle * double(x)) * std::sin(angle * double(y));
  };
  for (size_t y = 1; y <= rows; ++y)
    for (size_t x = 1; x <= n; ++x)
      now[y * width + x] = start_value(first + y, x);

  // New values of the rows from y on, count of them.
  const auto compute = [&](size_t y, size_t count) {
    return queue.parallel_for(sycl::range<2>{count, n}, [=](sycl::id<2> id) {
      const size_t at = (id[0] + y) * width + id[1] + 1;
      next[at] = now[at] + rate * (now[at - 1] + now[at + 1] + now[at - width] + now[at + width] -
                                   4.0 * now[at]);
    });
  };
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  for (int step = 0; step < steps; ++step) {
    // now is complete: the step before has been waited for.
    MPI_Request halos[4];
    const int row = int(n);
    MPI_Irecv(now + 1, row, MPI_DOUBLE, above, 0, MPI_COMM_WORLD, &halos[0]);
    MPI_Irecv(now + (rows + 1) * width + 1, row, MPI_DOUBLE, below, 1, MPI_COMM_WORLD, &halos[1]);
    MPI_Isend(now + width + 1, row, MPI_DOUBLE, above, 1, MPI_COMM_WORLD, &halos[2]);
    MPI_Isend(now + rows * width + 1, row, MPI_DOUBLE, below, 0, MPI_COMM_WORLD, &halos[3]);
    if (rows > 2)
      compute(2, rows - 2);
    MPI_Waitall(4, halos, MPI_STATUSES_IGNORE);
    compute(1, 1);
    if (rows > 1)
      compute(rows, 1);
    queue.wait();
    std::swap(now, next);
  }
  double seconds = MPI_Wtime() - start, error = 0;
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);

  const double half = std::sin(0.5 * angle);
  const double damping = std::pow(1.0 - 8.0 * rate * half * half, steps);
  for (size_t y = 1; y <= rows; ++y)
    for (size_t x = 1; x <= n; ++x)
      error = std::fmax(error, std::fabs(now[y * width + x] - damping * start_value(first + y, x)));
  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  if (rank == 0)
    std::printf(
        "%zu x %zu points, %d steps, %d ranks: %.1f million points a second, largest error %.1e\n",
        n, n, steps, ranks, double(n) * double(n) * steps / seconds * 1e-6, error);

  if (argc > 3) {
    MPI_File file;
    if (MPI_File_open(MPI_COMM_WORLD, argv[3], MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL,
                      &file) != MPI_SUCCESS) {
      std::fprintf(stderr, "heat: cannot write '%s'\n", argv[3]);
      MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_File_set_size(file, 0);
    for (size_t y = 0; y < rows; ++y) // rank's rows may be more than another's: not collective
      MPI_File_write_at(file, MPI_Offset((first + y) * n * sizeof(double)),
                        now + (y + 1) * width + 1, int(n), MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
  }
  sycl::free(next, queue);
  sycl::free(now, queue);
  MPI_Finalize();
  return !(error < 1e-10);
}
