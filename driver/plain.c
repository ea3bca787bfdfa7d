/* Commands without SYCL, which clang executes in this program's place, and the names of other
 * compilers, under which this program lies in lib/falx/drop-in/bin. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "driver/driver.h"
#include "driver/options.h"
#include "support/file.h"

static const struct {
  const char *name;
  bool is_c_compiler, implies_sycl;
} drop_ins[] = {
    {"clang++", false, false}, {"clang", true, false}, {"icpx", false, false},
    {"icx", true, false},      {"dpcpp", false, true}, {"acpp", false, true},
    {"syclcc", false, true},
};

/* "-cc1": a stage of clang's, not a command line for a driver. */
static bool is_clang_stage(const struct fxd_words *words) {
  return words->count > 1 && strncmp(words->items[1], "-cc1", 4) == 0;
}

void fxd_take_name(struct fxd_driver *driver, struct fxd_words *words) {
  const char *path = words->count ? words->items[0] : "", *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  for (size_t i = 0; i < sizeof drop_ins / sizeof drop_ins[0]; ++i) {
    if (strcmp(name, drop_ins[i].name) != 0)
      continue;
    driver->is_drop_in = true;
    driver->is_c_compiler = drop_ins[i].is_c_compiler;
    if (drop_ins[i].implies_sycl && !is_clang_stage(words))
      fxd_insert_word(words, 1, "-fsycl");
  }
}

bool fxd_wants_sycl(const struct fxd_driver *driver, const struct fxd_words *words) {
  bool is_sycl = false;
  if (is_clang_stage(words))
    return false;
  for (size_t i = 1; i < words->count && strcmp(words->items[i], "--") != 0; ++i) {
    const char *word = words->items[i];
    const struct fxd_option *option = fxd_option_find(word);
    if (!option)
      continue;
    switch (option->action) {
    case NO_SYCL:
      is_sycl = false;
      break;
    case VERSION:
    case HELP: /* our own, but of clang under clang's name */
      is_sycl = is_sycl || !driver->is_drop_in;
      break;
    case SYCL:
    case TARGETS:
    case ACPP_TARGETS:
    case CLANGD_CONFIG:
    case DEVICE_ONLY:
    case DEVICE_LINK:
    case HOST_ONLY:
    case INT_HEADER:
    case INT_FOOTER:
      is_sycl = true;
      break;
    default:
      break;
    }
    i += fxd_option_takes_next(option, word);
  }
  return is_sycl;
}

char *fxd_clang_word(struct fxd_driver *driver, char *word, const char *value) {
  if (strncmp(word, "-qopenmp", 8) == 0)
    return fxd_printf(driver, "-fopenmp%s", word + 8);
  if (strcmp(word, "-fiopenmp") == 0)
    return "-fopenmp";
  if (strcmp(word, "-qno-openmp") == 0)
    return "-fno-openmp";
  if (strncmp(word, "-fp-model", 9) == 0 && value)
    return fxd_printf(driver, "-ffp-model=%s", strcmp(value, "fast=1") == 0 ? "fast" : value);
  return word;
}

/* Has no meaning without SYCL, and clang does not know it. */
static bool is_for_sycl(const struct fxd_option *option, const char *word) {
  return strncmp(word, "-fsycl", 6) == 0 || strncmp(word, "-fno-sycl", 9) == 0 ||
         strncmp(word, "-foffload-fp32-", 15) == 0 ||
         strncmp(word, "-fno-offload-fp32-", 18) == 0 || option->action == ACPP_TARGETS ||
         option->action == NO_EFFECT || option->action == FRONTEND_ARG ||
         option->action == BACKEND_ARG || option->action == LINKER_ARG;
}

/* Leaves options of SYCL out and takes clang's names for those of other compilers. Returns whether
 * the runtime is linked as libsycl.so, of which clang does not know where it lies. */
