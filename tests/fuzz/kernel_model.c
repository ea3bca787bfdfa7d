/* Work-items as coroutines. */
#include "tests/fuzz/kernel_model.h"

#include "compiler/memory.h"

#include <string.h>
#include <ucontext.h>

enum { STACK = 1 << 16 };
enum wait { RUNS, WAITS_FOR_SUB_GROUP, WAITS_FOR_GROUP, IS_DONE };

struct item {
  ucontext_t context;
  uint64_t local[3];
  unsigned sub_group, lane, size; /* of its sub-group */
  enum wait wait;
  int32_t site, operation, collective, type, from;
  uint64_t value;
};

static struct {
  const struct kernel *kernel;
  void (*run)(void *user);
  void *user;
  unsigned lanes, sub_groups;
  uint64_t group[3];
  struct item *items, *current;
  size_t count;
  char *stacks;
  ucontext_t scheduler;
  unsigned char memory[BARRIERS][GROUP_MEMORY_BYTES] __attribute__((aligned(64)));
} model;

uint64_t model_id(int32_t id, int32_t dimension) {
  const struct item *item = model.current;
  const struct kernel *k = model.kernel;
  switch (id) {
  case ID_GLOBAL:
    return model.group[dimension] * k->local[dimension] + item->local[dimension] +
           k->offset[dimension];
  case ID_LOCAL:
    return item->local[dimension];
  case ID_GROUP:
    return model.group[dimension];
  case ID_SIZE:
    return k->size[dimension];
  case ID_SUB_GROUP:
    return item->lane;
  case ID_SUB_GROUP + 1:
    return item->size;
  case ID_SUB_GROUP + 2:
    return model.lanes;
  default:
    return item->sub_group;
  }
}

/* ---- waiting ---- */

static void wait_for(enum wait what, int32_t site) {
  struct item *item = model.current;
  item->wait = what;
  item->site = site;
  swapcontext(&item->context, &model.scheduler);
}

uint64_t model_group(int32_t site, int32_t operation, int32_t collective, int32_t type,
                     uint64_t value, int32_t lane) {
  struct item *item = model.current;
  item->operation = operation;
  item->collective = collective;
  item->type = type;
  item->value = value;
  item->from = lane;
  wait_for(WAITS_FOR_SUB_GROUP, site);
  return item->value;
}

void model_barrier(int32_t site) {
  wait_for(WAITS_FOR_GROUP, site);
}

void *model_group_memory(int32_t block) {
  return model.memory[block];
}

/* ---- what sub-group functions answer ---- */

static int64_t as_signed(uint64_t bits, enum type type) {
  unsigned unused = 64 - (type == T_I1 ? 1 : 8 * type_bytes(type));
  return (int64_t)(bits << unused) >> unused;
}

static uint64_t cut(uint64_t bits, enum type type) {
  unsigned unused = 64 - (type == T_I1 ? 1 : 8 * type_bytes(type));
  return bits << unused >> unused;
}

static double as_real(uint64_t bits, enum type type) {
  _Float16 half;
  float single;
  double real;
  if (type == T_F16) {
    memcpy(&half, &bits, sizeof half);
    return (double)half;
  }
  if (type == T_F32) {
    memcpy(&single, &bits, sizeof single);
    return single;
  }
  memcpy(&real, &bits, sizeof real);
  return real;
}

static uint64_t real_bits(double real, enum type type) {
  uint64_t bits = 0;
  _Float16 half = (_Float16)real;
  float single = (float)real;
  if (type == T_F16)
    memcpy(&bits, &half, sizeof half);
  else if (type == T_F32)
    memcpy(&bits, &single, sizeof single);
  else
    memcpy(&bits, &real, sizeof real);
  return bits;
}

static uint64_t combine(enum model_collective how, enum type type, uint64_t a, uint64_t b) {
  if (type_is_float(type)) {
    double x = as_real(a, type), y = as_real(b, type);
    return real_bits(how == MODEL_ADD                         ? x + y
                     : how == MODEL_MULTIPLY                  ? x * y
                     : how == MODEL_SMIN || how == MODEL_UMIN ? (x < y ? x : y)
                                                              : (x > y ? x : y),
                     type);
  }
  int64_t s = as_signed(a, type), t = as_signed(b, type);
  uint64_t u = cut(a, type), v = cut(b, type);
  switch (how) {
  case MODEL_ADD:
    return cut(u + v, type);
  case MODEL_MULTIPLY:
    return cut(u * v, type);
  case MODEL_SMIN:
    return s < t ? u : v;
  case MODEL_SMAX:
    return s > t ? u : v;
  case MODEL_UMIN:
    return u < v ? u : v;
  case MODEL_UMAX:
    return u > v ? u : v;
  case MODEL_AND:
    return u & v;
  case MODEL_OR:
    return u | v;
  default:
    return u ^ v;
  }
}

static uint64_t identity(enum model_collective how, enum type type) {
  if (type_is_float(type))
    return real_bits(how == MODEL_ADD                         ? 0
                     : how == MODEL_MULTIPLY                  ? 1
                     : how == MODEL_SMIN || how == MODEL_UMIN ? __builtin_inf()
                                                              : -__builtin_inf(),
                     type);
  unsigned bits = type == T_I1 ? 1 : 8 * type_bytes(type);
  uint64_t highest = UINT64_C(1) << (bits - 1);
  switch (how) {
  case MODEL_MULTIPLY:
    return 1;
  case MODEL_AND:
  case MODEL_UMIN:
    return cut(~UINT64_C(0), type);
  case MODEL_SMIN:
    return highest - 1;
  case MODEL_SMAX:
    return highest;
  default:
    return 0;
  }
}

