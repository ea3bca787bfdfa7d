/* A temporary folder per test, and checks of its content. */
#ifndef FALX_TESTS_TEMP_FOLDER_H
#define FALX_TESTS_TEMP_FOLDER_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "support/file.h"
#include "tests/unit/cmocka_prelude.h"

enum { STRANGER = 12345 }; /* a user who has nothing */

static char *top;         /* the temporary folder */
static char folder[4096]; /* top/cache, which is not made here */

static inline int make_top(void **state) {
  (void)state;
  int result = fxs_temp_folder("falx-cache", &top);
  snprintf(folder, sizeof folder, "%s/cache", top ? top : "");
  return result;
}

static inline int remove_top(void **state) {
  (void)state;
  int result = fxs_remove_tree(top);
  free(top);
  return result;
}

#define CACHE_TEST(name) cmocka_unit_test_setup_teardown(name, make_top, remove_top)

static inline const char *inside(const char *name) {
  static _Thread_local char path[2][5000];
  static _Thread_local int turn;
  turn = !turn;
  snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
  return path[turn];
}

static inline bool exists(const char *path) {
  struct stat info;
  return lstat(path, &info) == 0;
}

#endif