static bool translate(struct fxd_driver *driver, struct fxd_words *words) {
  bool has_runtime = false;
  size_t kept = 1;
  for (size_t i = 1; i < words->count; ++i) {
    char *word = words->items[i];
    const struct fxd_option *option = fxd_option_find(word);
    if (!option) {
      words->items[kept++] = word;
      continue;
    }
    size_t length = strlen(option->spelling);
    char *next =
        fxd_option_takes_next(option, word) && i + 1 < words->count ? words->items[++i] : NULL;
    char *value = next ? next : word + length;
    if (is_for_sycl(option, word))
      continue;
    if (option->action == LIBRARY && strcmp(value, "sycl") == 0) {
      has_runtime = true;
      word = "-lfalx";
      next = NULL;
    } else if (option->action == FP_MODEL || option->action == OPENMP) {
      word = fxd_clang_word(driver, word, value);
      next = NULL;
    }
    words->items[kept++] = word;
    if (next)
      words->items[kept++] = next;
  }
  words->count = kept;
  return has_runtime;
}

static int run_clang(struct fxd_driver *driver, struct fxd_words *words) {
  if (driver->is_c_compiler && !is_clang_stage(words))
    fxd_insert_word(words, 1, "--driver-mode=gcc");
  fxd_word(words, NULL);
  words->items[0] = driver->clang;
  execv(driver->clang, words->items);
  fxd_error("cannot run '%s': %s", driver->clang, strerror(errno));
  return errno == ENOENT ? 127 : 126;
}

/* A link without -fsycl leaves device code out. By hand, it names the runtime. */
static void warn_of_device_code(const struct fxd_words *words) {
  const char *found = NULL;
  for (size_t i = 1; i < words->count; ++i) {
    const char *word = words->items[i], *dot = strrchr(word, '.');
    if (strcmp(word, "-c") == 0 || strcmp(word, "-r") == 0 || strcmp(word, "-###") == 0 ||
        strcmp(word, "-lfalx") == 0 || strstr(word, "libfalx") || strstr(word, "libsycl"))
      return;
    if (!found && word[0] != '-' && dot && (strcmp(dot, ".o") == 0 || strcmp(dot, ".a") == 0) &&
        fxd_has_device_code(word))
      found = word;
  }
  if (found)
    fxd_warning("'%s' holds device code, which a link without -fsycl leaves out; add -fsycl",
                found);
}

/* clang does not find <sycl/sycl.hpp> then. As icpx and the like, it may be another's. */
static void warn_of_sycl_source(const struct fxd_words *words) {
  enum { MOST = 1 << 16 }; /* bytes that are looked at */
  static const char *const endings[] = {".cpp", ".cc", ".cxx", ".C", ".c++"};
  for (size_t i = 1; i < words->count; ++i) {
    const char *word = words->items[i], *dot = strrchr(word, '.');
    struct fxs_file file;
    bool is_source = false;
    for (size_t k = 0; dot && k < sizeof endings / sizeof *endings; ++k)
      is_source = is_source || strcmp(dot, endings[k]) == 0;
    if (word[0] == '-' || !is_source || fxs_file_map(word, &file))
      continue;
    static const char include[] = "#include <sycl/sycl.hpp>";
    bool is_sycl =
        memmem(file.data, file.size < MOST ? file.size : MOST, include, sizeof include - 1) != NULL;
    fxs_file_free(&file);
    if (is_sycl) {
      fxd_warning("'%s' includes <sycl/sycl.hpp>, which needs -fsycl; add it", word);
      return;
    }
  }
}

int fxd_run_plain(struct fxd_driver *driver, struct fxd_words *words) {
  bool is_stage = is_clang_stage(words);
  bool has_runtime = !is_stage && translate(driver, words);
  if (!is_stage)
    warn_of_device_code(words);
  if (!is_stage && !driver->is_drop_in)
    warn_of_sycl_source(words);
  if (has_runtime ? !fxd_find_tools(driver) : !fxd_find_clang(driver))
    return 1;
  if (has_runtime) {
    fxd_insert_word(words, 1, fxd_printf(driver, "-L%s", driver->library_folder));
    fxd_insert_word(words, 1, fxd_printf(driver, "-Wl,-rpath,%s", driver->library_folder));
  }
  return run_clang(driver, words);
}

int fxd_run_query(struct fxd_driver *driver, struct fxd_words *words) {
  translate(driver, words);
  return run_clang(driver, words);
}
