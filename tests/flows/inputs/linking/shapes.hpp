// What crosses the libraries of linking.sh.
#pragma once
#include <sycl/sycl.hpp>

struct small {
  float x, y;
};
struct large {
  double values[9];
  int tag;
};

SYCL_EXTERNAL int a(int x);    // liba: calls b
SYCL_EXTERNAL int b(int x);    // libb: calls c
SYCL_EXTERNAL int c(int x);    // libc: calls d
SYCL_EXTERNAL int d(int x);    // libd: calls leaf
SYCL_EXTERNAL int leaf(int x); // liba: the images need each other

// All of libd.
SYCL_EXTERNAL small swapped(small s);
SYCL_EXTERNAL large scaled(large l, double by);
SYCL_EXTERNAL double many(char a, short b, int c, long d, float e, double f, bool g, int *h,
                          small i);
SYCL_EXTERNAL int ids(sycl::nd_item<2> item);
SYCL_EXTERNAL int through(int (*function)(int), int x);
SYCL_EXTERNAL int (*chosen(bool first))(int);
SYCL_EXTERNAL int twice(int x);
SYCL_EXTERNAL int thrice(int x);
