/* Reports on standard error, each pair of places once, and the end of the program. */
#include "checker/checker.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- places ---- */

enum { MOST_SITES = 1 << CHK_SITE_BITS };
static struct falx_check_site *sites[MOST_SITES];
static uint32_t site_count = 1;
static pthread_mutex_t sites_lock = PTHREAD_MUTEX_INITIALIZER;

uint32_t chk_site_number(struct falx_check_site *site) {
  uint32_t number = __atomic_load_n(&site->number, __ATOMIC_RELAXED);
  if (number)
    return number;
  pthread_mutex_lock(&sites_lock);
  if (!(number = site->number) && site_count < MOST_SITES) {
    number = site_count++;
    __atomic_store_n(&sites[number], site, __ATOMIC_RELEASE);
    __atomic_store_n(&site->number, number, __ATOMIC_RELAXED);
  }
  pthread_mutex_unlock(&sites_lock);
  return number;
}

struct falx_check_site *chk_site(uint32_t number) {
  return __atomic_load_n(&sites[number], __ATOMIC_ACQUIRE);
}

/* ---- what was reported ---- */

enum { MOST_PAIRS = 1 << 12 };
static struct {
  const void *one, *other;
  const char *kind;
} pairs[MOST_PAIRS];
static uint32_t pair_count; /* grows behind the elements; atomic */
static uint32_t shown;
static bool is_printing; /* atomic */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool is_same_place(const struct falx_check_site *one, const struct falx_check_site *other) {
  return one == other || (one && other && one->line == other->line &&
                          one->column == other->column && !strcmp(one->file, other->file));
}

static bool is_known(const char *kind, const void *one, const void *other, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (!strcmp(pairs[i].kind, kind) &&
        ((is_same_place(pairs[i].one, one) && is_same_place(pairs[i].other, other)) ||
         (is_same_place(pairs[i].one, other) && is_same_place(pairs[i].other, one))))
      return true;
  return false;
}

/* ---- text ---- */

static void print_ids(const struct falx_native_cpu_state *state, uint32_t group, uint32_t item) {
  uint64_t local[3], groups[3], rest = item, number = group;
  int dimensions = 1;
  for (int d = 0; d < 3; d++) {
    local[d] = rest % state->local_range[d];
    rest /= state->local_range[d];
    groups[d] = number % state->num_groups[d];
    number /= state->num_groups[d];
    if (state->global_range[d] > 1)
      dimensions = d + 1;
  }
  static const char *const names[] = {"global", "local", "group"};
  for (int kind = 0; kind < 3; kind++) {
    fprintf(stderr, "%s %s {", kind ? "," : "", names[kind]);
    for (int d = dimensions; d-- > 0;)
      fprintf(stderr, "%llu%s",
              (unsigned long long)(kind == 0   ? groups[d] * state->local_range[d] + local[d] +
                                                     state->global_offset[d]
                                   : kind == 1 ? local[d]
                                               : groups[d]),
              d ? ", " : "}");
  }
  fputc('\n', stderr);
}

static bool is_of_headers(const char *text) {
  return strstr(text, "/include/sycl/") || strstr(text, "/include/c++/") || !strncmp(text, "??", 2);
}

/* By the tool that there is: pairs of lines, function and file:line, innermost first. */
static bool print_symbol(const char *module, uintptr_t offset) {
  static const char *const tools[] = {"llvm-symbolizer-22 --output-style=GNU",
                                      "llvm-symbolizer --output-style=GNU", "addr2line"};
  if (strchr(module, '\''))
    return false;
  for (unsigned i = 0; i < sizeof tools / sizeof *tools; i++) {
    char command[4096], function[1024], place[1024];
    snprintf(command, sizeof command, "%s -f -C -i -e '%s' 0x%llx 2>/dev/null", tools[i], module,
             (unsigned long long)offset);
    FILE *output = popen(command, "r");
    bool is_any = false, is_done = false;
    while (output && fgets(function, sizeof function, output) &&
           fgets(place, sizeof place, output)) {
      is_any = true;
      if (is_done || is_of_headers(place))
        continue;
      place[strcspn(place, "\n")] = function[strcspn(function, "\n")] = 0;
      bool is_named = strcmp(function, "operator()") != 0; /* line tables have no class */
      fprintf(stderr, "              made at %s in %s\n", place, is_named ? function : "a lambda");
      is_done = true;
    }
    if (output)
      pclose(output);
    if (is_any)
      return is_done;
  }
  return false;
}

static bool is_of_library_of(const Dl_info *frame, const void *address) {
  Dl_info library;
  return dladdr(address, &library) && library.dli_fbase == frame->dli_fbase;
}

/* Whether the frame is of the user's code: not this library's or the C library's, which calls main;
 * both may have debug information. */
static bool is_users(const Dl_info *frame) {
  static const char here = 0;
  return frame->dli_fname && !is_of_library_of(frame, &here) &&
         !is_of_library_of(frame, (const void *)(uintptr_t)abort);
}

