/* SYCL 2020, 4.14.3: marray, on the host. */
#include <sycl/marray.hpp>

#include "../check.hpp"

using namespace sycl;

static_assert(sizeof(mfloat3) == 12 && alignof(mfloat3) == 4);
static_assert(std::is_trivially_copyable_v<mdouble4>);
static_assert(std::is_same_v<decltype(mfloat3() < 1.0f), mbool3>);
static_assert(!std::is_convertible_v<float, mfloat2>);
constexpr marray sum = marray(1, 2, 3) + 1;
static_assert(sum[0] == 2 && sum[2] == 4 && sum.size() == 3);
static_assert(mint2()[1] == 0);

int main() {
  mint4 a(1, 2, 3, 4), b(5);
  CHECK((a + b)[3] == 9 && (b % 3)[0] == 2 && (a << 1)[1] == 4 && (-a)[2] == -3);
  mbool4 is_less = a < 3;
  CHECK(is_less[0] && is_less[1] && !is_less[2] && !(!is_less)[0]);
  CHECK((a && mint4(0, 1, 0, 1))[1]);
  a *= b;
  ++a;
  CHECK(a[0] == 6 && a[3] == 21 && a++[0] == 6 && a[0] == 7);
  marray<int, 6> joined(mint2(1, 2), 3, marray<int, 3>(4, 5, 6));
  int expected = 0;
  for (int x : joined)
    CHECK(x == ++expected);
  int one = marray<int, 1>(4);
  CHECK(one == 4);
  a = 2;
  CHECK(a[3] == 2);
}
