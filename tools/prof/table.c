/* The profile as text. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/prof/profile.h"

enum { NAME = 60 };

/* With three digits, in the largest of the `count` units, each 1000 of the one before, that it
 * fills. */
static const char *scaled(uint64_t number, const char *const *units, size_t count,
                          char buffer[32]) {
  double value = (double)number;
  size_t unit = 0;
  for (; value >= 999.5 && unit + 1 < count; unit++)
    value /= 1000;
  snprintf(buffer, 32, "%.*f %s",
           unit == 0 || value >= 99.95 ? 0
           : value >= 9.995            ? 1
                                       : 2,
           value, units[unit]);
  return buffer;
}

const char *profile_time(uint64_t ns, char buffer[32]) {
  static const char *const units[] = {"ns", "us", "ms", "s"};
  return scaled(ns, units, sizeof units / sizeof *units, buffer);
}

const char *profile_bytes(uint64_t bytes, char buffer[32]) {
  static const char *const units[] = {"B", "kB", "MB", "GB", "TB"};
  return scaled(bytes, units, sizeof units / sizeof *units, buffer);
}

/* Behind the last :: that is not inside of brackets; a lambda keeps the function that it is in. */
static const char *last_part(const char *name) {
  const char *part = name, *before = name;
  int depth = 0;
  for (const char *at = name; *at; at++) {
    depth += strchr("(<{[", *at) != NULL;
    depth -= strchr(")>}]", *at) != NULL && depth > 0;
    if (depth == 0 && at[0] == ':' && at[1] == ':') {
      before = part;
      part = at + 2;
    }
  }
  return *part == '{' ? before : part;
}

/* The bracket at `close` closes the one at the result; NULL: none. */
static char *opening(char *text, char *close) {
  int depth = 0;
  for (char *at = close; at >= text; at--) {
    depth += strchr(")}", *at) != NULL;
    depth -= strchr("({", *at) != NULL;
    if (!depth)
      return at;
  }
  return NULL;
}

static char *closing(char *open) {
  int depth = 0;
  for (char *at = open; *at; at++) {
    depth += strchr("({", *at) != NULL;
    depth -= strchr(")}", *at) != NULL;
    if (!depth)
      return at;
  }
  return NULL;
}

/* A lambda in a lambda, as in a command group, is said to be in the function around both. */
static void leave_lambdas_out(char *name) {
  static const char call[] = "}::operator()(";
  for (char *at = name, *from, *to; (at = strstr(at, call)); at = from) {
    from = opening(name, at);
    to = closing(at + sizeof call - 2);
    if (!from || from - name < 2 || !to)
      return;
    to += strncmp(to, ") const", 7) == 0 ? 7 : 1;
    if (strncmp(to, "::", 2) != 0)
      return;
    from -= 2;
    memmove(from, to, strlen(to) + 1);
  }
}

/* Of that function the name alone. */
static void leave_parameters_out(char *name) {
  char *close = strstr(name, ")::{"), *open = close ? opening(name, close) : NULL;
  if (open)
    memmove(open, close + 1, strlen(close));
}

const char *profile_short_name(const char *name, char *buffer, size_t size) {
  enum { LONGEST = 1024 };
  char own[LONGEST];
  if (strlen(name) < LONGEST) {
    strcpy(own, name);
    leave_lambdas_out(own);
    name = last_part(own);
    leave_parameters_out(own + (name - own));
  } else
    name = last_part(name);
  size_t length = strlen(name);
  snprintf(buffer, size, "%s%s", length < size ? "" : "...",
           length < size ? name : name + length - (size - 4));
  return buffer;
}

static int by_total(const void *a, const void *b) {
  const struct kind *x = *(const struct kind *const *)a, *y = *(const struct kind *const *)b;
  return x->total != y->total ? (x->total > y->total ? -1 : 1) : strcmp(x->name, y->name);
}

const struct kind **profile_sorted(const struct profile *profile) {
  size_t count = profile->kinds.count;
  const struct kind **kinds = malloc((count + 1) * sizeof(const struct kind *));
  for (size_t i = 0; kinds && i < count; i++)
    kinds[i] = &profile->kinds.items[i];
  if (kinds)
    qsort(kinds, count, sizeof(const struct kind *), by_total);
  return kinds;
}

static double percent(uint64_t part, uint64_t whole) {
  return whole ? 100 * (double)part / (double)whole : 0;
}

static uint64_t time_of(const struct profile *profile, const char *category) {
  uint64_t total = 0;
  for (size_t i = 0; i < profile->spans.count; i++)
    if (strcmp(profile->spans.items[i].category, category) == 0)
      total += profile->spans.items[i].end - profile->spans.items[i].start;
  return total;
}

static void print_kind(const struct kind *kind, uint64_t all, FILE *file) {
  char total[32], mean[32], most[32], bytes[32], name[NAME];
  fprintf(file, "%5.1f %% %9s %9s %9s %8" PRIu64, percent(kind->total, all),
          profile_time(kind->total, total), profile_time(kind->total / kind->calls, mean),
          profile_time(kind->most, most), kind->calls);
  if (kind->bytes && kind->total)
    fprintf(file, " %8s %7.2f", profile_bytes(kind->bytes, bytes),
            (double)kind->bytes / (double)kind->total);
  else
    fprintf(file, " %8s %7s", "-", "-");
  if (kind->threads)
    fprintf(file, " %7" PRIu32, kind->threads);
  else
    fprintf(file, " %7s", "-");
  if (kind->sub_group)
    fprintf(file, " %6" PRIu32, kind->sub_group);
  else
    fprintf(file, " %6s", "-");
  fprintf(file, "  %s%s%s\n", profile_short_name(kind->name, name, sizeof name),
          *kind->at ? "  " : "", kind->at);
}

