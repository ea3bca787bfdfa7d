/* Differential fuzzer of native_cpu's kernels: random kernels, vectorized at 2 to 64 lanes for each
 * instruction set of this machine, have to leave in memory what their work-items leave one by one.
 *
 *   vectorize_fuzz --seed=1 --count=150 --seconds=5   what ctest runs
 *   vectorize_fuzz --seed=1 --count=20000 --verbose   the long run
 *   vectorize_fuzz --seed=S --reduce --save=. --count=1
 *
 * A finding names its seed and variant, and --save=DIR writes the module that the vectorizer gets,
 * for `falx-opt -S -passes=vectorize --lanes=N`. --reduce drops from the kernel what the finding
 * does not need first. Kernels run in a child process: a crash or a loop without end is a finding
 * too. Answers 1 after a finding, 77 where nothing can be run. */
#include "compiler/memory.h"
#include "tests/fuzz/kernel_generator.h"
#include "tests/fuzz/kernel_runner.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_VARIANTS = 64, SECONDS_PER_KERNEL = 30 };

struct settings {
  uint64_t seed, count;
  unsigned seconds, features;
  int lanes, isa, early, late; /* -1: as the seed says */
  bool has_features, reduces, tries_all, writes_all, is_verbose;
  const char *save;
};

/* Between the child and the parent. */
struct progress {
  volatile uint64_t seed;         /* being worked on */
  volatile unsigned variant;      /* of it */
  volatile unsigned findings;     /* that the child saw itself */
  volatile unsigned last_variant; /* of the last finding */
  struct run_counts counts;
};

static struct progress *progress;

/* ---- what is tried ---- */

static unsigned features_of(const struct settings *s, uint64_t seed) {
  static const unsigned features[8] = {
      0, 0, 0, 0, WITH_GROUPS, WITH_GROUPS, WITH_BARRIERS, WITH_GROUPS | WITH_BARRIERS};
  return s->has_features ? s->features : features[seed % 8];
}

/* Mostly the widest: what has no masked instructions takes LLVM many times as long. */
static unsigned choose_isa(uint64_t number, unsigned isas) {
  static const unsigned down[8] = {2, 1, 0, 0, 1, 0, 0, 0};
  return isas > down[number % 8] ? isas - 1 - down[number % 8] : 0;
}

static unsigned choose_variants(const struct settings *s, uint64_t seed, struct variant *out) {
  static const unsigned lanes[] = {2, 4, 8, 16, 1, 32, 64};
  unsigned count = 0, isas = 0, own = 4;
  while (isas < FXC_ISA_COUNT && runner_has_isa((enum fxc_isa)isas))
    isas++;
  if (seed % 32 == 1)
    own = 7;
  for (unsigned i = 0; i < (s->tries_all ? 7u : own); i++)
    for (unsigned isa = 0; isa < isas; isa++) {
      int late = (int)((seed / 3 + i * 5) % 16);
      struct variant variant = {.lanes = lanes[i],
                                .isa = (enum fxc_isa)isa,
                                .early = (int)(seed % 3),
                                .late = late < 4 ? late : 0};
      if (!s->tries_all && isa != choose_isa(seed + 3 * i, isas))
        continue;
      if (s->lanes >= 0 && (unsigned)s->lanes != variant.lanes)
        continue;
      if (s->isa >= 0)
        variant.isa = (enum fxc_isa)s->isa;
      if (s->early >= 0)
        variant.early = s->early;
      if (s->late >= 0)
        variant.late = s->late;
      out[count++] = variant;
    }
  if (!count)
    out[count++] =
        (struct variant){(unsigned)s->lanes, (enum fxc_isa)(s->isa >= 0 ? s->isa : 0),
                         s->early >= 0 ? s->early : (int)(seed % 3), s->late >= 0 ? s->late : 0};
  return count;
}

static void print_finding(const struct settings *s, uint64_t seed, unsigned at, const char *what) {
  struct variant variants[MOST_VARIANTS];
  unsigned count = choose_variants(s, seed, variants);
  const struct variant *v = &variants[at < count ? at : 0];
  printf("FINDING --seed=%llu --features=%u --lanes=%u --isa=%d --early=%d --late=%d: %s\n",
         (unsigned long long)seed, features_of(s, seed), v->lanes, (int)v->isa, v->early, v->late,
         what);
  fflush(stdout);
}

/* ---- the child ---- */

