/* The random trees. */
#include "tests/fuzz/kernel_generator.h"

#include "compiler/memory.h"

/* How lanes may be apart where a statement stands. */
enum converged { APART, SUB_GROUP, GROUP };

struct construct {
  bool is_loop, is_converged;
};

struct generator {
  struct kernel *kernel;
  uint64_t state;
  unsigned nodes_left;
  unsigned types;      /* a bit for each type in use */
  uint64_t statements; /* a bit for each kind of statement in use */
  unsigned loops;      /* around */
  unsigned rounds;     /* of the loops around, multiplied */
  struct construct constructs[8];
  unsigned construct_count;
  enum converged converged;
};

/* ---- chance ---- */

static uint64_t draw(struct generator *g) {
  uint64_t z = g->state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}
static unsigned below(struct generator *g, unsigned end) {
  return (unsigned)(draw(g) % end);
}
static bool chance(struct generator *g, unsigned percent) {
  return below(g, 100) < percent;
}

static struct node *new_node(struct generator *g, enum kind kind, enum type type) {
  struct node *node = fxc_new(&g->kernel->arena, 1, sizeof *node);
  *node = (struct node){.kind = kind, .type = type, .number = g->kernel->node_count++};
  if (g->nodes_left)
    g->nodes_left--;
  return node;
}

/* ---- expressions ---- */

static struct node *expression(struct generator *g, enum type type, unsigned depth);
static struct node *uniform_expression(struct generator *g, enum type type, unsigned depth);

static enum type some_type(struct generator *g) {
  for (;;) {
    enum type type = (enum type)below(g, TYPE_COUNT);
    if (g->types >> type & 1)
      return type;
  }
}
static enum type some_integer(struct generator *g) {
  for (;;) {
    enum type type = (enum type)(T_I8 + below(g, 4));
    if (g->types >> type & 1)
      return type;
  }
}

static struct node *constant(struct generator *g, enum type type) {
  static const int64_t values[] = {0, 1, -1, 2, 3, 7, 8, 15, 31, 100, 127, -128, 255, 1000, 32767};
  struct node *node = new_node(g, E_CONST, type);
  node->value = chance(g, 70) ? values[below(g, sizeof values / sizeof *values)]
                              : (int64_t)draw(g) >> below(g, 60);
  return node;
}

static struct node *variable(struct generator *g, enum type type) {
  g->kernel->types |= 1u << type;
  struct node *node = new_node(g, E_VARIABLE, type);
  node->small = below(g, VARIABLES);
  return node;
}

static struct node *id(struct generator *g, enum type type) {
  struct node *node = new_node(g, E_ID, type);
  unsigned which = below(g, g->kernel->has_local_ids ? 6 : 3);
  if (chance(g, 10))
    which = ID_SIZE;
  if (g->kernel->has_groups && chance(g, 30))
    which = ID_SUB_GROUP;
  node->small = which * 3 + (chance(g, 70) ? 0 : below(g, g->kernel->dimensions));
  node->variant = below(g, 4);
  return node;
}

static struct node *load(struct generator *g, enum type type, unsigned depth, bool is_uniform) {
  struct node *node = new_node(g, E_LOAD, type);
  node->small = is_uniform ? P_UNIFORM : below(g, P_GATHER + 1);
  node->variant = below(g, 64);
  node->value = below(g, 256);
  if (node->small == P_GATHER || (node->small == P_UNIFORM && !is_uniform && g->loops))
    node->kids[0] = expression(g, chance(g, 80) ? T_I32 : some_integer(g), depth + 1);
  else if (node->small == P_UNIFORM)
    node->kids[0] = uniform_expression(g, T_I32, depth + 1);
  return node;
}

