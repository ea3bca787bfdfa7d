#include "twice.hpp"

long twice(sycl::queue &queue, long value) {
  long *result = sycl::malloc_shared<long>(1, queue);
  queue.single_task([=] { *result = 2 * value; }).wait();
  long answer = *result;
  sycl::free(result, queue);
  return answer;
}
