// What the programs for several devices share: the devices, a part of the work for each, the
// comparison with one.
#pragma once
#include "../harness.hpp"
#include <sycl/sycl.hpp>

#include <memory>

namespace bench {

// A share of the work, on a device of its own where there are enough.
struct part {
  sycl::queue queue, border_queue; // in order, of one context for all parts
  std::size_t begin, end;          // of bodies, of rows
};

// All devices of the selector that are of the first one's platform; each reaches the others' memory
// where it can.
inline std::vector<sycl::device> devices() {
  std::vector<sycl::device> found =
      sycl::device(sycl::default_selector_v).get_platform().get_devices();
  for (const sycl::device &one : found)
    for (const sycl::device &other : found)
      if (one != other && one.ext_oneapi_can_access_peer(other))
        one.ext_oneapi_enable_peer_access(other);
  return found;
}

inline std::vector<part> divide(const std::vector<sycl::device> &devices, std::size_t count,
                                std::size_t total) {
  const sycl::context context(devices);
  const sycl::property_list in_order{sycl::property::queue::in_order{}};
  std::vector<part> parts;
  for (std::size_t i = 0; i < count; ++i) {
    const sycl::device &device = devices[i % devices.size()];
    parts.push_back({sycl::queue(context, device, in_order), sycl::queue(context, device, in_order),
                     total * i / count, total * (i + 1) / count});
  }
  return parts;
}

template <class T> std::shared_ptr<T> allocate(std::size_t count, const part &p) {
  T *memory = sycl::malloc_device<T>(count, p.queue);
  if (!memory) {
    std::fprintf(stderr, "no memory for %zu bytes\n", count * sizeof(T));
    std::exit(1);
  }
  return {memory, [queue = p.queue](T *m) { sycl::free(m, queue); }};
}

// program [SIZE [PARTS]]: simulate(devices, parts, size, &nanoseconds of a step) answers all
// values, which must be the same on one device and on several. PARTS: one for each device; with one
// device and no PARTS there is nothing to measure.
template <class Simulate>
int compare(int argc, char **argv, std::size_t size, Simulate &&simulate) {
  const std::vector<sycl::device> all = devices();
  if (argc > 1)
    size = std::strtoull(argv[1], nullptr, 10);
  const std::size_t parts = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : all.size();
  if (parts < 2) {
    std::printf("one device: nothing to compare\n");
    return 77;
  }
  double one = 0, several = 0;
  const std::vector<sycl::device> first(all.begin(), all.begin() + 1);
  const bool is_right = simulate(first, 1, size, one) == simulate(all, parts, size, several);
  std::printf("%zu devices: %.3f ms a step, one %.3f, %.3f times one\n", parts, several / 1e6,
              one / 1e6, one / several);
  if (!is_right)
    std::printf("WRONG RESULT: not what one device computes\n");
  return !is_right;
}

} // namespace bench