static struct node *leaf(struct generator *g, enum type type, unsigned depth) {
  unsigned choice = below(g, 100);
  if (choice < 45 || type == T_I1)
    return type == T_I1 && chance(g, 20) ? constant(g, type) : variable(g, type);
  if (choice < 60)
    return constant(g, type);
  if (choice < 70)
    return id(g, type);
  if (choice < 75 && g->loops) {
    struct node *node = new_node(g, E_COUNTER, type);
    node->small = below(g, g->loops);
    return node;
  }
  if (choice < 80) {
    struct node *node = new_node(g, E_ARGUMENT, type);
    node->small = below(g, 5);
    return node;
  }
  if (choice < 93)
    return load(g, type, depth, false);
  if (type == T_I32 && chance(g, 20)) {
    struct node *node = new_node(g, E_TABLE, type);
    node->kids[0] = chance(g, 20) ? constant(g, T_I32) : expression(g, T_I32, depth + 1);
    return node;
  }
  for (unsigned r = 0; r < REGIONS; r++)
    if (g->kernel->regions[r].type == type) {
      struct node *node = new_node(g, E_OWN, type);
      node->small = r;
      node->variant = below(g, 32);
      node->kids[0] = chance(g, 60) ? constant(g, T_I32) : expression(g, T_I32, depth + 1);
      return node;
    }
  for (unsigned m = 0; m < 2; m++)
    if (g->kernel->members[m] == type && chance(g, 50)) {
      struct node *node = new_node(g, E_MEMBER, type);
      node->small = m;
      node->kids[0] = chance(g, 60) ? constant(g, T_I32) : expression(g, T_I32, depth + 1);
      return node;
    }
  for (unsigned a = 0; a < ARRAYS; a++)
    if (g->kernel->arrays[a].type == type) {
      struct node *node = new_node(g, E_PRIVATE, type);
      node->small = a;
      node->kids[0] = chance(g, 40) ? constant(g, T_I32) : expression(g, T_I32, depth + 1);
      return node;
    }
  return variable(g, type);
}

static struct node *group_call(struct generator *g, enum type type, unsigned depth) {
  struct node *node = new_node(g, E_GROUP, type);
  node->small = type == T_I1 && chance(g, 60) ? G_VOTE : below(g, G_DOWN + 1);
  node->variant = below(g, 64);
  node->kids[0] = expression(g, type, depth + 1);
  if (node->small >= G_SHUFFLE && node->small <= G_DOWN)
    node->kids[1] =
        chance(g, 50) ? uniform_expression(g, T_I32, depth + 1) : expression(g, T_I32, depth + 1);
  return node;
}

static struct node *truth(struct generator *g, unsigned depth) {
  unsigned choice = below(g, 100);
  struct node *node;
  if (choice < 15) { /* as `if (i < n)` */
    node = new_node(g, E_COMPARE, T_I1);
    enum type type = chance(g, 60) ? T_I64 : T_I32;
    node->small = below(g, 16);
    node->variant = type;
    node->kids[0] = id(g, type);
    node->kids[1] = chance(g, 70) ? constant(g, type) : uniform_expression(g, type, 2);
    if (node->kids[1]->kind == E_CONST)
      node->kids[1]->value = below(g, (unsigned)g->kernel->size[0] + 8);
  } else if (choice < 60) {
    node = new_node(g, E_COMPARE, T_I1);
    enum type type = some_type(g);
    if (type == T_I1)
      type = T_I32;
    node->small = below(g, 16);
    node->variant = type;
    node->kids[0] = expression(g, type, depth + 1);
    node->kids[1] = chance(g, 60) ? constant(g, type) : expression(g, type, depth + 1);
  } else if (choice < 85) {
    node = new_node(g, E_LOGIC, T_I1);
    node->small = below(g, 5);
    for (unsigned i = 0; i < 2; i++)
      node->kids[i] = expression(g, T_I1, depth + 1);
  } else {
    node = new_node(g, E_OVERFLOW, T_I1);
    enum type type = some_integer(g);
    node->small = below(g, 6);
    node->variant = type;
    for (unsigned i = 0; i < 2; i++)
      node->kids[i] = expression(g, type, depth + 1);
  }
  return node;
}