static void bound_time(void) {
  struct itimerval limit = {.it_value = {.tv_sec = SECONDS_PER_KERNEL}};
  setitimer(ITIMER_REAL, &limit, NULL);
}

static bool try_kernel(struct runner *runner, const struct settings *s, uint64_t seed,
                       const bool *dropped, const struct variant *variants, unsigned count,
                       FILE *out) {
  struct kernel kernel;
  bound_time();
  kernel_generate(&kernel, seed, features_of(s, seed));
  bool is_fine = runner_compare(runner, &kernel, dropped, variants, count, &progress->variant,
                                &progress->counts, out);
  kernel_free(&kernel);
  return is_fine;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void write_module(struct runner *runner, const struct settings *s, uint64_t seed,
                         const struct variant *variant) {
  struct kernel kernel;
  char path[512];
  snprintf(path, sizeof path, "%s/fuzz-%llu.ll", s->save ? s->save : ".", (unsigned long long)seed);
  kernel_generate(&kernel, seed, features_of(s, seed));
  runner_write(runner, &kernel, NULL, variant, path);
  kernel_free(&kernel);
}

static void run_child(const struct settings *s, uint64_t first, uint64_t end, double deadline) {
  struct runner *runner = runner_create();
  for (uint64_t seed = first; seed < end && now() < deadline; seed++) {
    struct variant variants[MOST_VARIANTS];
    progress->seed = seed;
    if (!try_kernel(runner, s, seed, NULL, variants, choose_variants(s, seed, variants), stdout)) {
      progress->findings++;
      progress->last_variant = progress->variant;
      print_finding(s, seed, progress->variant, "differs");
    }
    if (s->writes_all)
      write_module(runner, s, seed, variants);
    progress->seed = seed + 1;
  }
  runner_destroy(runner);
  fflush(stdout);
  _exit(0);
}

static const char *describe(int status) {
  static char text[64];
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
    return "does not end";
  if (WIFSIGNALED(status))
    snprintf(text, sizeof text, "dies of %s", strsignal(WTERMSIG(status)));
  else
    snprintf(text, sizeof text, "exits with %d", WEXITSTATUS(status));
  return text;
}

/* ---- reducing ---- */

/* Whether what is left of the kernel is still a finding; each try is a process of its own. */
static bool is_finding(const struct settings *s, uint64_t seed, const bool *dropped,
                       const struct variant *variant, const char *path) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    FILE *nowhere = fopen("/dev/null", "w");
    struct runner *runner = runner_create();
    struct itimerval limit = {.it_value = {.tv_sec = 5}};
    if (path) {
      struct kernel kernel;
      kernel_generate(&kernel, seed, features_of(s, seed));
      _exit(runner_write(runner, &kernel, dropped, variant, path));
    }
    struct kernel kernel;
    kernel_generate(&kernel, seed, features_of(s, seed));
    setitimer(ITIMER_REAL, &limit, NULL);
    volatile unsigned at;
    struct run_counts counts = {0};
    bool is_fine = runner_compare(runner, &kernel, dropped, variant, 1, &at, &counts, nowhere);
    _exit(!is_fine);
  }
  int status;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

static void reduce(const struct settings *s, uint64_t seed, const struct variant *variant) {
  struct kernel kernel;
  kernel_generate(&kernel, seed, features_of(s, seed));
  unsigned count = kernel.node_count, left = count;
  kernel_free(&kernel);
  bool *dropped = fxc_must(calloc(count, sizeof *dropped));
  bool *before = fxc_must(calloc(count, sizeof *before));
  if (!is_finding(s, seed, dropped, variant, NULL)) {
    printf("seed %llu does not differ by itself\n", (unsigned long long)seed);
  } else {
    /* Runs of nodes, then shorter ones: a statement's number is followed by those inside of it. */
    for (unsigned length = count / 2; length; length = left ? length / 2 : 0)
      for (unsigned i = 0; i < count; i += length) {
        bool is_new = false;
        memcpy(before, dropped, count * sizeof *dropped);
        for (unsigned k = i; k < i + length && k < count; k++) {
          is_new |= !dropped[k];
          dropped[k] = true;
        }
        if (is_new && !is_finding(s, seed, dropped, variant, NULL))
          memcpy(dropped, before, count * sizeof *dropped);
      }
    left = 0;
    for (unsigned i = 0; i < count; i++)
      left += !dropped[i];
    printf("reduced to %u of %u nodes\n", left, count);
  }
  if (s->save) {
    char path[512];
    snprintf(path, sizeof path, "%s/fuzz-%llu.ll", s->save, (unsigned long long)seed);
    if (is_finding(s, seed, dropped, variant, path))
      printf("wrote %s\n", path);
  }
  free(dropped);
  free(before);
}