static void print_maker(const struct chk_frames *made) {
  for (int i = 1; chk_settings()->names_places && i < made->count; i++) {
    Dl_info info;
    if (dladdr(made->frames[i], &info) && is_users(&info) &&
        print_symbol(info.dli_fname, (uintptr_t)made->frames[i] - 1 - (uintptr_t)info.dli_fbase))
      return;
  }
  Dl_info info;
  for (int i = 1; i < made->count; i++)
    if (dladdr(made->frames[i], &info) && is_users(&info)) {
      fprintf(stderr,
              "              made at %s+0x%llx; compiled with -fsycl-check= or -g, and with "
              "llvm-symbolizer, the line is named\n",
              info.dli_fname,
              (unsigned long long)((uintptr_t)made->frames[i] - (uintptr_t)info.dli_fbase));
      return;
    }
}

static void print_place_in(uintptr_t address, uintptr_t begin, uintptr_t end, const char *kind) {
  if (address < begin)
    fprintf(stderr, "  memory      %llu bytes before %s of %llu bytes",
            (unsigned long long)(begin - address), kind, (unsigned long long)(end - begin));
  else if (address >= end)
    fprintf(stderr, "  memory      %llu bytes behind the end of %s of %llu bytes",
            (unsigned long long)(address - end), kind, (unsigned long long)(end - begin));
  else
    fprintf(stderr, "  memory      byte %llu of %s of %llu bytes",
            (unsigned long long)(address - begin), kind, (unsigned long long)(end - begin));
}

static void print_memory(const struct chk_report *report) {
  const struct falx_native_cpu_bounds *bounds = chk_bounds(report->state);
  uintptr_t meant = report->root ? report->root : report->address;
  for (uint32_t i = 0; i < report->group->local_count; i++) {
    const struct chk_local *local = &report->group->locals[i];
    if (meant >= local->begin && meant < local->end) {
      struct chk_frames made;
      print_place_in(report->address, local->begin, local->end, "local memory");
      fputc('\n', stderr);
      if (local->site && local->site->line)
        fprintf(stderr, "              made at %s:%u in the kernel\n", local->site->file,
                local->site->line);
      else if (chk_find_local_accessor(local->word, &made))
        print_maker(&made);
      return;
    }
  }
  struct chk_allocation allocation;
  if (chk_find_allocation(meant, &allocation)) {
    print_place_in(report->address, allocation.begin, allocation.end, allocation.kind);
    fprintf(stderr, " at %p, allocation %llu\n", (void *)allocation.begin,
            (unsigned long long)allocation.number);
    print_maker(&allocation.made);
  } else if (meant >= bounds->local_begin && meant < bounds->local_end) {
    fprintf(stderr, "  memory      local memory\n");
  } else {
    fprintf(stderr, "  memory      %p, of no USM allocation and no buffer\n", (void *)meant);
  }
}

static void print(const struct chk_report *report) {
  fprintf(stderr, "falx-check: %s: %s\n  kernel      %s\n", report->kind, report->what,
          report->group->kernel->name);
  for (unsigned i = 0; i < 2; i++) {
    const struct chk_party *party = &report->parties[i];
    if (!party->is_there)
      continue;
    fprintf(stderr, "  %-11s ", i ? "another" : "work-item");
    if (party->site && party->site->line)
      fprintf(stderr, "%s %s:%u:%u:", party->does, party->site->file, party->site->line,
              party->site->column);
    else
      fprintf(stderr, "%s (a header):", party->does);
    print_ids(report->state, party->group, party->item);
  }
  if (report->has_memory)
    print_memory(report);
  fprintf(stderr, "  next        %s\n", report->next);
}

static _Noreturn void leave(void) {
  fflush(NULL);
  _exit(chk_settings()->status ? chk_settings()->status : 1);
}

/* What is wrong happens behind its report and may end the program: not while one is printed. */
static void wait_for_report(void) {
  if (!__atomic_load_n(&is_printing, __ATOMIC_ACQUIRE))
    return;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
}

bool chk_report(const struct chk_report *report) {
  const struct falx_check_site *one = report->parties[0].site, *other = report->parties[1].site;
  uint32_t count = __atomic_load_n(&pair_count, __ATOMIC_ACQUIRE);
  if (count == MOST_PAIRS || is_known(report->kind, one, other, count)) {
    wait_for_report();
    return false;
  }
  const struct chk_settings *settings = chk_settings();
  pthread_mutex_lock(&lock);
  bool is_new = pair_count < MOST_PAIRS && !is_known(report->kind, one, other, pair_count);
  if (is_new) {
    pairs[pair_count].one = one;
    pairs[pair_count].other = other;
    pairs[pair_count].kind = report->kind;
    __atomic_store_n(&is_printing, true, __ATOMIC_RELEASE); /* before others know the pair */
    __atomic_store_n(&pair_count, pair_count + 1, __ATOMIC_RELEASE);
    if (shown < settings->most) {
      shown++;
      print(report);
    }
  }
  if (is_new && settings->halts)
    leave();
  __atomic_store_n(&is_printing, false, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&lock);
  return is_new;
}

void chk_end(const char *why) {
  pthread_mutex_lock(&lock);
  fprintf(stderr, "falx-check: %s\n", why);
  leave();
}

/* Behind the program's own destructors: its results are there, its status is ours. */
__attribute__((destructor)) static void end(void) {
  uint32_t count = __atomic_load_n(&pair_count, __ATOMIC_ACQUIRE);
  if (!count)
    return;
  fprintf(stderr, "falx-check: %u report%s%s\n", count, count == 1 ? "" : "s",
          count > shown ? ", not all of them shown: FALX_CHECK=reports=N" : "");
  if (chk_settings()->status) {
    fflush(NULL);
    _exit(chk_settings()->status);
  }
}
