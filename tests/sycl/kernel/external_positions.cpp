// SYCL 2020, 5.10.1: SYCL_EXTERNAL stands before or among the specifiers of a declaration.
#include <sycl/sycl.hpp>

#include "../check.hpp"

SYCL_EXTERNAL int before(int);
extern SYCL_EXTERNAL int after_extern(int);
extern "C" SYCL_EXTERNAL int after_linkage(int);
SYCL_EXTERNAL extern "C" int before_linkage(int);
int SYCL_EXTERNAL after_type(int x) {
  return x + 5;
}
inline SYCL_EXTERNAL int after_inline(int x) {
  return x + 6;
}
#define EXTERNAL_INLINE inline SYCL_EXTERNAL
EXTERNAL_INLINE int in_macro(int x) {
  return x + 10;
}
sycl::range<1> SYCL_EXTERNAL after_template() {
  return 11;
}
template <class T> SYCL_EXTERNAL T in_template(T x) {
  return x + 7;
}
struct functions {
  SYCL_EXTERNAL int member() const { return value + 8; }
  static SYCL_EXTERNAL int after_static(int x);
  int value;
};
SYCL_EXTERNAL int functions::after_static(int x) {
  return x + 9;
}
int before(int x) {
  return x + 1;
}
int SYCL_EXTERNAL after_extern(int x) {
  return x + 2;
}
int after_linkage(int x) {
  return x + 3;
}
int before_linkage(int x) {
  return x + 4;
}

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(11, q);
  q.single_task([=] {
     out[0] = before(0);
     out[1] = after_extern(0);
     out[2] = after_linkage(0);
     out[3] = before_linkage(0);
     out[4] = after_type(0);
     out[5] = after_inline(0);
     out[6] = in_template(0);
     out[7] = functions{0}.member();
     out[8] = functions::after_static(0);
     out[9] = in_macro(0);
     out[10] = static_cast<int>(after_template()[0]);
   }).wait();
  for (int i = 0; i < 11; ++i)
    CHECK_EQUAL(out[i], i + 1);
  sycl::free(out, q);
  return finish();
}