static void follow_up(const struct settings *s, uint64_t seed, unsigned at) {
  struct variant variants[MOST_VARIANTS];
  unsigned count = choose_variants(s, seed, variants);
  const struct variant *variant = &variants[at < count ? at : 0];
  char path[512];
  if (s->reduces) {
    reduce(s, seed, variant);
  } else if (s->save) {
    snprintf(path, sizeof path, "%s/fuzz-%llu.ll", s->save, (unsigned long long)seed);
    is_finding(s, seed, NULL, variant, path);
  }
}

/* ---- the parent ---- */

static unsigned run_all(const struct settings *s) {
  enum { BATCH = 64 };
  uint64_t next = s->seed, end = s->seed + s->count;
  unsigned findings = 0;
  double deadline = s->seconds ? now() + s->seconds : 1e300, started = now();
  while (next < end && now() < deadline) {
    uint64_t last = next + BATCH < end && !s->reduces ? next + BATCH : s->reduces ? next + 1 : end;
    progress->seed = next;
    progress->findings = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child < 0)
      return findings + 1;
    if (child == 0)
      run_child(s, next, last, deadline);
    int status;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
      ;
    findings += progress->findings;
    if (s->is_verbose)
      fprintf(stderr, "%llu kernels, %u variants, %u vectorized\n",
              (unsigned long long)(progress->seed - s->seed), progress->counts.variants,
              progress->counts.vectorized);
    if (progress->findings)
      follow_up(s, next, progress->last_variant);
    next = progress->seed;
    if (!WIFEXITED(status) || WEXITSTATUS(status)) {
      findings++;
      print_finding(s, progress->seed, progress->variant, describe(status));
      follow_up(s, progress->seed, progress->variant);
      next++;
    }
  }
  printf("%llu kernels, %u variants of them, %u vectorized, %u findings, %.1f ms a kernel\n",
         (unsigned long long)(next - s->seed), progress->counts.variants,
         progress->counts.vectorized, findings,
         1e3 * (now() - started) / (double)(next > s->seed ? next - s->seed : 1));
  return findings;
}

static bool number(const char *argument, const char *name, unsigned long long *out) {
  size_t length = strlen(name);
  if (strncmp(argument, name, length))
    return false;
  *out = strtoull(argument + length, NULL, 10);
  return true;
}

static bool parse(struct settings *s, int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    unsigned long long value;
    if (number(argv[i], "--seed=", &value))
      s->seed = value;
    else if (number(argv[i], "--count=", &value))
      s->count = value;
    else if (number(argv[i], "--seconds=", &value))
      s->seconds = (unsigned)value;
    else if (number(argv[i], "--lanes=", &value))
      s->lanes = (int)value;
    else if (number(argv[i], "--isa=", &value))
      s->isa = (int)value;
    else if (number(argv[i], "--early=", &value))
      s->early = (int)value;
    else if (number(argv[i], "--late=", &value))
      s->late = (int)value;
    else if (number(argv[i], "--features=", &value)) {
      s->features = (unsigned)value;
      s->has_features = true;
    } else if (!strncmp(argv[i], "--save=", 7))
      s->save = argv[i] + 7;
    else if (!strcmp(argv[i], "--reduce"))
      s->reduces = true;
    else if (!strcmp(argv[i], "--all"))
      s->tries_all = true;
    else if (!strcmp(argv[i], "--write"))
      s->writes_all = true;
    else if (!strcmp(argv[i], "--verbose"))
      s->is_verbose = true;
    else
      return false;
  }
  return true;
}

int main(int argc, char **argv) {
  struct settings s = {.seed = 1, .count = 100, .lanes = -1, .isa = -1, .early = -1, .late = -1};
  if (!parse(&s, argc, argv)) {
    fprintf(stderr,
            "usage: %s [--seed=N] [--count=N] [--seconds=N] [--reduce] [--save=DIR] "
            "[--all] [--write] [--verbose]\n"
            "  [--features=1 sub-groups|2 barriers] [--lanes=N] [--isa=0..2] "
            "[--early=0..2] [--late=0..3]\n",
            argv[0]);
    return 2;
  }
  progress =
      mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (progress == MAP_FAILED)
    return 77;
  unsigned findings = run_all(&s);
  return findings ? 1 : progress->counts.variants ? 0 : 77;
}
