// Draws a valley of the Mandelbrot set: mandelbrot [WIDTH HEIGHT [FILE]], 1920 1080 mandelbrot.png
// falx: -lpng
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <png.h>
#include <sycl/sycl.hpp>

struct pixel {
  std::uint8_t red, green, blue;
};
struct view {
  double centre_x, centre_y, width; // of the complex plane
  size_t columns, rows;             // of the picture
};

constexpr int limit = 2000; // iterations
constexpr int grid = 2;     // samples a pixel, in each direction

// How long the point takes to leave, as a real number; negative for a point that stays.
float escape(double cx, double cy) {
  double x = 0, y = 0;
  for (int i = 0; i < limit; ++i) {
    const double xx = x * x, yy = y * y;
    if (xx + yy > 256.0)
      return float(i) + 1.0f - sycl::log(0.5f * sycl::log(float(xx + yy))) / 0.6931472f;
    y = 2.0 * x * y + cy;
    x = xx - yy + cx;
  }
  return -1.0f;
}

// One channel of a palette that runs through blue, white and gold again and again.
float wave(float phase) {
  return 0.5f + 0.5f * sycl::cos(6.2831853f * phase);
}

std::uint8_t byte(float sum) {
  return std::uint8_t(255.0f * sycl::sqrt(sum / (grid * grid)) + 0.5f);
}

pixel shade(view v, size_t column, size_t row) {
  const double step = v.width / double(v.columns);
  float red = 0, green = 0, blue = 0;
  for (int s = 0; s < grid * grid; ++s) {
    const double dx = double(column) + (s % grid + 0.5) / grid - 0.5 * double(v.columns);
    const double dy = double(row) + (s / grid + 0.5) / grid - 0.5 * double(v.rows);
    const float time = escape(v.centre_x + step * dx, v.centre_y - step * dy);
    if (time < 0)
      continue; // black
    const float phase = 0.45f * sycl::log(time + 2.0f) + 0.5f;
    red += wave(phase) * wave(phase);
    green += wave(phase - 0.06f) * wave(phase - 0.06f);
    blue += wave(phase - 0.16f);
  }
  return {byte(red), byte(green), byte(blue)};
}

bool write_png(const char *file, const pixel *pixels, size_t columns, size_t rows) {
  png_image image;
  std::memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.format = PNG_FORMAT_RGB;
  image.width = png_uint_32(columns);
  image.height = png_uint_32(rows);
  if (png_image_write_to_file(&image, file, 0, pixels, 0, nullptr))
    return true;
  std::fprintf(stderr, "mandelbrot: cannot write %s: %s\n", file, image.message);
  return false;
}

int main(int argc, char **argv) {
  const size_t columns = argc > 2 ? std::strtoull(argv[1], nullptr, 10) : 1920;
  const size_t rows = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1080;
  const char *file = argc > 3 ? argv[3] : "mandelbrot.png";
  const view v{-0.743643887, 0.131825904, 0.0002, columns, rows};

  sycl::queue queue;
  pixel *pixels = sycl::malloc_shared<pixel>(columns * rows, queue);
  const auto start = std::chrono::steady_clock::now();
  queue
      .parallel_for(
          sycl::range<2>{rows, columns},
          [=](sycl::id<2> at) { pixels[at[0] * columns + at[1]] = shade(v, at[1], at[0]); })
      .wait();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;

  // The host draws a few pixels, too. Rounding may move a point near the edge of the set.
  size_t checked = 0, different = 0;
  for (size_t at = 0; at < columns * rows; at += 1 + columns * rows / 200, ++checked) {
    const pixel p = shade(v, at % columns, at / columns), q = pixels[at];
    different +=
        std::abs(p.red - q.red) + std::abs(p.green - q.green) + std::abs(p.blue - q.blue) > 12;
  }
  const bool is_written = write_png(file, pixels, columns, rows);
  std::printf("%s: %zu x %zu in %.2f s; %zu of %zu pixels differ from the host's"
              " (rounding: up to one in 20)\n",
              file, columns, rows, took.count(), different, checked);
  sycl::free(pixels, queue);
  return !is_written || different * 20 > checked;
}
