// sycl_ext_oneapi_local_memory: memory of a work-group without an accessor (NC-8).
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;
namespace oneapi = sycl::ext::oneapi;

struct pair {
  int first, second;
};

/* A matrix of each work-group transposed through an array, and sums that all start from one. */
static void exchange(queue &q) {
  constexpr size_t side = 8, groups = 5, count = groups * side * side;
  int *in = malloc_shared<int>(count, q), *out = malloc_shared<int>(count, q);
  for (size_t i = 0; i < count; ++i)
    in[i] = int(i * 7 % 101);
  q.parallel_for(nd_range<2>({groups * side, side}, {side, side}), [=](nd_item<2> it) {
     auto &tile = *oneapi::group_local_memory_for_overwrite<int[side][side]>(it.get_group());
     multi_ptr<pair, access::address_space::local_space> both =
         oneapi::group_local_memory<pair>(it.get_group(), int(it.get_group(0)), 3);
     const size_t y = it.get_local_id(0), x = it.get_local_id(1);
     tile[y][x] = in[it.get_global_linear_id()];
     group_barrier(it.get_group());
     out[it.get_global_linear_id()] = tile[x][y] * 10 + both->first + both->second;
   }).wait();
  for (size_t g = 0; g < groups; ++g)
    for (size_t y = 0; y < side; ++y)
      for (size_t x = 0; x < side; ++x)
        CHECK_EQUAL(out[(g * side + y) * side + x],
                    in[(g * side + x) * side + y] * 10 + int(g) + 3);
  free(in, q);
  free(out, q);
}

/* Each call in the source has memory of its own, and the same in every turn of a loop. */
static void calls(queue &q) {
  constexpr size_t local = 32, count = local * 4;
  int *out = malloc_shared<int>(count, q);
  q.parallel_for(nd_range<1>(count, local), [=](nd_item<1> it) {
     auto a = oneapi::group_local_memory_for_overwrite<int[local]>(it.get_group());
     auto b = oneapi::group_local_memory_for_overwrite<int[local]>(it.get_group());
     const size_t i = it.get_local_id(0);
     (*a)[i] = int(i);
     (*b)[i] = 1000;
     for (int turn = 0; turn < 3; ++turn) {
       group_barrier(it.get_group());
       const int next = (*a)[(i + 1) % local] + turn;
       group_barrier(it.get_group());
       (*a)[i] = next;
     }
     out[it.get_global_id(0)] = (*a)[i] + (*b)[i];
   }).wait();
  for (size_t i = 0; i < count; ++i)
    CHECK_EQUAL(out[i], int((i + 3) % local) + 3 + 1000);
  free(out, q);
}

struct counter {
  int value = 7, step = -2;
};

/* "For overwrite" leaves numbers as they are; a class is made by its default constructor. */
static void default_initialized(queue &q) {
  constexpr size_t local = 16, count = local * 4;
  int *out = malloc_shared<int>(count, q);
  q.parallel_for(nd_range<1>(count, local), [=](nd_item<1> it) {
     auto one = oneapi::group_local_memory_for_overwrite<counter>(it.get_group());
     auto some = oneapi::group_local_memory_for_overwrite<counter[local]>(it.get_group());
     const counter &own = (*some)[it.get_local_id(0)];
     out[it.get_global_id(0)] = 1000 * one->value + 100 * one->step + 10 * own.value + own.step;
   }).wait();
  for (size_t i = 0; i < count; ++i)
    CHECK_EQUAL(out[i], 7000 - 200 + 70 - 2);
  free(out, q);
}

int main() {
  queue q;
  exchange(q);
  calls(q);
  default_initialized(q);
  static_assert(std::is_same_v<oneapi::plus<int>, sycl::plus<int>>);
  return finish();
}