static void answer(struct item *items, unsigned count) {
  uint64_t values[64];
  enum group_operation operation = (enum group_operation)items->operation;
  enum model_collective how = (enum model_collective)items->collective;
  enum type type = (enum type)items->type;
  for (unsigned i = 0; i < count; i++)
    values[i] = items[i].value;
  uint64_t sum = operation == G_EXCLUSIVE || operation == G_VOTE ? identity(how, type) : values[0];
  if (operation == G_VOTE) {
    bool is_all = items->collective;
    sum = is_all;
    for (unsigned i = 0; i < count; i++)
      sum = is_all ? sum & values[i] : sum | values[i];
  } else if (operation == G_REDUCE) {
    for (unsigned i = 1; i < count; i++)
      sum = combine(how, type, sum, values[i]);
  }
  for (unsigned i = 0; i < count; i++) {
    if (operation == G_INCLUSIVE && i)
      sum = combine(how, type, sum, values[i]);
    items[i].value = sum;
    if (operation == G_EXCLUSIVE)
      sum = combine(how, type, sum, values[i]);
    if (operation >= G_SHUFFLE && operation <= G_DOWN)
      items[i].value = (uint32_t)items[i].from < count ? values[items[i].from] : values[i];
    items[i].wait = RUNS;
  }
}

/* ---- the schedule ---- */

static void begin(void) {
  model.run(model.user);
  model.current->wait = IS_DONE;
  swapcontext(&model.current->context, &model.scheduler);
}

static bool are_together(const struct item *items, size_t count, enum wait wait) {
  for (size_t i = 0; i < count; i++)
    if (items[i].wait != wait || items[i].site != items->site)
      return false;
  return true;
}

static bool run_group(void) {
  for (size_t i = 0; i < model.count; i++) {
    struct item *item = &model.items[i];
    getcontext(&item->context);
    item->wait = RUNS;
    item->context.uc_stack.ss_sp = model.stacks + i * STACK;
    item->context.uc_stack.ss_size = STACK;
    item->context.uc_link = NULL;
    makecontext(&item->context, begin, 0);
  }
  for (;;) {
    size_t done = 0;
    bool is_progress = false;
    for (size_t i = 0; i < model.count; i++) {
      model.current = &model.items[i];
      if (model.current->wait == RUNS) {
        swapcontext(&model.scheduler, &model.current->context);
        is_progress = true;
      }
      done += model.current->wait == IS_DONE;
    }
    if (done == model.count)
      return true;
    for (size_t i = 0; i < model.count; i += model.items[i].size)
      if (are_together(&model.items[i], model.items[i].size, WAITS_FOR_SUB_GROUP))
        answer(&model.items[i], model.items[i].size);
    if (are_together(model.items, model.count, WAITS_FOR_GROUP))
      for (size_t i = 0; i < model.count; i++)
        model.items[i].wait = RUNS;
    if (!is_progress)
      return false;
  }
}

/* Rows of dimension 0 are cut into sub-groups. */
static void place_items(void) {
  const uint64_t *local = model.kernel->local;
  unsigned row_groups = (unsigned)((local[0] + model.lanes - 1) / model.lanes);
  for (size_t i = 0; i < model.count; i++) {
    struct item *item = &model.items[i];
    item->local[0] = i % local[0];
    item->local[1] = i / local[0] % local[1];
    item->local[2] = i / local[0] / local[1];
    unsigned in_row = (unsigned)item->local[0] / model.lanes;
    item->lane = (unsigned)item->local[0] % model.lanes;
    unsigned left = (unsigned)local[0] - in_row * model.lanes;
    item->size = left < model.lanes ? left : model.lanes;
    item->sub_group = (unsigned)(i / local[0]) * row_groups + in_row;
  }
}

bool model_run(const struct kernel *k, void (*run)(void *user), void *user, unsigned lanes) {
  bool is_alone = !k->has_groups && !k->has_barriers, is_fine = true;
  model.kernel = k;
  model.run = run;
  model.user = user;
  model.lanes = lanes;
  model.count = k->local[0] * k->local[1] * k->local[2];
  model.items = fxc_must(calloc(model.count, sizeof *model.items));
  model.stacks = is_alone ? NULL : fxc_must(malloc(model.count * STACK));
  place_items();
  uint64_t counts[3];
  for (unsigned d = 0; d < 3; d++)
    counts[d] = k->size[d] / k->local[d];
  for (uint64_t g = 0; g < counts[0] * counts[1] * counts[2] && is_fine; g++) {
    model.group[0] = g % counts[0];
    model.group[1] = g / counts[0] % counts[1];
    model.group[2] = g / counts[0] / counts[1];
    for (size_t i = 0; is_alone && i < model.count; i++) {
      model.current = &model.items[i];
      run(user);
    }
    is_fine = is_alone || run_group();
  }
  free(model.items);
  free(model.stacks);
  return is_fine;
}
