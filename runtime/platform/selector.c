/* ONEAPI_DEVICE_SELECTOR.
 *
 *   selector := entry { ";" entry }, accepting entries before discarding ones
 *   entry    := [ "!" ] backend ":" device { "," device }
 *   backend  := "*" | native_cpu | opencl | cuda | level_zero | hip | null
 *   device   := "*" | cpu | gpu | acc | fpga | number
 *
 * Case and spaces do not matter. A device is accepted if an accepting entry matches it, or there
 * is none (null is then excluded), and no discarding entry matches it. */
#include "runtime/platform/selector.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "runtime/common/error.h"

static const char *const backends[] = {
    "*",
#define FXR_ADAPTER(name, is_usual) name,
#include "runtime/platform/adapters.def"
#undef FXR_ADAPTER
};
#define FXR_ADAPTER(name, is_usual) ", " name
static const char backend_names[] = "*"
#include "runtime/platform/adapters.def"
    ;
#undef FXR_ADAPTER

static const struct {
  const char *name;
  uint32_t type;
} types[] = {{"cpu", FALX_DEVICE_CPU},
             {"gpu", FALX_DEVICE_GPU},
             {"acc", FALX_DEVICE_ACCELERATOR},
             {"fpga", FALX_DEVICE_ACCELERATOR}};

struct word {
  size_t begin, end;
};

static falx_status complain(const char *text, size_t position, const char *what) {
  return fxr_error(
      FALX_ERROR_INVALID,
      "ONEAPI_DEVICE_SELECTOR='%s', at character %zu ('%.24s'): %s. The form is "
      "[!]backend:device[,device][;...], backend one of %s; device one of *, cpu, gpu, acc or a "
      "number; entries with '!' come last",
      text, position + 1, text + position, what, backend_names);
}

static struct word trim(const char *text, size_t begin, size_t end) {
  while (begin < end && isspace((unsigned char)text[begin]))
    begin++;
  while (end > begin && isspace((unsigned char)text[end - 1]))
    end--;
  return (struct word){begin, end};
}

static bool equals(const char *text, struct word word, const char *name) {
  return strlen(name) == word.end - word.begin &&
         strncasecmp(text + word.begin, name, word.end - word.begin) == 0;
}

static size_t find(const char *text, size_t begin, size_t end, char character) {
  while (begin < end && text[begin] != character)
    begin++;
  return begin;
}

static falx_status parse_device(const char *text, struct word word, struct fxr_filter *filter) {
  if (word.begin == word.end)
    return complain(text, word.begin, "a device is missing here");
  if (find(text, word.begin, word.end, '.') < word.end)
    return complain(text, find(text, word.begin, word.end, '.'),
                    "sub-devices cannot be selected; leave out what begins with the point");
  if (equals(text, word, "*")) {
    filter->is_any = true;
    return FALX_SUCCESS;
  }
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (equals(text, word, types[i].name)) {
      filter->type = types[i].type;
      return FALX_SUCCESS;
    }
  uint32_t number = 0;
  for (size_t i = word.begin; i < word.end; i++) {
    if (!isdigit((unsigned char)text[i]))
      return complain(text, word.begin, "this is no device type and no number");
    if (i - word.begin >= 6)
      return complain(text, word.begin, "this number is too large");
    number = number * 10 + (uint32_t)(text[i] - '0');
  }
  filter->index = number;
  return FALX_SUCCESS;
}

static falx_status parse_entry(const char *text, struct word entry, struct fxr_selector *selector) {
  struct fxr_filter filter = {.begin = entry.begin, .end = entry.end};
  if (text[entry.begin] == '!') {
    filter.is_discard = true;
    entry = trim(text, entry.begin + 1, entry.end);
  } else if (selector->filters.count &&
             selector->filters.items[selector->filters.count - 1].is_discard) {
    return complain(text, entry.begin, "an entry without '!' follows one with it");
  }
  size_t colon = find(text, entry.begin, entry.end, ':');
  struct word backend = trim(text, entry.begin, colon);
  const char *known = NULL;
  for (size_t i = 0; i < sizeof backends / sizeof *backends; i++)
    if (equals(text, backend, backends[i]))
      known = backends[i];
  if (!known)
    return complain(text, backend.begin,
                    backend.begin == backend.end ? "a backend is missing here"
                                                 : "this is no backend");
  if (colon == entry.end)
    return complain(text, backend.end < strlen(text) ? backend.end : backend.begin,
                    "a colon and devices are missing after the backend, as in 'native_cpu:*'");
  snprintf(filter.backend, sizeof filter.backend, "%s", known);
  for (size_t at = colon + 1;;) {
    size_t comma = find(text, at, entry.end, ',');
    struct fxr_filter one = filter;
    falx_status status = parse_device(text, trim(text, at, comma), &one);
    if (status != FALX_SUCCESS)
      return status;
    if (!fxs_vector_push(&selector->filters, one))
      return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for ONEAPI_DEVICE_SELECTOR");
    if (comma == entry.end)
      return FALX_SUCCESS;
    at = comma + 1;
  }
}

