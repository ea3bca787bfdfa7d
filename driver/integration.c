/* Host compilations with an integration header and footer (docs/integration.md): needed for
 * third-party host compilers, and without run-time type information. Otherwise clang's objects
 * and type names provide the same information. */
#include <errno.h>
#include <string.h>

#include "driver/driver.h"
#include "support/file.h"
#include "support/strbuf.h"

/* The last one counts. */
static void look_at(const char *word, bool *has_types) {
  if (strcmp(word, "-frtti") == 0 || strcmp(word, "-fno-rtti") == 0)
    *has_types = word[2] == 'r';
}

bool fxd_needs_integration(const struct fxd_options *options) {
  bool has_types = true;
  for (size_t i = 0; i < options->args.count; ++i)
    if (options->args.items[i].input < 0 && options->args.items[i].where & FXD_HOST)
      look_at(options->args.items[i].words[0], &has_types);
  for (size_t i = 0; i < options->host_compiler_words.count; ++i)
    look_at(options->host_compiler_words.items[i], &has_types);
  return options->host_compiler && !has_types;
}

/* ---- Dependency files ---- */

static bool is_space(char c) {
  return c == ' ' || c == '\n';
}

static void drop_files(const char *text, size_t size, const char *folder, struct fxs_strbuf *out) {
  size_t length = strlen(folder);
  for (const char *at = text, *end = text + size; at < end;) {
    const char *word = at;
    while (at < end && !is_space(*at))
      ++at;
    if ((size_t)(end - word) <= length || strncmp(word, folder, length) != 0)
      fxs_strbuf_append(out, word, (size_t)(at - word));
    while (at < end && is_space(*at))
      fxs_strbuf_putc(out, *at++);
  }
}

static bool clean(struct fxd_driver *driver, struct fxd_job *job, int *status) {
  const char *path = job->context;
  struct fxs_file list;
  struct fxs_strbuf text = {0};
  if (*status || fxs_file_read(path, &list) != 0)
    return false;
  drop_files((const char *)list.data, list.size, driver->temp_folder, &text);
  int error = text.has_failed ? ENOMEM : fxs_file_write(path, text.data, text.length);
  if (error) {
    fxd_error("cannot write '%s': %s", path, strerror(error));
    *status = 1;
  }
  fxs_strbuf_free(&text);
  fxs_file_free(&list);
  return false;
}

void fxd_clean_list(struct fxd_driver *driver, struct fxd_job *job, const char *path) {
  job->ended = clean;
  job->context = fxd_strdup(driver, path);
}
