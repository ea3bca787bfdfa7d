// Calls everything that shapes.hpp declares, from kernels; answers 0 if all is right.
#include "shapes.hpp"
#include <cstdio>

static int failures;
#define CHECK(condition)                                                                           \
  ((condition) ? 0 : (failures++, std::printf("%d: %s\n", __LINE__, #condition)))

static void chains(sycl::queue &q, int *out) {
  q.parallel_for(sycl::range<1>(64), [=](sycl::id<1> i) { out[i] = a(int(i)); }).wait();
  for (int i = 0; i < 64; i++)
    CHECK(out[i] == 1000 * i + 118);
}

static void forms(sycl::queue &q, int *out) {
  q.parallel_for(sycl::range<1>(64), [=](sycl::id<1> id) {
     int i = int(id), count = 0;
     small s = swapped({float(i), 0.5f});
     large l{};
     for (int k = 0; k < 9; k++)
       l.values[k] = i + k;
     large twofold = scaled(l, 2.0);
     bool is_right = s.x == 0.5f && s.y == float(i) && twofold.tag == 1 && l.tag == 0;
     for (int k = 0; k < 9; k++)
       is_right = is_right && twofold.values[k] == 2.0 * (i + k) && l.values[k] == i + k;
     double sum = many('\1', 2, i, 4, 0.5f, 0.25, true, &count, {3, 2});
     out[i] = is_right && sum == 14.75 + i && count == 1;
   }).wait();
  for (int i = 0; i < 64; i++)
    CHECK(out[i] == 1);
}

static void work_items(sycl::queue &q, int *out) {
  q.parallel_for(sycl::nd_range<2>({4, 16}, {2, 4}), [=](sycl::nd_item<2> item) {
     out[item.get_global_linear_id()] = ids(item);
   }).wait();
  for (int y = 0; y < 4; y++)
    for (int x = 0; x < 16; x++)
      CHECK(out[y * 16 + x] == y * 10000 + x * 100 + x % 4 * 10 + y / 2);
}

#ifndef NO_POINTERS
static int squared(int x) {
  return x * x;
}

static void pointers(sycl::queue &q, int *out) {
  q.parallel_for(sycl::range<1>(64), [=](sycl::id<1> id) {
     int i = int(id);
     int (*function)(int) = i % 2 ? twice : squared;           // of another image, of this one
     bool is_same = chosen(i % 2) == (i % 2 ? twice : thrice); // one address in all images
     out[i] = is_same ? function(i) + 1000 * through(function, i) + 1000000 * chosen(false)(i) : -1;
   }).wait();
  for (int i = 0; i < 64; i++) {
    int value = i % 2 ? 2 * i : i * i;
    CHECK(out[i] == value + 1000 * value + 3000000 * i);
  }
}

/* A constant of the program that holds addresses of another image. */
static void table_of_pointers(sycl::queue &q, int *out) {
  q.parallel_for(sycl::range<1>(64), [=](sycl::id<1> id) {
     constexpr int (*table[])(int) = {twice, squared, thrice};
     int i = int(id);
     out[i] = table[i % 3](i);
   }).wait();
  for (int i = 0; i < 64; i++)
    CHECK(out[i] == (i % 3 == 0 ? 2 * i : i % 3 == 1 ? i * i : 3 * i));
}

/* The second kernel imports nothing: what it calls comes out of memory (DL-6). */
static void stored_pointers(sycl::queue &q, int *out) {
  using function = int (*)(int);
  function *table = sycl::malloc_shared<function>(3, q);
  q.single_task([=] {
     table[0] = twice;
     table[1] = squared;
     table[2] = chosen(false);
   }).wait();
  q.parallel_for(sycl::range<1>(64), [=](sycl::id<1> id) {
     int i = int(id);
     out[i] = table[i % 3](i);
   }).wait();
  for (int i = 0; i < 64; i++)
    CHECK(out[i] == (i % 3 == 0 ? 2 * i : i % 3 == 1 ? i * i : 3 * i));
  sycl::free(table, q);
}

#endif

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(64, q);
  chains(q, out);
  forms(q, out);
  work_items(q, out);
#ifndef NO_POINTERS
  pointers(q, out);
  table_of_pointers(q, out);
  stored_pointers(q, out);
#endif
  sycl::free(out, q);
  return failures != 0;
}