static struct node *with_kids(struct generator *g, struct node *node, unsigned count,
                              unsigned depth) {
  for (unsigned i = 0; i < count; i++)
    node->kids[i] = expression(g, node->type, depth + 1);
  return node;
}

static struct node *expression(struct generator *g, enum type type, unsigned depth) {
  if (depth >= 4 || !g->nodes_left || chance(g, 20 + 12 * depth))
    return leaf(g, type, depth);
  if (g->kernel->has_groups && g->converged >= SUB_GROUP && chance(g, 15))
    return group_call(g, type, depth);
  if (type == T_I1)
    return truth(g, depth);
  struct node *node;
  unsigned choice = below(g, 100);
  if (choice < 12) {
    node = new_node(g, E_CAST, type);
    do
      node->variant = some_type(g);
    while (node->variant == (unsigned)type && chance(g, 95));
    node->kids[0] = expression(g, (enum type)node->variant, depth + 1);
    return node;
  }
  if (choice < 24) {
    node = new_node(g, E_SELECT, type);
    node->kids[0] = expression(g, T_I1, depth + 1);
    node->kids[1] = expression(g, type, depth + 1);
    node->kids[2] = expression(g, type, depth + 1);
    return node;
  }
  if (choice < 36) {
    node = new_node(g, E_UNARY, type);
    node->small = below(g, 10);
    return with_kids(g, node, 1, depth);
  }
  if (choice < 42 && (type == T_I32 || type == T_I64)) {
    node = new_node(g, E_CALL, type);
    node->small = below(g, HELPERS);
    for (unsigned i = 0; i < 2; i++)
      node->kids[i] = expression(g, T_I32, depth + 1);
    return node;
  }
  if (choice < 55 && !type_is_float(type)) {
    node = new_node(g, E_PROMISED, type);
    node->small = below(g, 10);
    node->variant = below(g, 32);
    return with_kids(g, node, 2, depth);
  }
  if (choice < 62 && !type_is_float(type)) {
    node = new_node(g, chance(g, 50) ? E_FUNNEL : E_OVERFLOW, type);
    node->small = below(g, 6);
    node->variant = node->kind == E_OVERFLOW ? (unsigned)type : 0;
    return with_kids(g, node, node->kind == E_FUNNEL ? 3 : 2, depth);
  }
  if (choice < 62 && (type == T_F32 || type == T_F64))
    return with_kids(g, new_node(g, E_FMA, type), 3, depth);
  node = new_node(g, E_BINARY, type);
  node->small = below(g, type_is_float(type) ? 8 : 24);
  return with_kids(g, node, 2, depth);
}

/* The same in all work-items of a group; small enough to be so by its looks. */
static struct node *uniform_expression(struct generator *g, enum type type, unsigned depth) {
  struct node *node;
  switch (depth < 3 ? below(g, 6) : below(g, 2)) {
  case 0:
    return constant(g, type);
  case 1:
    node = new_node(g, E_ARGUMENT, type);
    node->small = below(g, 5);
    return node;
  case 2:
    if (type == T_I1)
      return constant(g, type);
    return load(g, type, depth, true);
  case 3:
    node = new_node(g, E_ID, type);
    node->small = (g->kernel->has_local_ids && chance(g, 60) ? ID_GROUP : ID_SIZE) * 3;
    return node;
  default:
    if (type == T_I1) {
      node = new_node(g, E_COMPARE, T_I1);
      node->variant = T_I32;
      type = T_I32;
    } else {
      node = new_node(g, E_BINARY, type);
    }
    node->small = below(g, 6);
    for (unsigned i = 0; i < 2; i++)
      node->kids[i] = uniform_expression(g, type, depth + 1);
    return node;
  }
}

/* ---- statements ---- */

static struct node *statements(struct generator *g, unsigned most);

