/* Locates clang++, our headers, library and tools, and the temporary folder. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/driver.h"
#include "falx_version.h"
#include "support/file.h"
#include "support/process.h"
#include "support/strbuf.h"

#if defined(__aarch64__)
#define OWN_ARCH "aarch64"
#elif defined(__riscv)
#define OWN_ARCH "riscv64"
#else
#define OWN_ARCH "x86_64"
#endif

static bool is_this_program(const char *path) {
  char *self = NULL, *real = realpath(path, NULL);
  bool is_same = real && fxs_self_path(&self) == 0 && strcmp(self, real) == 0;
  free(self);
  free(real);
  return is_same;
}

bool fxd_find_clang(struct fxd_driver *driver) {
  static const char packaged[] = "/usr/lib/llvm-22/bin/clang++";
  const char *wanted = getenv("FALX_CLANG");
  char *found = NULL;
  if (wanted && *wanted) {
    if (fxs_find_program(wanted, &found) != 0) {
      fxd_error("cannot run '%s', which FALX_CLANG names; correct it or unset it", wanted);
      return false;
    }
    if (is_this_program(found)) { /* under the name of clang++ */
      fxd_error("'%s', which FALX_CLANG names, is " FXD_TOOL
                " itself; give the path of a clang++ of version 22",
                found);
      free(found);
      return false;
    }
  } else if (fxs_find_program("clang++-22", &found) != 0 &&
             fxs_find_program(packaged, &found) != 0) {
    fxd_error("clang++-22 is neither on PATH nor at %s; install it with 'apt install clang-22', "
              "or set FALX_CLANG to a clang++ of version 22",
              packaged);
    return false;
  }
  driver->clang = fxd_strdup(driver, found);
  free(found);
  return true;
}

void fxd_blame_other_clang(const struct fxd_driver *driver) {
  static const char own[] = "22.";
  const char *wanted = getenv("FALX_CLANG");
  char *argv[] = {driver->clang, "-dumpversion", NULL};
  struct fxs_strbuf version = {0};
  int status;
  if (wanted && *wanted && fxs_process_run(argv, NULL, &version, &status) == 0 && status == 0 &&
      strncmp(fxs_strbuf_text(&version), own, sizeof own - 1) != 0)
    fxd_error(
        "'%s', which FALX_CLANG names, is clang %.*s, and device code needs clang 22; correct "
        "FALX_CLANG or unset it",
        driver->clang, (int)strcspn(fxs_strbuf_text(&version), "\n"), fxs_strbuf_text(&version));
  fxs_strbuf_free(&version);
}

bool fxd_find_tools(struct fxd_driver *driver) {
  char *self = NULL;
  int error = fxs_self_path(&self);
  if (error) {
    fxd_error("cannot find out where this program lies: %s; is /proc mounted?", strerror(error));
    return false;
  }
  driver->self = fxd_strdup(driver, self);
  free(self);
  char *bin = fxd_strdup(driver, driver->self);
  *strrchr(bin, '/') = 0;
  driver->post_link = fxd_printf(driver, "%s/falx-post-link", bin);
  driver->integration = fxd_printf(driver, "%s/falx-integration", bin);
  driver->prefix = fxd_strdup(driver, bin);
  char *slash = strrchr(driver->prefix, '/');
  if (slash)
    *slash = 0;
  /* Clang searches these anyway, and naming them would change their order. */
  driver->has_include_words = strcmp(driver->prefix, "") != 0 &&
                              strcmp(driver->prefix, "/usr") != 0 &&
                              strcmp(driver->prefix, "/usr/local") != 0;
  driver->library_folder = fxd_printf(driver, "%s/lib", driver->prefix);
  char *library = fxd_printf(driver, "%s/libfalx.so", driver->library_folder);
  char *other = fxd_printf(driver, "%s/" FALX_LIBDIR, driver->prefix);
  if (access(library, F_OK) != 0 && access(fxd_printf(driver, "%s/libfalx.so", other), F_OK) == 0)
    driver->library_folder = other;
  const char *triple = driver->options.triple;
  size_t arch = triple ? strcspn(triple, "-") : 0;
  driver->host_triple = triple ? triple : OWN_ARCH "-unknown-linux-gnu";
  driver->is_cross = triple && (arch != strlen(OWN_ARCH) || memcmp(triple, OWN_ARCH, arch) != 0);
  if (driver->is_cross) /* Debian's layout for libraries of other architectures */
    driver->library_folder =
        fxd_printf(driver, "%s/lib/%.*s-linux-gnu", driver->prefix, (int)arch, triple);
  return fxd_find_clang(driver);
}

bool fxd_has_library(const struct fxd_driver *driver) {
  const struct fxd_words *folders = &driver->options.folders;
  bool is_there = false;
  for (size_t i = 0; i <= folders->count && !is_there; ++i) {
    struct fxs_strbuf path = {0};
    fxs_strbuf_printf(&path, "%s/libfalx.so",
                      i < folders->count ? folders->items[i] : driver->library_folder);
    is_there = access(fxs_strbuf_text(&path), F_OK) == 0;
    fxs_strbuf_free(&path);
  }
  return is_there;
}

bool fxd_make_temp_folder(struct fxd_driver *driver) {
  char *path = NULL;
  if (driver->options.prints_only) {
    driver->temp_folder = "/tmp/falx-XXXXXX";
    return true;
  }
  int error = fxs_temp_folder("falx", &path);
  if (error) {
    const char *parent = getenv("TMPDIR");
    fxd_error("cannot make a temporary folder in '%s': %s; set TMPDIR to a folder that can be "
              "written",
              parent && *parent ? parent : "/tmp", strerror(error));
    return false;
  }
  driver->temp_folder = fxd_strdup(driver, path);
  free(path);
  return true;
}

void fxd_drop_temp_folder(struct fxd_driver *driver) {
  if (driver->temp_folder && !driver->options.prints_only)
    fxs_remove_tree(driver->temp_folder);
  driver->temp_folder = NULL;
}

char *fxd_temp_path(struct fxd_driver *driver, const char *stem, const char *suffix) {
  return fxd_printf(driver, "%s/%s-%u%s", driver->temp_folder, stem, ++driver->temp_count, suffix);
}
