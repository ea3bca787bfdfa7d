#include "data.hpp"

int main() {
  bool is_fine = true;
  for (size_t count : sizes) {
    const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(count);
    std::vector<int> wanted = numbers(count);
    sequence<int> in(wanted);
    auto order = [](int a, int b) { return a / 16 < b / 16; };
    oneapi::dpl::stable_sort(policy(), in.begin(), in.begin() + n, order);
    std::stable_sort(wanted.begin(), wanted.end(), order);
    is_fine &= is_equal("stable_sort", count, in.values(), wanted);
  }
  return is_fine ? 0 : 1;
}