static bool enter(struct generator *g, bool is_loop) {
  enum { MOST = sizeof g->constructs / sizeof *g->constructs };
  if (g->construct_count == MOST)
    return false;
  g->constructs[g->construct_count++] =
      (struct construct){.is_loop = is_loop, .is_converged = g->converged != APART};
  return true;
}

static struct node *if_statement(struct generator *g) {
  struct node *node = new_node(g, S_IF, T_I1);
  enum converged outside = g->converged;
  if (chance(g, 25)) {
    node->kids[0] = uniform_expression(g, T_I1, 1);
  } else {
    bool is_vote = g->kernel->has_groups && g->converged && chance(g, 40);
    node->kids[0] = is_vote ? group_call(g, T_I1, 1) : expression(g, T_I1, 1);
    g->converged = is_vote && node->kids[0]->small == G_VOTE ? SUB_GROUP : APART;
  }
  node->kids[1] = statements(g, 4);
  if (chance(g, 50))
    node->kids[2] = statements(g, 4);
  g->converged = outside;
  return node;
}

static struct node *switch_statement(struct generator *g) {
  struct node *node = new_node(g, S_SWITCH, some_integer(g));
  enum converged outside = g->converged;
  node->kids[0] = expression(g, node->type, 1);
  node->variant = below(g, 64); /* which cases fall through, and how values lie */
  g->converged = APART;
  struct node **last = &node->kids[1];
  for (unsigned i = 0, count = 2 + below(g, 3); i < count; i++) {
    struct node *arm = new_node(g, S_BLOCK, T_I1);
    arm->kids[0] = statements(g, 3);
    *last = arm;
    last = &arm->next;
  }
  g->converged = outside;
  return node;
}

static struct node *loop_statement(struct generator *g) {
  if (g->loops == LOOPS || g->rounds > 60 || !enter(g, true))
    return NULL;
  struct node *node = new_node(g, S_LOOP, some_integer(g));
  enum converged outside = g->converged;
  unsigned rounds = g->rounds;
  node->small = below(g, L_DO + 1);
  node->variant = below(g, 64);
  node->value = 1 + below(g, rounds > 10 ? 3 : 6); /* rounds at most */
  g->rounds *= (unsigned)node->value;
  if (node->small == L_VARYING)
    node->kids[0] = expression(g, T_I32, 1);
  if (node->small >= L_VARYING)
    g->converged = APART;
  g->loops++;
  if (node->small >= L_WHILE)
    node->kids[0] = expression(g, T_I1, 1);
  node->kids[1] = statements(g, 5);
  g->loops--;
  g->construct_count--;
  g->rounds = rounds;
  g->converged = outside;
  return node;
}

static struct node *block_statement(struct generator *g) {
  if (!enter(g, false))
    return NULL;
  struct node *node = new_node(g, S_BLOCK, T_I1);
  node->kids[0] = statements(g, 5);
  g->construct_count--;
  return node;
}

/* Where lanes have to stay together, only what is apart anyway may be left. */
static struct node *jump_statement(struct generator *g) {
  bool is_free = !g->kernel->has_groups && !g->kernel->has_barriers;
  unsigned up = g->construct_count ? below(g, g->construct_count) : 0;
  if (chance(g, 60))
    up = 0;
  struct node *node;
  enum jump jump;
  if (!g->construct_count || (is_free && chance(g, 12))) {
    if (!is_free)
      return NULL;
    jump = chance(g, 50) ? J_RETURN : J_END;
  } else {
    const struct construct *to = &g->constructs[g->construct_count - 1 - up];
    if (!is_free && to->is_converged)
      return NULL;
    jump = to->is_loop && chance(g, 40) ? J_CONTINUE : J_BREAK;
  }
  node = new_node(g, S_JUMP, T_I1);
  node->small = (unsigned)jump * 8 + up;
  node->kids[0] = chance(g, 92) ? expression(g, T_I1, 1) : NULL;
  return node;
}

