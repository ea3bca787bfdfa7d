// error: kernel name argument conflicts with a previous declaration
// SYCL 2020, 5.2; requirement KL-8.
#include <sycl/sycl.hpp>
class Name;
int main() {
  sycl::queue q;
  q.single_task<Name>([=] {});
  q.single_task<Name>([=] {}); // here
}
