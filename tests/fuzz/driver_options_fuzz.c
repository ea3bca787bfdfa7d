/* Feeds arbitrary command lines to falx++'s parser (libFuzzer): one word a line. What follows a
 * line "@" is the content of a response file, which the word "@r" names. No other file is named by
 * a response word: the test reads nothing of the machine's.
 *   driver_options_fuzz -max_total_time=600 CORPUS tests/fuzz/driver_options */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "driver/driver.h"
#include "support/log.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* In place of support/log.c: texts are made, nobody needs to see them. */
static unsigned errors;

void fxs_vlog(const char *tool, enum fxs_log_level level, const char *format, va_list args) {
  char text[4096];
  (void)tool;
  if (vsnprintf(text, sizeof text, format, args) <= 0)
    abort();
  errors += level == FXS_LOG_ERROR;
}
void fxs_log(const char *tool, enum fxs_log_level level, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fxs_vlog(tool, level, format, args);
  va_end(args);
}

enum { MOST_WORDS = 64 };

static int write_response(const char *text, size_t size) {
  int file = memfd_create("response", MFD_CLOEXEC);
  if (file < 0 || (size && write(file, text, size) != (ssize_t)size))
    abort();
  return file;
}

static void parse(char **argv, int argc) {
  struct fxd_driver driver = {0};
  struct fxd_words words = {0};
  errors = 0;
  if (fxd_expand(&driver, argc, argv, &words)) {
    fxd_take_name(&driver, &words);
    fxd_wants_sycl(&driver, &words);
    if (!fxd_parse(&driver, &words) && !errors)
      abort(); /* a refusal says why */
  } else if (!errors) {
    abort();
  }
  fxs_vector_free(&words);
  fxd_driver_release(&driver);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1), *argv[MOST_WORDS + 1] = {(char *)"falx++"}, path[32];
  if (!text)
    return 0;
  if (size)
    memcpy(text, data, size);
  text[size] = 0;
  char *words_end = strstr(text, "\n@\n");
  const char *response = words_end ? words_end + 3 : text + size;
  int file = write_response(response, (size_t)(text + size - response)), argc = 1;
  snprintf(path, sizeof path, "@/proc/self/fd/%d", file);
  if (words_end)
    *words_end = 0;
  /* "@x" inside the response file is a word of its own; only letters may follow it there. */
  for (char *at = words_end ? words_end + 3 : NULL; at && (at = strchr(at, '@')); at++)
    *at = '=';
  for (char *word = text; word && argc < MOST_WORDS;) {
    char *end = strchr(word, '\n');
    if (end)
      *end = 0;
    if (strcmp(word, "@r") == 0)
      argv[argc++] = path;
    else if (word[0] != '@')
      argv[argc++] = word;
    word = end ? end + 1 : NULL;
  }
  parse(argv, argc);
  close(file);
  free(text);
  return 0;
}
