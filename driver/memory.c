/* Memory and messages of the driver. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/driver.h"
#include "support/log.h"

void fxd_out_of_memory(void) {
  fxs_log(FXD_TOOL, FXS_LOG_ERROR, "out of memory");
  exit(1);
}

void *fxd_alloc(struct fxd_driver *driver, size_t size) {
  void *memory = fxs_arena_alloc(&driver->arena, size);
  if (!memory)
    fxd_out_of_memory();
  return memory;
}

char *fxd_strdup(struct fxd_driver *driver, const char *text) {
  size_t size = strlen(text) + 1;
  return memcpy(fxd_alloc(driver, size), text, size);
}

char *fxd_printf(struct fxd_driver *driver, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int length = vsnprintf(NULL, 0, format, args);
  va_end(args);
  char *text = fxd_alloc(driver, (size_t)length + 1);
  va_start(args, format);
  vsnprintf(text, (size_t)length + 1, format, args);
  va_end(args);
  return text;
}

void fxd_word(struct fxd_words *words, const char *word) {
  FXD_PUSH(words, (char *)word);
}

void fxd_insert_word(struct fxd_words *words, size_t place, const char *word) {
  fxd_word(words, word);
  char *last = words->items[words->count - 1];
  memmove(&words->items[place + 1], &words->items[place],
          (words->count - 1 - place) * sizeof *words->items);
  words->items[place] = last;
}

void fxd_driver_release(struct fxd_driver *driver) {
  struct fxd_options *options = &driver->options;
  for (size_t i = 0; i < driver->jobs.count; ++i) {
    fxs_vector_free(&driver->jobs.items[i]->argv);
    fxs_vector_free(&driver->jobs.items[i]->waits);
  }
  fxs_vector_free(&driver->jobs);
  fxd_pch_end(driver);
  fxs_vector_free(&driver->outputs);
  fxs_vector_free(&driver->modules);
  fxs_vector_free(&driver->archived);
  fxs_vector_free(&driver->image_files);
  fxs_vector_free(&options->args);
  for (size_t i = 0; i < options->inputs.count; ++i) {
    fxs_vector_free(&options->inputs.items[i].host_words);
    fxs_vector_free(&options->inputs.items[i].device_words);
  }
  fxs_vector_free(&options->inputs);
  fxs_vector_free(&options->libraries);
  fxs_vector_free(&options->frontend_args);
  fxs_vector_free(&options->backend_args);
  fxs_vector_free(&options->linker_args);
  fxs_vector_free(&options->added);
  fxs_vector_free(&options->folders);
  fxs_vector_free(&options->features);
  fxs_vector_free(&options->vectorizer);
  fxs_vector_free(&options->host_compiler_words);
  fxs_arena_release(&driver->arena);
}

void fxd_error(const char *format, ...) {
  va_list args;
  va_start(args, format);
  fxs_vlog(FXD_TOOL, FXS_LOG_ERROR, format, args);
  va_end(args);
}

void fxd_warning(const char *format, ...) {
  va_list args;
  va_start(args, format);
  fxs_vlog(FXD_TOOL, FXS_LOG_WARNING, format, args);
  va_end(args);
}
