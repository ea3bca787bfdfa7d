#include "data.hpp"

int main() {
  bool is_fine = true;
  for (size_t count : sizes) {
    const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(count);
    std::vector<int> wanted = numbers(count);
    sequence<int> in(wanted);
    oneapi::dpl::sort(policy(), in.begin(), in.begin() + n);
    std::sort(wanted.begin(), wanted.end());
    is_fine &= is_equal("sort", count, in.values(), wanted);
  }
  return is_fine ? 0 : 1;
}
