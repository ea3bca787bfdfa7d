#include "names.hpp"
class Name;
namespace {
class Hidden;
}
void second(sycl::queue &q) {
  q.single_task<Name>([=] {});
}
void first(sycl::queue &q);
void use_a(sycl::queue &q);
void hidden_b(sycl::queue &q) {
  q.single_task<Hidden>([=] {});
}
static void same(sycl::queue &q) {
  q.single_task([=] {});
}
int main() {
  sycl::queue q;
  same(q);
  once(q);
  also(q);
  first(q);
  second(q);
  use_a(q);
}
