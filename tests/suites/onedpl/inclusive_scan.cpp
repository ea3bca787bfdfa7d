#include "data.hpp"

int main() {
  bool is_fine = true;
  for (size_t count : sizes) {
    const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(count);
    std::vector<int> wanted = numbers(count);
    sequence<int> in(wanted);
    sequence<int> out(wanted);
    oneapi::dpl::inclusive_scan(policy(), in.begin(), in.begin() + n, out.begin());
    std::partial_sum(wanted.begin(), wanted.end(), wanted.begin());
    is_fine &= is_equal("inclusive_scan", count, out.values(), wanted);
  }
  return is_fine ? 0 : 1;
}
