/* Atomic additions that a call of a kernel does together at its end: their sums by address, in a
 * table on its stack. Calls of these functions are made by aggregate-atomics
 * (compiler/native_cpu/aggregate_atomics.c), which says when they may take an atomic's place.
 *
 * An address has one place in the table. If another address is there, the addition is done at
 * once; and once that was so for more than a small part of the work-items, all others are: where
 * there are more addresses than places, the processor cannot tell the one from the other, and what
 * it tries in vain costs more than the locked instruction. */
#include <stdint.h>

enum { PLACES = 1024, TYPE_MASK = 3 };
enum { LEAST_MISSES = 16, ITEMS_FOR_MISS = 64, MOST_MISSES = 1 << 20 };
enum type { TYPE_I32, TYPE_F32, TYPE_I64, TYPE_F64 };

union sum {
  uint32_t i32;
  float f32;
  uint64_t i64;
  double f64;
};

struct sums {
  uint64_t keys[PLACES]; /* an address and, in its low bits, the type; 0: the place is free */
  union sum values[PLACES];
  uint64_t misses_left; /* 0: the table is not used any more */
};
_Static_assert(sizeof(struct sums) == 16392, "what aggregate-atomics takes from the stack");

#define INLINE __attribute__((always_inline))

/* Returns the mask for the places that are in use: a few for a few work-items. */
INLINE uint64_t __falx_sums_begin(struct sums *sums, uint64_t items) {
  const uint64_t half = items / 2 < PLACES ? items / 2 : PLACES;
  const uint64_t places = UINT64_C(1) << (63 - __builtin_clzll(half | 1));
  const uint64_t misses = LEAST_MISSES + items / ITEMS_FOR_MISS;
  __builtin_memset(sums->keys, 0, places * sizeof *sums->keys);
  sums->misses_left = misses < MOST_MISSES ? misses : MOST_MISSES;
  return places - 1;
}

#define ADDITION(name, type, number)                                                               \
  INLINE void __falx_sums_add_##name(struct sums *sums, uint64_t mask, type *address, type x) {    \
    const uint64_t left = sums->misses_left;                                                       \
    if (left != 0) {                                                                               \
      const uint64_t key = (uintptr_t)address | number;                                            \
      const uint64_t place = (uintptr_t)address / sizeof x & mask, there = sums->keys[place];      \
      if (__builtin_expect(there == key, 1)) {                                                     \
        sums->values[place].name += x;                                                             \
        return;                                                                                    \
      }                                                                                            \
      if (there == 0) {                                                                            \
        sums->keys[place] = key;                                                                   \
        sums->values[place].name = x;                                                              \
        return;                                                                                    \
      }                                                                                            \
      sums->misses_left = left - 1;                                                                \
    }                                                                                              \
    __atomic_fetch_add(address, x, __ATOMIC_RELAXED);                                              \
  }
ADDITION(i32, uint32_t, TYPE_I32)
ADDITION(f32, float, TYPE_F32)
ADDITION(i64, uint64_t, TYPE_I64)
ADDITION(f64, double, TYPE_F64)

__attribute__((noinline)) void __falx_sums_end(const struct sums *sums, uint64_t mask) {
  for (uint64_t i = 0; i <= mask; i++) {
    const uint64_t key = sums->keys[i];
    void *const address = (void *)(uintptr_t)(key & ~(uint64_t)TYPE_MASK);
    if (key == 0)
      continue;
    switch ((enum type)(key & TYPE_MASK)) {
    case TYPE_I32:
      __atomic_fetch_add((uint32_t *)address, sums->values[i].i32, __ATOMIC_RELAXED);
      break;
    case TYPE_F32:
      __atomic_fetch_add((float *)address, sums->values[i].f32, __ATOMIC_RELAXED);
      break;
    case TYPE_I64:
      __atomic_fetch_add((uint64_t *)address, sums->values[i].i64, __ATOMIC_RELAXED);
      break;
    case TYPE_F64:
      __atomic_fetch_add((double *)address, sums->values[i].f64, __ATOMIC_RELAXED);
      break;
    }
  }
}
