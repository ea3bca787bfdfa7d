/* How many threads share a launch: as many as pay for themselves, by what the launch is expected to
 * take and by how many threads would have to be woken.
 *
 * For launches in which threads cost about as much as they save, measuring decides: a kernel keeps,
 * for each power of two of work-items, the least time lately of launches by one thread and of
 * shared ones, and tries the slower way a few times in a row now and then, the less often the
 * slower it is; where it is clearly slower, a few times are enough (docs/submission.md). */
#include "adapters/native_cpu/native.h"

enum {
  UNIT_NS = 2000, /* a unit is expected to take at least this */
  UNITS_PER_THREAD = 16,
  LONG_NS = 250000, /* longer launches are for all threads */
  AWAKE_NS = 120,   /* what another thread costs: one that spins, or one that sleeps */
  ASLEEP_NS = 2500,
  WAKE_EVERY = 8, /* launches after which sleeping threads are woken for the next ones */
  MOST_WAKE_EVERY = 128,
  TRIES_ALONE = 4,   /* launches in a row that try one thread, the first ones do */
  TRIES_SHARED = 16, /* or several, then: the first of them wake those threads */
  TRIES_SLOW = 4,    /* of those, where they are clearly slower: threads do not stay awake */
  TRY_EVERY = 512,   /* launches after which a way is tried again that is at most twice as slow */
  MOST_DOUBLED = 5,  /* once more for each time that it is slower */
};

static float load(const float *from) {
  float value;
  __atomic_load(from, &value, __ATOMIC_RELAXED);
  return value;
}

static uint32_t magnitude_of(uint64_t items) {
  return 64 - (uint32_t)__builtin_clzll(items | 1);
}

static struct ncpu_pace *pace_of(struct ncpu_pace *paces, uint64_t items) {
  return &paces[magnitude_of(items) % NCPU_PACES];
}

static bool is_for(const struct ncpu_pace *pace, uint64_t items) {
  return __atomic_load_n(&pace->magnitude, __ATOMIC_RELAXED) == magnitude_of(items);
}

static void begin(struct ncpu_pace *pace, uint64_t items) {
  float none = 0;
  __atomic_store(&pace->alone, &none, __ATOMIC_RELAXED);
  __atomic_store(&pace->shared, &none, __ATOMIC_RELAXED);
  __atomic_store_n(&pace->launches, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&pace->next_wake, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&pace->wake_every, WAKE_EVERY, __ATOMIC_RELAXED);
  __atomic_store_n(&pace->magnitude, magnitude_of(items), __ATOMIC_RELAXED);
}

/* Whether a launch, the one of this number, is for one thread. In each of the periods that the
 * number is in, launches by one thread are tried first. */
static bool is_for_one(const struct ncpu_pace *pace, uint32_t launch) {
  float alone = load(&pace->alone), shared = load(&pace->shared);
  bool is_one_better = alone != 0 && (shared == 0 || shared > 1.03f * alone);
  float slower = is_one_better ? shared : alone, better = is_one_better ? alone : shared;
  uint32_t doubled = 0;
  while (doubled < MOST_DOUBLED && slower > (float)(doubled + 2) * better)
    doubled++;
  uint32_t number = launch < TRY_EVERY ? launch : launch % ((uint32_t)TRY_EVERY << doubled);
  if (number < TRIES_ALONE)
    return launch < TRIES_ALONE || !is_one_better;
  if (number < TRIES_ALONE + TRIES_SHARED && is_one_better)
    return number >= TRIES_ALONE + TRIES_SLOW && shared > 3 * alone;
  return is_one_better;
}

/* The number of threads, up to most, of which each saves more than it costs: w / k + cost * k is
 * least. */
static uint32_t worthwhile(float ns, uint32_t cost, uint32_t most) {
  uint32_t k = 1;
  while (k < most && (float)(k * (k + 1)) * (float)cost <= ns)
    k++;
  return k;
}

/* Whether a launch, the one of this number, wakes all threads that it is for: now and then, so that
 * they are awake in the next ones; the less often the more often they were not. */
