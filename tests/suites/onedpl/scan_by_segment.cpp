#include "data.hpp"

// Neighbours with equal keys are a segment.
int main() {
  bool is_fine = true;
  for (size_t count : sizes) {
    const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(count);
    std::vector<int> keys = numbers(count), numbered(count), inclusive(count), exclusive(count);
    for (int &key : keys)
      key = key % 3;
    std::iota(numbered.begin(), numbered.end(), 0);
    for (size_t i = 0; i < count; i++) {
      const bool is_first = i == 0 || keys[i] != keys[i - 1];
      exclusive[i] = is_first ? 0 : inclusive[i - 1];
      inclusive[i] = exclusive[i] + numbered[i];
    }
    sequence<int> in_keys(keys), in(numbered), out{std::vector<int>(count)};
    oneapi::dpl::inclusive_scan_by_segment(policy(), in_keys.begin(), in_keys.begin() + n,
                                           in.begin(), out.begin());
    is_fine &= is_equal("inclusive_scan_by_segment", count, out.values(), inclusive);
    oneapi::dpl::exclusive_scan_by_segment(policy(), in_keys.begin(), in_keys.begin() + n,
                                           in.begin(), out.begin());
    is_fine &= is_equal("exclusive_scan_by_segment", count, out.values(), exclusive);
  }
  return is_fine ? 0 : 1;
}