/* A statement that takes a value and perhaps an index. */
static struct node *simple(struct generator *g, enum kind kind) {
  struct node *node = new_node(g, kind, some_type(g));
  node->variant = below(g, 64);
  node->value = below(g, 256);
  switch (kind) {
  case S_STORE:
  case S_OWN_ATOMIC:
    node->small = below(g, REGIONS);
    node->type = g->kernel->regions[node->small].type;
    node->kids[0] = expression(g, node->type, 1);
    node->kids[1] = chance(g, 60) ? constant(g, T_I32) : expression(g, T_I32, 1);
    break;
  case S_STORE_PRIVATE:
  case S_STORE_CHOSEN:
    node->small = below(g, ARRAYS);
    node->type = g->kernel->arrays[node->small].type;
    node->kids[0] = expression(g, node->type, 1);
    node->kids[1] = chance(g, 30) ? constant(g, T_I32) : expression(g, T_I32, 1);
    if (kind == S_STORE_CHOSEN)
      node->kids[2] = expression(g, T_I1, 1);
    break;
  case S_STORE_MEMBER:
    node->small = below(g, 2);
    node->type = g->kernel->members[node->small];
    node->kids[0] = expression(g, node->type, 1);
    node->kids[1] = chance(g, 50) ? constant(g, T_I32) : expression(g, T_I32, 1);
    break;
  case S_STORE_TABLE:
    node->small = below(g, TABLE);
    break;
  case S_FLAG:
    node->kids[0] = expression(g, T_I32, 2);
    break;
  case S_ONE:
    node->kids[0] = expression(g, T_I32, 1);
    break;
  case S_ATOMIC:
    node->small = below(g, CELL_CLASSES);
    node->kids[0] = expression(g, T_I64, 1);
    node->kids[1] = chance(g, 60) ? constant(g, T_I32) : expression(g, T_I32, 2);
    break;
  case S_BARRIER:
    node->type = T_I32;
    node->small = g->kernel->barrier_count++;
    node->variant |= below(g, 1 << 10) << 6; /* kernel_statements.c */
    node->kids[0] = expression(g, T_I32, 1);
    break;
  case S_EDGE:
    node->type = some_integer(g);
    node->kids[0] = chance(g, 50) ? expression(g, T_I32, 1) : NULL;
    break;
  case S_DIVIDE:
    node->type = some_integer(g);
    node->small = below(g, 4);
    node->kids[0] = expression(g, node->type, 1);
    node->kids[1] =
        chance(g, 40) ? uniform_expression(g, node->type, 1) : expression(g, node->type, 1);
    break;
  case S_GUARDED:
    node->type = T_I32;
    node->small = below(g, 8);
    node->kids[0] = expression(g, T_I32, 1);
    break;
  case S_NULL:
    node->type = T_I32;
    node->kids[0] = expression(g, T_I1, 1);
    break;
  case S_COPY:
    node->small = below(g, 5);
    node->kids[0] = expression(g, T_I8, 2);
    break;
  case S_CALL:
    node->type = T_I32;
    node->kids[0] = expression(g, T_I32, 1);
    node->kids[1] = expression(g, T_I32, 1);
    break;
  default:
    break;
  }
  g->kernel->types |= 1u << node->type | (kind == S_OWN_ATOMIC ? 1u << T_I1 : 0);
  return node;
}

static struct node *assignment(struct generator *g) {
  struct node *node = new_node(g, S_ASSIGN, some_type(g));
  node->small = below(g, VARIABLES);
  g->kernel->types |= 1u << node->type;
  node->kids[0] = expression(g, node->type, 0);
  return node;
}

static bool may_meet(const struct generator *g) {
  return g->kernel->has_barriers && g->converged == GROUP && g->kernel->barrier_count < BARRIERS;
}

