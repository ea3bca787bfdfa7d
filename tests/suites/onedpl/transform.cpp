#include "data.hpp"

int main() {
  bool is_fine = true;
  for (size_t count : sizes) {
    const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(count);
    std::vector<int> wanted = numbers(count), seconds(count);
    std::iota(seconds.begin(), seconds.end(), 0);
    sequence<int> first(wanted), second(seconds), out{std::vector<int>(count)};
    auto combine = [](int a, int b) { return 3 * a - b; };
    oneapi::dpl::transform(policy(), first.begin(), first.begin() + n, second.begin(), out.begin(),
                           combine);
    std::transform(wanted.begin(), wanted.end(), seconds.begin(), wanted.begin(), combine);
    is_fine &= is_equal("transform", count, out.values(), wanted);
  }
  return is_fine ? 0 : 1;
}
