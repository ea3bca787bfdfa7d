#include "names.hpp"
class Name;

void first(sycl::queue &q) {
  q.single_task<Name>([=] {});
}
namespace {
class Hidden;
}
void hidden(sycl::queue &q) {
  q.single_task<Hidden>([=] {});
}
static void same(sycl::queue &q) {
  q.single_task([=] {});
}
void use_a(sycl::queue &q) {
  same(q);
  once(q);
  also(q);
}
