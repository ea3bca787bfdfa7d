#include "data.hpp"

int main() {
  bool is_fine = true;
  for (size_t count : sizes) {
    const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(count);
    std::vector<int> wanted = numbers(count);
    std::vector<int> runs = wanted;
    for (int &x : runs)
      x /= 512;
    sequence<int> data(runs);
    auto end = oneapi::dpl::unique(policy(), data.begin(), data.begin() + n);
    std::vector<int> got = data.values();
    got.resize(static_cast<size_t>(end - data.begin()));
    runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
    is_fine &= is_equal("unique", count, got, runs);
  }
  return is_fine ? 0 : 1;
}