/* A sub-group of one. */
bool profile_is_scalar(const struct kind *kind) {
  return strcmp(kind->category, "kernel") == 0 && kind->sub_group == 1;
}

static void print_scalar(const struct kind *const *kinds, size_t count, FILE *file) {
  bool has_any = false;
  for (size_t i = 0; i < count; i++) {
    char name[NAME];
    if (!profile_is_scalar(kinds[i]))
      continue;
    fprintf(file, "%s  %s  %s%s%s\n",
            has_any ? "" : "\nnot vectorized (falx++ -Rpass-missed=falx-vectorize says where):\n",
            profile_short_name(kinds[i]->name, name, sizeof name), kinds[i]->at,
            *kinds[i]->not_vectorized ? ": " : "", kinds[i]->not_vectorized);
    has_any = true;
  }
}

static void print_path(const struct profile *profile, const struct kind *const *kinds, size_t count,
                       FILE *file) {
  enum { SHOWN = 5 };
  char path[32], whole[32], name[NAME];
  fprintf(file, "\ncritical path: %s of commands, one behind the other, in %s\n",
          profile_time(profile->critical, path), profile_time(profile->length, whole));
  for (size_t i = 0, shown = 0; i < count && shown < SHOWN; i++)
    if (kinds[i]->critical) {
      fprintf(file, "%5.1f %%  %s%s%s\n", percent(kinds[i]->critical, profile->critical),
              profile_short_name(kinds[i]->name, name, sizeof name), *kinds[i]->at ? "  " : "",
              kinds[i]->at);
      shown++;
    }
}

void profile_print(const struct profile *profile, FILE *file) {
  char length[32], busy[32], waited[32], submitted[32], built[32];
  uint64_t all = 0;
  size_t count = profile->kinds.count;
  const struct kind **kinds = profile_sorted(profile);
  if (!kinds)
    return;
  for (size_t i = 0; i < count; i++)
    all += kinds[i]->total;
  fprintf(file, "%s: commands ran in %s of it (%.0f %%)\n", profile_time(profile->length, length),
          profile_time(profile->busy, busy), percent(profile->busy, profile->length));
  fprintf(file,
          "host threads: submitted %s, waited %s, built programs %s; caches of programs: %" PRIu64
          " hits, %" PRIu64 " misses\n\n",
          profile_time(time_of(profile, "submit"), submitted),
          profile_time(time_of(profile, "wait"), waited),
          profile_time(time_of(profile, "build"), built), profile->hits, profile->misses);
  if (!count) {
    fputs("the timeline has no command\n", file);
  } else {
    fputs(
        "  share     total      mean   longest    calls    bytes    GB/s threads vector  command\n",
        file);
    for (size_t i = 0; i < count; i++)
      print_kind(kinds[i], all, file);
    print_scalar(kinds, count, file);
    print_path(profile, kinds, count, file);
  }
  for (size_t i = 0; i < profile->commands.count; i++)
    if (profile->commands.items[i].error)
      fprintf(file, "failed: %s: %s\n", profile->kinds.items[profile->commands.items[i].kind].name,
              profile->commands.items[i].error);
  free(kinds);
}

static const struct kind *same_kind(const struct profile *profile, const struct kind *kind) {
  const struct kind *found = NULL;
  for (size_t i = 0; i < profile->kinds.count; i++) {
    const struct kind *other = &profile->kinds.items[i];
    if (strcmp(other->name, kind->name) != 0 || strcmp(other->category, kind->category) != 0)
      continue;
    /* The source may have changed: of several places the same one is better. */
    if (!found || strcmp(other->at, kind->at) == 0)
      found = other;
  }
  return found;
}

void profile_compare(const struct profile *before, const struct profile *after, FILE *file) {
  char first[32], second[32], name[NAME];
  fprintf(file, "   before     after  ratio  (mean of a call; a ratio below 1 is faster)\n");
  const struct kind **kinds = profile_sorted(after), **gone = profile_sorted(before);
  for (size_t i = 0; kinds && i < after->kinds.count; i++) {
    const struct kind *kind = kinds[i], *old = same_kind(before, kind);
    uint64_t mean = kind->total / kind->calls, was = old ? old->total / old->calls : 0;
    fprintf(file, "%9s %9s ", old ? profile_time(was, first) : "-", profile_time(mean, second));
    if (was)
      fprintf(file, "%6.2f", (double)mean / (double)was);
    else
      fprintf(file, "%6s", "new");
    fprintf(file, "  %s  %s\n", profile_short_name(kind->name, name, sizeof name), kind->at);
  }
  for (size_t i = 0; gone && i < before->kinds.count; i++)
    if (!same_kind(after, gone[i]))
      fprintf(file, "%9s %9s %6s  %s  %s\n", profile_time(gone[i]->total / gone[i]->calls, first),
              "-", "gone", profile_short_name(gone[i]->name, name, sizeof name), gone[i]->at);
  fprintf(file, "%9s %9s %6.2f  the whole run\n", profile_time(before->length, first),
          profile_time(after->length, second),
          before->length ? (double)after->length / (double)before->length : 0);
  free(kinds);
  free(gone);
}
