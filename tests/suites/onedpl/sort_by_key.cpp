#include "data.hpp"

int main() {
  bool is_fine = true;
  for (size_t count : sizes) {
    const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(count);
    std::vector<int> wanted = numbers(count);
    sequence<int> in(wanted);
    std::vector<int> order(count);
    std::iota(order.begin(), order.end(), 0);
    sequence<int> places(order);
    oneapi::dpl::sort_by_key(policy(), in.begin(), in.begin() + n, places.begin());
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
      return wanted[static_cast<size_t>(a)] < wanted[static_cast<size_t>(b)];
    });
    // Not stable: each key moved together with its value.
    std::vector<int> keys = in.values(), moved = places.values();
    for (size_t i = 0; i < count; i++)
      is_fine &= keys[i] == wanted[static_cast<size_t>(order[i])] &&
                 keys[i] == wanted[static_cast<size_t>(moved[i])];
    std::sort(moved.begin(), moved.end());
    std::sort(order.begin(), order.end());
    is_fine &= is_equal("sort_by_key", count, moved, order);
  }
  return is_fine ? 0 : 1;
}