static struct node *statement(struct generator *g) {
  static const struct {
    enum kind kind;
    unsigned weight;
  } weights[] = {{S_ASSIGN, 30},      {S_IF, 14},          {S_SWITCH, 4},      {S_LOOP, 10},
                 {S_BLOCK, 4},        {S_JUMP, 10},        {S_STORE, 8},       {S_STORE_PRIVATE, 6},
                 {S_STORE_CHOSEN, 3}, {S_STORE_MEMBER, 5}, {S_STORE_TABLE, 3}, {S_FLAG, 4},
                 {S_ONE, 2},          {S_ATOMIC, 4},       {S_OWN_ATOMIC, 2},  {S_EDGE, 5},
                 {S_DIVIDE, 4},       {S_GUARDED, 4},      {S_NULL, 2},        {S_COPY, 2},
                 {S_CALL, 2},         {S_NEVER, 1},        {S_BARRIER, 12}};
  for (;;) {
    unsigned total = 0, i = 0;
    for (unsigned k = 0; k < sizeof weights / sizeof *weights; k++)
      total += weights[k].weight;
    unsigned choice = below(g, total);
    while (choice >= weights[i].weight)
      choice -= weights[i++].weight;
    enum kind kind = weights[i].kind;
    if (kind != S_ASSIGN && !(g->statements >> kind & 1))
      continue;
    struct node *node = kind == S_ASSIGN                    ? assignment(g)
                        : kind == S_IF                      ? if_statement(g)
                        : kind == S_SWITCH                  ? switch_statement(g)
                        : kind == S_LOOP                    ? loop_statement(g)
                        : kind == S_BLOCK                   ? block_statement(g)
                        : kind == S_JUMP                    ? jump_statement(g)
                        : kind == S_BARRIER && !may_meet(g) ? NULL
                                                            : simple(g, kind);
    if (node)
      return node;
  }
}

static struct node *statements(struct generator *g, unsigned most) {
  struct node *first = NULL, **last = &first;
  for (unsigned count = 1 + below(g, most); count && g->nodes_left; count--) {
    *last = statement(g);
    last = &(*last)->next;
  }
  return first;
}

/* ---- the kernel ---- */

static void choose_range(struct generator *g) {
  struct kernel *k = g->kernel;
  static const unsigned most[] = {90, 5, 3}, most_groups[] = {3, 2, 2};
  unsigned most_local[] = {24, 3, 2};
  k->dimensions = 1 + (chance(g, 40) ? 1 + below(g, 2) : 0);
  k->has_local_ids = k->has_groups || k->has_barriers || chance(g, 30);
  k->items = 1;
  if (k->dimensions == 1 && chance(g, 30))
    most_local[0] = 80;
  for (unsigned d = 0; d < 3; d++) {
    bool is_used = d < k->dimensions;
    k->offset[d] = is_used && !k->has_local_ids && chance(g, 30) ? below(g, 50) : 0;
    k->local[d] = !is_used ? 1 : k->has_local_ids ? 1 + below(g, most_local[d]) : 1;
    if (d == 0 && k->has_barriers && chance(g, 40)) /* butterflies need halves */
      k->local[d] = k->dimensions == 1 ? 16 * (1 + below(g, 8)) : 8 * (1 + below(g, 4));
    k->size[d] = !is_used           ? 1
                 : k->has_local_ids ? k->local[d] * (1 + below(g, most_groups[d]))
                                    : 1 + below(g, most[d]);
    k->items *= k->size[d];
  }
  if (!k->has_local_ids && chance(g, 5))
    k->offset[0] = (UINT64_C(1) << 31) - k->size[0] - below(g, 2) * below(g, 40);
  if (!k->has_local_ids && chance(g, 2))
    k->offset[0] = (UINT64_C(1) << 31) - below(g, (unsigned)k->size[0] + 3);
  for (k->items_rounded = 1; k->items_rounded < k->items;)
    k->items_rounded *= 2;
}

