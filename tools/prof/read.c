/* Reads a timeline: an array with an event per line, whose end may be missing. */
#include <cjson/cJSON.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "support/file.h"
#include "support/log.h"
#include "support/map.h"
#include "tools/prof/profile.h"

struct reader {
  struct profile *profile;
  struct fxs_map texts, kinds;  /* of kinds: the number of the kind + 1 */
  FXS_VECTOR(uint64_t) workers; /* id of a command and thread, in pairs */
  bool has_failed;              /* out of memory */
};

static double number(const cJSON *object, const char *key) {
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
  return cJSON_IsNumber(item) && item->valuedouble > 0 ? item->valuedouble : 0;
}

static uint64_t whole(const cJSON *object, const char *key) {
  return (uint64_t)number(object, key);
}

static const char *text(const cJSON *object, const char *key) {
  const char *value = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
  return value ? value : "";
}

/* One copy of each text. */
static const char *keep(struct reader *reader, const char *value) {
  const char *kept = fxs_map_get(&reader->texts, value);
  if (kept)
    return kept;
  char *copy = fxs_arena_strdup(&reader->profile->arena, value);
  reader->has_failed |= !copy || !fxs_map_put(&reader->texts, value, copy);
  return copy ? copy : "";
}

static size_t kind_of(struct reader *reader, const char *name, const char *category,
                      const char *at) {
  char *key = fxs_arena_printf(&reader->profile->arena, "%s\n%s\n%s", category, name, at);
  size_t known = key ? (size_t)(uintptr_t)fxs_map_get(&reader->kinds, key) : 0;
  if (known)
    return known - 1;
  struct kind kind = {.name = keep(reader, name),
                      .category = keep(reader, category),
                      .at = keep(reader, at),
                      .not_vectorized = "",
                      .least = UINT64_MAX};
  size_t index = reader->profile->kinds.count;
  reader->has_failed |= !key || !fxs_vector_push(&reader->profile->kinds, kind) ||
                        !fxs_map_put(&reader->kinds, key, (void *)(uintptr_t)(index + 1));
  return index;
}

static void read_command(struct reader *reader, const cJSON *event, const cJSON *args,
                         struct command *command) {
  const char *error = text(args, "error");
  command->id = whole(args, "id");
  command->queue = whole(args, "queue");
  command->waited = whole(args, "waited_ns");
  command->bytes = whole(args, "bytes");
  command->sub_group = (uint32_t)whole(args, "sub_group");
  command->error = *error ? keep(reader, error) : NULL;
  command->not_vectorized = keep(reader, text(args, "not_vectorized"));
  command->kind = kind_of(reader, text(event, "name"), text(event, "cat"), text(args, "at"));
  reader->has_failed |= !fxs_vector_push(&reader->profile->commands, *command);
}

static void read_name(struct reader *reader, const cJSON *event, const cJSON *args) {
  struct row row = {whole(event, "pid"), whole(event, "tid"), keep(reader, text(args, "name"))};
  reader->has_failed |= strcmp(text(event, "name"), "process_name") == 0
                            ? !fxs_vector_push(&reader->profile->processes, row)
                            : !fxs_vector_push(&reader->profile->rows, row);
}

static void read_event(struct reader *reader, const cJSON *event) {
  struct profile *profile = reader->profile;
  const cJSON *args = cJSON_GetObjectItemCaseSensitive(event, "args");
  const char *phase = text(event, "ph"), *category = text(event, "cat");
  if (*phase == 'M')
    read_name(reader, event, args);
  if (strcmp(category, "cache") == 0) {
    profile->hits += strncmp(text(event, "name"), "hit", 3) == 0;
    profile->misses += strncmp(text(event, "name"), "miss", 4) == 0;
  }
  if (*phase != 'X')
    return;
  uint64_t start = (uint64_t)(number(event, "ts") * 1000 + 0.5);
  uint64_t end = start + (uint64_t)(number(event, "dur") * 1000 + 0.5);
  if (start < profile->first)
    profile->first = start;
  if (end > profile->length) /* an end until all are read */
    profile->length = end;
  if (cJSON_GetObjectItemCaseSensitive(args, "queue")) {
    struct command command = {
        .start = start, .end = end, .device = whole(event, "pid"), .row = whole(event, "tid")};
    read_command(reader, event, args, &command);
  } else {
    if (strcmp(category, "work") == 0)
      reader->has_failed |= !fxs_vector_push(&reader->workers, whole(args, "id")) ||
                            !fxs_vector_push(&reader->workers, whole(event, "tid"));
    struct span span = {keep(reader, text(event, "name")),
                        keep(reader, category),
                        whole(event, "pid"),
                        whole(event, "tid"),
                        start,
                        end};
    reader->has_failed |= !fxs_vector_push(&profile->spans, span);
  }
}

/* ---- What follows ---- */

static int by_id(const void *a, const void *b) {
  const struct command *x = a, *y = b;
  return x->id < y->id ? -1 : x->id > y->id;
}

static int by_start(const void *a, const void *b) {
  const struct command *x = a, *y = b;
  return x->start != y->start ? (x->start < y->start ? -1 : 1) : by_id(a, b);
}

static int by_pair(const void *a, const void *b) {
  const uint64_t *x = a, *y = b;
  return x[0] != y[0] ? (x[0] < y[0] ? -1 : 1) : x[1] < y[1] ? -1 : x[1] > y[1];
}

