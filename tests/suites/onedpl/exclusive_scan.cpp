#include "data.hpp"

int main() {
  bool is_fine = true;
  for (size_t count : sizes) {
    const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(count);
    std::vector<int> wanted = numbers(count);
    sequence<int> in(wanted);
    sequence<int> out(wanted);
    oneapi::dpl::exclusive_scan(policy(), in.begin(), in.begin() + n, out.begin(), 7);
    int before = 7;
    for (int &x : wanted) {
      int own = x;
      x = before;
      before += own;
    }
    is_fine &= is_equal("exclusive_scan", count, out.values(), wanted);
  }
  return is_fine ? 0 : 1;
}
