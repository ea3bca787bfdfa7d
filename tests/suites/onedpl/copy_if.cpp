#include "data.hpp"

int main() {
  bool is_fine = true;
  for (size_t count : sizes) {
    const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(count);
    std::vector<int> wanted = numbers(count);
    sequence<int> in(wanted);
    sequence<int> out{std::vector<int>(count)};
    auto is_odd = [](int x) { return x % 2 != 0; };
    auto end = oneapi::dpl::copy_if(policy(), in.begin(), in.begin() + n, out.begin(), is_odd);
    std::vector<int> got = out.values();
    got.resize(static_cast<size_t>(end - out.begin()));
    wanted.erase(std::remove_if(wanted.begin(), wanted.end(), std::not_fn(is_odd)), wanted.end());
    is_fine &= is_equal("copy_if", count, got, wanted);
  }
  return is_fine ? 0 : 1;
}
