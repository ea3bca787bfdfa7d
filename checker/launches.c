/* Launches, the work-group that a thread runs, and what orders the memory of work-groups. */
#include "checker/checker.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Numbers are counted modulo 2^32; 0 is none. */
uint64_t falx_check_launch(void) {
  static uint32_t last;
  uint32_t number = __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
  return number ? number : __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

static __thread struct chk_group *own;
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void free_group(void *group) {
  free(((struct chk_group *)group)->epochs);
  free(group);
  own = NULL;
}

static void make_key(void) {
  pthread_key_create(&key, free_group);
}

static struct chk_group *make_group(void) {
  pthread_once(&once, make_key);
  struct chk_group *group = calloc(1, sizeof *group);
  if (!group || !(group->epochs = calloc(CHK_ITEMS, sizeof *group->epochs))) {
    free(group);
    return NULL;
  }
  pthread_setspecific(key, group);
  return own = group;
}

struct chk_group *chk_enter(const struct falx_native_cpu_state *state) {
  struct chk_group *group = own ? own : make_group();
  uint32_t launch = (uint32_t)chk_bounds(state)->launch;
  if (!group || !launch)
    return NULL;
  uint64_t number =
      state->group_id[0] +
      state->num_groups[0] * (state->group_id[1] + state->num_groups[1] * state->group_id[2]);
  uint64_t item =
      state->local_id[0] +
      state->local_range[0] * (state->local_id[1] + state->local_range[1] * state->local_id[2]);
  if (group->launch != launch || group->group != (uint32_t)number) {
    uint64_t items = state->local_range[0] * state->local_range[1] * state->local_range[2];
    memset(group->epochs, 0, (items < CHK_ITEMS ? items : CHK_ITEMS) * sizeof *group->epochs);
    group->launch = launch;
    group->group = (uint32_t)number;
    group->local_count = group->branch_count = 0;
  }
  group->item = (uint32_t)item & (CHK_ITEMS - 1);
  return group;
}

void falx_check_begin(struct falx_check_kernel *kernel, const struct falx_native_cpu_state *state) {
  struct chk_group *group = chk_enter(state);
  if (group)
    group->kernel = kernel;
}

/* ---- orders ----
 * A work-group that released after an access, and another that acquired after it, may have told
 * each other: nothing is reported then. That one saw the other's value is not looked at. */
struct order {
  struct order *next;
  uint32_t launch, group, release, acquire; /* times */
};
enum { BUCKETS = 1 << 12, MOST_ORDERS = 1 << 20 };
static struct order *orders[BUCKETS];
static size_t order_count;
static pthread_mutex_t orders_lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t now = 1;

uint32_t chk_clock(void) {
  return __atomic_load_n(&now, __ATOMIC_ACQUIRE);
}

static struct order **bucket_of(uint32_t launch, uint32_t group) {
  return &orders[(launch * 0x9e3779b1u ^ group * 0x85ebca6bu) >> 20];
}

static struct order *find_order(uint32_t launch, uint32_t group) {
  struct order *order = *bucket_of(launch, group);
  while (order && (order->launch != launch || order->group != group))
    order = order->next;
  return order;
}

/* Those of launches that have ended long ago. */
static void forget_orders(uint32_t launch) {
  for (size_t i = 0; i < BUCKETS; i++)
    for (struct order **link = &orders[i], *order; (order = *link);) {
      if (launch - order->launch < 64) {
        link = &order->next;
        continue;
      }
      *link = order->next;
      free(order);
      order_count--;
    }
}

void falx_check_order(uint32_t kinds, const struct falx_native_cpu_state *state) {
  struct chk_group *group = chk_enter(state);
  if (!group)
    return;
  pthread_mutex_lock(&orders_lock);
  uint32_t time = __atomic_add_fetch(&now, 1, __ATOMIC_ACQ_REL);
  struct order *order = find_order(group->launch, group->group);
  if (!order) {
    if (order_count >= MOST_ORDERS)
      forget_orders(group->launch);
    order = calloc(1, sizeof *order);
    if (order) {
      struct order **bucket = bucket_of(group->launch, group->group);
      *order = (struct order){.next = *bucket, .launch = group->launch, .group = group->group};
      *bucket = order;
      order_count++;
    }
  }
  if (order && kinds & FALX_ORDER_RELEASE)
    order->release = time;
  if (order && kinds & FALX_ORDER_ACQUIRE)
    order->acquire = time;
  pthread_mutex_unlock(&orders_lock);
}

bool chk_is_ordered(uint32_t launch, uint32_t group, uint32_t other, uint32_t time) {
  pthread_mutex_lock(&orders_lock);
  const struct order *from = find_order(launch, group), *to = find_order(launch, other);
  bool is_ordered = from && to && from->release > time && to->acquire > time;
  pthread_mutex_unlock(&orders_lock);
  return is_ordered;
}
