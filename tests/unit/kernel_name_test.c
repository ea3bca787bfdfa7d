/* Names of kernels without what the headers put around them. */
#include "support/kernel_name.h"

#include "cmocka_prelude.h"
#include <string.h>

static void expect(const char *demangled, const char *own) {
  char name[512];
  strcpy(name, demangled);
  assert_string_equal(fxs_own_kernel_name(name), own);
}

static void other_names_stay(void **state) {
  (void)state;
  expect("", "");
  expect("Sum", "Sum");
  expect("sycl::detail::reduce<Sum>", "sycl::detail::reduce<Sum>");
  expect("mine::sycl::detail::reduce_name<Sum>", "mine::sycl::detail::reduce_name<Sum>");
}

static void the_first_argument_is_left(void **state) {
  (void)state;
  expect("sycl::detail::reduce_name<add(sycl::queue&, int*)::adding>",
         "add(sycl::queue&, int*)::adding");
  expect("sycl::detail::reduce_nothing_name<Sum<int, 2> >", "Sum<int, 2>");
  expect("sycl::detail::reduce_name<sycl::detail::reduce_unnamed<main::{lambda(sycl::id<1>, "
         "auto:1&)#1}, sycl::range<1>, sycl::detail::parts<float> > >",
         "main::{lambda(sycl::id<1>, auto:1&)#1}");
}

static void what_has_no_end_stays(void **state) {
  (void)state;
  expect("sycl::detail::reduce_name<Sum", "sycl::detail::reduce_name<Sum");
  expect("sycl::detail::reduce_name<>", "sycl::detail::reduce_name<>");
  expect("sycl::detail::reduce_name<f(int", "sycl::detail::reduce_name<f(int");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(other_names_stay),
                                     cmocka_unit_test(the_first_argument_is_left),
                                     cmocka_unit_test(what_has_no_end_stays)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
