// Sweeps of a 5-point stencil over a grid, on one device and on all: each device has a band of rows
// and a row of its neighbours' on either side. Rows at the borders of bands are computed first, and
// copied while the others are.
//
//   falx++ -fsycl -O3 -fsycl-targets=nvptx64-nvidia-cuda bench/devices/stencil.cpp -o stencil
//   ONEAPI_DEVICE_SELECTOR='cuda:gpu' ./stencil [ROWS [PARTS]]
#include "devices.hpp"

constexpr int warm = 4, steps = 100;

// Rows first to last of a band with a row above and one below; the grid's own border keeps its
// values.
static sycl::event sweep(sycl::queue queue, const float *in, float *out, std::size_t n,
                         std::size_t first, std::size_t last,
                         const std::vector<sycl::event> &before) {
  return queue.parallel_for(sycl::range<2>(last - first, n - 2), before, [=](sycl::id<2> id) {
    const std::size_t at = (first + id[0]) * n + id[1] + 1;
    out[at] = 0.2f * (in[at] + in[at - 1] + in[at + 1] + in[at - n] + in[at + n]);
  });
}

struct band {
  bench::part part;               // rows begin to end of the grid
  std::shared_ptr<float> rows[2]; // begin - 1 to end + 1: before and after a step
  sycl::event inside, border;     // the last step's
  std::vector<sycl::event> arrived;
};

static void step_of(std::vector<band> &bands, std::size_t n, int step) {
  std::vector<std::vector<sycl::event>> sent(bands.size());
  for (std::size_t i = 0; i < bands.size(); ++i) {
    band &b = bands[i];
    const std::size_t height = b.part.end - b.part.begin;
    const float *in = b.rows[step % 2].get();
    float *out = b.rows[(step + 1) % 2].get();
    std::vector<sycl::event> before = std::move(b.arrived);
    before.push_back(b.inside);
    const sycl::event border = b.border;
    sweep(b.part.border_queue, in, out, n, 1, 2, before);
    b.border = sweep(b.part.border_queue, in, out, n, height, height + 1, {});
    if (i > 0) {
      const std::size_t below = bands[i - 1].part.end - bands[i - 1].part.begin + 1;
      sent[i - 1].push_back(b.part.border_queue.memcpy(
          bands[i - 1].rows[(step + 1) % 2].get() + below * n, out + n, n * sizeof(float)));
    }
    if (i + 1 < bands.size())
      sent[i + 1].push_back(b.part.border_queue.memcpy(bands[i + 1].rows[(step + 1) % 2].get(),
                                                       out + height * n, n * sizeof(float)));
    b.inside = sweep(b.part.queue, in, out, n, 2, height, {border});
  }
  for (std::size_t i = 0; i < bands.size(); ++i)
    bands[i].arrived = std::move(sent[i]);
}

static void wait(const std::vector<band> &bands) {
  for (const band &b : bands) {
    sycl::queue(b.part.queue).wait();
    sycl::queue(b.part.border_queue).wait();
  }
}

static std::vector<float> simulate(const std::vector<sycl::device> &devices, std::size_t count,
                                   std::size_t n, double &out_ns) {
  std::vector<band> bands;
  for (bench::part &p : bench::divide(devices, count, n - 2)) { // rows 1 to n - 2 are computed
    bands.push_back({p, {}, {}, {}, {}});
    for (auto &rows : bands.back().rows) {
      const std::size_t height = p.end - p.begin + 2, first = p.begin;
      rows = bench::allocate<float>(height * n, p);
      p.queue
          .parallel_for(sycl::range<2>(height, n),
                        [=, to = rows.get()](sycl::id<2> id) {
                          to[id[0] * n + id[1]] = bench::uniform((first + id[0]) * n + id[1]);
                        })
          .wait();
    }
  }
  double start = 0;
  for (int step = 0; step < warm + steps; ++step) {
    if (step == warm) {
      wait(bands);
      start = bench::now_ns();
    }
    step_of(bands, n, step);
  }
  wait(bands);
  out_ns = (bench::now_ns() - start) / steps;
  std::vector<float> found((n - 2) * n);
  for (band &b : bands)
    b.part.queue
        .memcpy(found.data() + b.part.begin * n, b.rows[(warm + steps) % 2].get() + n,
                (b.part.end - b.part.begin) * n * sizeof(float))
        .wait();
  return found;
}

int main(int argc, char **argv) {
  return bench::compare(argc, argv, 24576, simulate);
}