falx_status fxr_selector_parse(const char *text, struct fxr_selector *out_selector) {
  memset(out_selector, 0, sizeof *out_selector);
  if (!text)
    return FALX_SUCCESS;
  size_t length = strlen(text);
  falx_status status = FALX_SUCCESS;
  if (length > 800)
    return fxr_error(FALX_ERROR_INVALID, "ONEAPI_DEVICE_SELECTOR is longer than 800 characters");
  if (!(out_selector->text = strdup(text)))
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for ONEAPI_DEVICE_SELECTOR");
  for (size_t at = 0; at <= length && status == FALX_SUCCESS;) {
    size_t semicolon = find(text, at, length, ';');
    struct word entry = trim(text, at, semicolon);
    bool is_last = semicolon == length;
    if (entry.begin < entry.end)
      status = parse_entry(text, entry, out_selector);
    else if (!is_last || at == 0) /* a single trailing ';' is accepted */
      status = complain(text, entry.begin, "an entry is missing here");
    at = semicolon + 1;
  }
  if (status != FALX_SUCCESS)
    fxr_selector_free(out_selector);
  return status;
}

void fxr_selector_free(struct fxr_selector *selector) {
  fxs_vector_free(&selector->filters);
  free(selector->text);
  selector->text = NULL;
}

static bool is_for_backend(const struct fxr_filter *filter, const char *backend) {
  return strcmp(filter->backend, backend) == 0 ||
         (strcmp(filter->backend, "*") == 0 && strcmp(backend, "null") != 0);
}

static bool matches(const struct fxr_filter *filter, const char *backend, uint32_t type,
                    uint32_t index) {
  if (!is_for_backend(filter, backend))
    return false;
  return filter->is_any || (filter->type ? filter->type == type : filter->index == index);
}

bool fxr_selector_names(const struct fxr_selector *selector, const char *backend) {
  for (size_t i = 0; i < selector->filters.count; i++)
    if (!selector->filters.items[i].is_discard &&
        strcmp(selector->filters.items[i].backend, backend) == 0)
      return true;
  return false;
}

static bool has_accepting(const struct fxr_selector *selector) {
  return selector->filters.count && !selector->filters.items[0].is_discard;
}

bool fxr_selector_excludes(const struct fxr_selector *selector, const char *backend) {
  bool is_accepted = !has_accepting(selector);
  for (size_t i = 0; i < selector->filters.count; i++) {
    const struct fxr_filter *filter = &selector->filters.items[i];
    if (!is_for_backend(filter, backend))
      continue;
    if (!filter->is_discard)
      is_accepted = true;
    else if (filter->is_any)
      return true;
  }
  return !is_accepted;
}

char *fxr_selector_judge(const struct fxr_selector *selector, const char *backend, uint32_t type,
                         uint32_t index, bool *out_ok) {
  char *reason = NULL;
  bool is_accepted = !has_accepting(selector);
  *out_ok = true;
  for (size_t i = 0; i < selector->filters.count; i++) {
    const struct fxr_filter *filter = &selector->filters.items[i];
    if (!matches(filter, backend, type, index))
      continue;
    if (filter->is_discard) {
      *out_ok = asprintf(&reason, "ONEAPI_DEVICE_SELECTOR discards it: '%.*s'",
                         (int)(filter->end - filter->begin), selector->text + filter->begin) >= 0;
      return *out_ok ? reason : NULL;
    }
    is_accepted = true;
  }
  if (!is_accepted) {
    *out_ok =
        asprintf(&reason, "no entry of ONEAPI_DEVICE_SELECTOR='%s' takes it", selector->text) >= 0;
    return *out_ok ? reason : NULL;
  }
  return NULL;
}
