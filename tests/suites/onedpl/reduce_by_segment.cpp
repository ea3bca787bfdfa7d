#include "data.hpp"

// Neighbours with equal keys are a segment.
int main() {
  bool is_fine = true;
  for (size_t count : sizes) {
    const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(count);
    std::vector<int> keys = numbers(count), numbered(count), wanted_keys, wanted;
    for (int &key : keys)
      key = key % 3;
    std::iota(numbered.begin(), numbered.end(), 0);
    for (size_t i = 0; i < count; i++) {
      if (i == 0 || keys[i] != keys[i - 1]) {
        wanted_keys.push_back(keys[i]);
        wanted.push_back(0);
      }
      wanted.back() += numbered[i];
    }
    sequence<int> in_keys(keys), in(numbered), out_keys{std::vector<int>(count)},
        out{std::vector<int>(count)};
    auto ends = oneapi::dpl::reduce_by_segment(policy(), in_keys.begin(), in_keys.begin() + n,
                                               in.begin(), out_keys.begin(), out.begin());
    std::vector<int> got_keys = out_keys.values(), got = out.values();
    got_keys.resize(static_cast<size_t>(ends.first - out_keys.begin()));
    got.resize(static_cast<size_t>(ends.second - out.begin()));
    is_fine &= is_equal("keys of reduce_by_segment", count, got_keys, wanted_keys);
    is_fine &= is_equal("reduce_by_segment", count, got, wanted);
  }
  return is_fine ? 0 : 1;
}