static int by_track(const void *a, const void *b) {
  const struct row *x = a, *y = b;
  return x->process != y->process ? (x->process < y->process ? -1 : 1)
         : x->thread < y->thread  ? -1
                                  : x->thread > y->thread;
}

static void count_threads(struct reader *reader) {
  struct profile *profile = reader->profile;
  uint64_t *pairs = reader->workers.items;
  size_t count = reader->workers.count / 2, at = 0;
  if (count)
    qsort(pairs, count, 2 * sizeof *pairs, by_pair);
  for (size_t i = 0; i < profile->commands.count; i++) {
    struct command *command = &profile->commands.items[i];
    for (; at < count && pairs[2 * at] <= command->id; at++)
      if (pairs[2 * at] == command->id &&
          (at == 0 || pairs[2 * at - 2] != command->id || pairs[2 * at - 1] != pairs[2 * at + 1]))
        command->threads++;
  }
}

static void sum(struct profile *profile) {
  uint64_t end = 0;
  for (size_t i = 0; i < profile->commands.count; i++) { /* by start */
    const struct command *command = &profile->commands.items[i];
    struct kind *kind = &profile->kinds.items[command->kind];
    uint64_t took = command->end - command->start;
    kind->calls++;
    kind->total += took;
    kind->least = took < kind->least ? took : kind->least;
    kind->most = took > kind->most ? took : kind->most;
    kind->waited += command->waited;
    kind->bytes += command->bytes;
    kind->errors += command->error != NULL;
    kind->critical += command->is_critical ? took : 0;
    if (command->sub_group)
      kind->sub_group = command->sub_group;
    kind->not_vectorized = command->not_vectorized;
    if (command->threads > kind->threads)
      kind->threads = command->threads;
    if (command->end > end)
      profile->busy += command->end - (command->start > end ? command->start : end);
    end = command->end > end ? command->end : end;
  }
}

/* From the first event on. */
static void shift(struct profile *profile) {
  if (profile->first > profile->length)
    profile->first = profile->length;
  for (size_t i = 0; i < profile->commands.count; i++) {
    profile->commands.items[i].start -= profile->first;
    profile->commands.items[i].end -= profile->first;
  }
  for (size_t i = 0; i < profile->spans.count; i++) {
    profile->spans.items[i].start -= profile->first;
    profile->spans.items[i].end -= profile->first;
  }
  profile->length -= profile->first;
}

static bool read_lines(struct reader *reader, char *at) {
  unsigned line = 0;
  for (char *end; *at; at = end) {
    line++;
    end = at + strcspn(at, "\n");
    if (*end)
      *end++ = 0;
    size_t length = strlen(at);
    if (length && at[length - 1] == ',')
      at[length - 1] = 0;
    if (*at != '{') {
      if (strspn(at, "[] \t\r") == strlen(at))
        continue;
      fxs_log("falx-prof", FXS_LOG_ERROR,
              "%s:%u: this is no event of a timeline; FALX_TRACE=FILE.json writes timelines",
              reader->profile->path, line);
      return false;
    }
    cJSON *event = cJSON_Parse(at);
    if (!event && !*end) /* the process ended in the middle of it */
      break;
    if (!event) {
      fxs_log("falx-prof", FXS_LOG_ERROR, "%s:%u: this is no JSON", reader->profile->path, line);
      return false;
    }
    read_event(reader, event);
    cJSON_Delete(event);
  }
  if (reader->has_failed)
    fxs_log("falx-prof", FXS_LOG_ERROR, "%s: out of memory", reader->profile->path);
  return !reader->has_failed;
}

bool profile_read(const char *path, struct profile *out_profile) {
  struct fxs_file file;
  *out_profile = (struct profile){.path = path, .first = UINT64_MAX};
  int problem = fxs_file_read(path, &file);
  if (problem) {
    fxs_log("falx-prof", FXS_LOG_ERROR, "%s: %s", path, strerror(problem));
    return false;
  }
  struct reader reader = {.profile = out_profile};
  bool is_ok = read_lines(&reader, (char *)file.data);
  fxs_file_free(&file);
  if (is_ok) {
    shift(out_profile);
    struct command *commands = out_profile->commands.items;
    size_t count = out_profile->commands.count;
    if (count)
      qsort(commands, count, sizeof *commands, by_id);
    count_threads(&reader);
    if (out_profile->rows.count)
      qsort(out_profile->rows.items, out_profile->rows.count, sizeof(struct row), by_track);
    if (count)
      qsort(commands, count, sizeof *commands, by_start);
    profile_find_path(out_profile);
    sum(out_profile);
  }
  fxs_map_free(&reader.texts);
  fxs_map_free(&reader.kinds);
  fxs_vector_free(&reader.workers);
  if (!is_ok)
    profile_free(out_profile);
  return is_ok;
}

void profile_free(struct profile *profile) {
  fxs_vector_free(&profile->commands);
  fxs_vector_free(&profile->kinds);
  fxs_vector_free(&profile->spans);
  fxs_vector_free(&profile->rows);
  fxs_vector_free(&profile->processes);
  fxs_arena_release(&profile->arena);
}

const char *profile_row_name(const struct profile *profile, uint64_t process, uint64_t thread) {
  for (size_t i = 0; i < profile->rows.count; i++)
    if (profile->rows.items[i].process == process && profile->rows.items[i].thread == thread)
      return profile->rows.items[i].name;
  return "";
}
