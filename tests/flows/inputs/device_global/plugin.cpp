/* A library that is loaded again and again: its variable begins anew each time. */
#include "shared.hpp"

device_global<int> local;

extern "C" int use(sycl::queue *q) {
  int value = 0;
  q->single_task<class Local>([=] { local = local + 1; }).wait();
  q->copy(local, &value).wait();
  return value;
}