static bool wakes_all(struct ncpu_pace *pace, uint32_t launch, bool are_awake) {
  uint32_t next = __atomic_load_n(&pace->next_wake, __ATOMIC_RELAXED);
  uint32_t every = __atomic_load_n(&pace->wake_every, __ATOMIC_RELAXED);
  if (are_awake) {
    if (every != WAKE_EVERY)
      __atomic_store_n(&pace->wake_every, WAKE_EVERY, __ATOMIC_RELAXED);
    return false;
  }
  if (next > launch && next - launch <= MOST_WAKE_EVERY)
    return false;
  __atomic_store_n(&pace->next_wake, launch + every, __ATOMIC_RELAXED);
  __atomic_store_n(&pace->wake_every, every < MOST_WAKE_EVERY ? 2 * every : every,
                   __ATOMIC_RELAXED);
  return true;
}

struct ncpu_width ncpu_width_choose(struct ncpu_pace *paces, uint64_t items, float cost,
                                    uint32_t threads, uint32_t reach, uint32_t awake) {
  float ns = cost * (float)items;
  struct ncpu_width width = {threads, (uint64_t)threads * UNITS_PER_THREAD, 0};
  if (cost < 0)
    return width;
  if (ns > LONG_NS || ns < UNIT_NS) {
    float units = ns / UNIT_NS + 1;
    if (units < (float)width.units)
      width.units = (uint64_t)units;
    return width;
  }
  struct ncpu_pace *pace = pace_of(paces, items);
  if (!is_for(pace, items))
    begin(pace, items);
  float alone = load(&pace->alone);
  if (alone > 0 && alone * (float)items < ns)
    ns = alone * (float)items; /* the average has the shared launches' misses, too */
  uint32_t launch = __atomic_fetch_add(&pace->launches, 1, __ATOMIC_RELAXED);
  width.threads = 1;
  if (!is_for_one(pace, launch)) {
    /* Each of all threads finds its part of the data in its caches. */
    width.threads = worthwhile(ns, AWAKE_NS, reach);
    if (2 * width.threads > reach)
      width.threads = reach;
    if (!wakes_all(pace, launch, width.threads <= awake + 1) && width.threads > awake + 1) {
      uint32_t woken = worthwhile(ns, ASLEEP_NS, width.threads);
      width.threads = woken > awake + 1 ? woken : awake + 1;
    }
  }
  float each = ns / (float)width.threads / UNIT_NS;
  if (each > UNITS_PER_THREAD)
    each = UNITS_PER_THREAD;
  width.units = width.threads * (each < 1 ? UINT64_C(1) : (uint64_t)each);
  if (width.units < 2)
    width.units = 2;
  width.expected_ns = ns / (float)width.threads;
  return width;
}

void ncpu_width_learn(struct ncpu_pace *paces, uint64_t items, bool is_shared, uint64_t wall_ns) {
  struct ncpu_pace *pace = pace_of(paces, items);
  if (!is_for(pace, items) || items == 0)
    return;
  float *place = is_shared ? &pace->shared : &pace->alone;
  float now = (float)wall_ns / (float)items, before = load(place);
  /* What came between, another program or a page fault, says nothing of the next launch. */
  if (before > 0 && now > before)
    now = before + (now < 2 * before ? now - before : before) * 0.125f;
  __atomic_store(place, &now, __ATOMIC_RELAXED);
}

bool ncpu_width_is_one(struct ncpu_pace *paces, uint64_t items, float most_ns) {
  struct ncpu_pace *pace = pace_of(paces, items);
  uint32_t launch = __atomic_load_n(&pace->launches, __ATOMIC_RELAXED);
  float alone = load(&pace->alone);
  if (!is_for(pace, items) || launch < TRIES_ALONE + TRIES_SLOW || alone == 0 ||
      alone * (float)items > most_ns || !is_for_one(pace, launch))
    return false;
  __atomic_store_n(&pace->launches, launch + 1, __ATOMIC_RELAXED);
  return true;
}