static void choose_memory(struct generator *g) {
  struct kernel *k = g->kernel;
  for (unsigned r = 0; r < REGIONS; r++) {
    enum type type;
    do
      type = r == 0 ? T_I32 : some_type(g);
    while (type == T_I1);
    k->regions[r] = (struct region){type, (enum layout)below(g, LAYOUT_COUNT), 1u << below(g, 3)};
  }
  k->members[0] = T_I32;
  do
    k->members[1] = some_type(g);
  while (k->members[1] == T_I1);
  for (unsigned a = 0; a < ARRAYS; a++) {
    enum type type;
    do
      type = a == 0 ? T_I32 : some_type(g);
    while (type == T_I1);
    k->arrays[a] = (struct array){type, chance(g, 60) ? 2u << below(g, 3) : 3 + below(g, 9)};
  }
}

/* Relaxed additions, two at most. */
static struct node *additions(struct generator *g) {
  static const unsigned classes[] = {0, 1, 7};
  struct node *first = NULL;
  for (unsigned count = 1 + below(g, 2); count; count--) {
    struct node *addition = simple(g, S_ATOMIC);
    addition->small = classes[below(g, sizeof classes / sizeof *classes)];
    addition->variant |= 2;
    addition->next = first;
    first = addition;
  }
  return first;
}

void kernel_generate(struct kernel *k, uint64_t seed, unsigned features) {
  *k = (struct kernel){
      .seed = seed, .has_groups = features & WITH_GROUPS, .has_barriers = features & WITH_BARRIERS};
  struct generator g = {.kernel = k, .state = seed * 2 + features, .rounds = 1};
  draw(&g);
  g.types = 1u << T_I1 | 1u << T_I32 | ((unsigned)draw(&g) & ((1u << TYPE_COUNT) - 1));
  g.statements = draw(&g) | draw(&g) | UINT64_C(1) << S_BARRIER;
  bool ends_with_additions = chance(&g, 30);
  if (ends_with_additions)
    g.statements &= ~(UINT64_C(1) << S_ATOMIC | UINT64_C(1) << S_OWN_ATOMIC);
  if (!chance(&g, 50))
    g.types &= ~(1u << T_F16);
  choose_range(&g);
  choose_memory(&g);
  k->n = (int32_t)below(&g, 40);
  k->m = (int32_t)draw(&g) >> below(&g, 31);
  k->k = (int64_t)draw(&g) >> below(&g, 63);
  k->b = (int8_t)draw(&g);
  k->f = (float)((int)below(&g, 64) - 20) / 4;
  /* Helpers see nothing but their parameters: expressions over variables 0 and 1 of i32. */
  unsigned types = g.types;
  g.types = 1u << T_I1 | 1u << T_I32;
  for (unsigned h = 0; h < HELPERS; h++) {
    g.nodes_left = 8;
    k->helpers[h] = new_node(&g, E_BINARY, T_I32);
    k->helpers[h]->small = below(&g, 24);
    for (unsigned i = 0; i < 2; i++) {
      k->helpers[h]->kids[i] = new_node(&g, E_BINARY, T_I32);
      k->helpers[h]->kids[i]->small = below(&g, 24);
      k->helpers[h]->kids[i]->kids[0] = variable(&g, T_I32);
      k->helpers[h]->kids[i]->kids[1] = chance(&g, 50) ? variable(&g, T_I32) : constant(&g, T_I32);
    }
  }
  g.types = types;
  g.nodes_left = chance(&g, 75) ? 6 + below(&g, 40) : 20 + below(&g, 90);
  g.converged = GROUP;
  k->body = statements(&g, 10);
  if (may_meet(&g)) { /* one is reached for certain */
    struct node *meeting = simple(&g, S_BARRIER);
    meeting->variant = (meeting->variant & ~1u) | 16384 | 32768;
    meeting->next = k->body;
    k->body = meeting;
  }
  g.nodes_left = 8;
  g.converged = APART;
  if (ends_with_additions)
    k->last = additions(&g);
}

void kernel_free(struct kernel *kernel) {
  fxs_arena_release(&kernel->arena);
}
