/* Random kernels for the differential fuzzer, as trees: a seed gives the same kernel for ever, and
 * every node can be dropped, which leaves a smaller kernel that is as valid.
 *
 * What a kernel may do is free of undefined behaviour and of races by construction: indices,
 * divisors and shift amounts are cut to what is allowed where they are used, promises (nsw, exact,
 * inbounds …) are made about values cut small or under a condition that makes them true, and each
 * work-item writes to places of its own, or to places where all write the same, or by atomic
 * operations whose order cannot be seen. */
#ifndef FALX_TESTS_FUZZ_KERNEL_GENERATOR_H
#define FALX_TESTS_FUZZ_KERNEL_GENERATOR_H

#include "support/arena.h"

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

enum type { T_I1, T_I8, T_I16, T_I32, T_I64, T_F16, T_F32, T_F64, TYPE_COUNT };

static inline bool type_is_float(enum type type) {
  return type >= T_F16;
}
static inline unsigned type_bytes(enum type type) {
  static const unsigned bytes[] = {1, 1, 2, 4, 8, 2, 4, 8};
  return bytes[type];
}

/* What `small` is to each kind stands beside it. */
enum kind {
  /* expressions */
  E_CONST,
  E_VARIABLE, /* which of its type */
  E_ARGUMENT, /* which scalar argument */
  E_ID,       /* enum id, times 3, plus the dimension */
  E_COUNTER,  /* of which enclosing loop, from the outside */
  E_LOAD,     /* enum pattern, from a buffer that is only read; kid: index of a gather */
  E_OWN,      /* region, from the work-item's own places; kid: which of them */
  E_PRIVATE,  /* array; kid: index */
  E_MEMBER,   /* which, of a private structure; kid: which of them */
  E_TABLE,    /* of a private array of T_I32 that holds the same for all; kid: index */
  E_UNARY,
  E_BINARY,
  E_PROMISED, /* arithmetic on small numbers, with its flags */
  E_SELECT,
  E_FUNNEL,
  E_FMA,
  E_CAST,
  E_COMPARE,
  E_LOGIC,
  E_OVERFLOW,
  E_CALL,  /* helper */
  E_GROUP, /* enum group_operation: sub-group function */
  /* statements */
  S_ASSIGN,
  S_IF,
  S_SWITCH,
  S_LOOP,  /* enum loop_form */
  S_BLOCK, /* what can be left by a jump */
  S_JUMP,  /* enum jump, times 8, plus how many constructs up; kid: condition or NULL */
  S_STORE, /* region */
  S_STORE_PRIVATE,
  S_STORE_MEMBER,
  S_STORE_TABLE,  /* place: a constant or an argument */
  S_STORE_CHOSEN, /* through a pointer that is one of two arrays' elements */
  S_FLAG,         /* uniform or varying index: the same value from all */
  S_ONE,          /* one work-item alone writes */
  S_ATOMIC,       /* class */
  S_OWN_ATOMIC,   /* region: the answer is used */
  S_EDGE,         /* a load that is allowed in the lanes of the condition only */
  S_DIVIDE,       /* the same for a division */
  S_GUARDED,      /* the same for promises */
  S_NULL,         /* the same for a pointer that is NULL */
  S_COPY,         /* memcpy, memset of private memory */
  S_CALL,         /* a function that writes through a pointer to private memory */
  S_NEVER,        /* a condition that is false leads to a trap */
  S_BARRIER       /* of the work-group, with an exchange through local memory */
};
static inline bool kind_is_statement(enum kind kind) {
  return kind >= S_ASSIGN;
}

enum id { ID_GLOBAL, ID_RELATIVE, ID_LINEAR, ID_LOCAL, ID_GROUP, ID_SIZE, ID_SUB_GROUP };
enum pattern { P_STRIDED, P_LINEAR, P_UNIFORM, P_ROW, P_EXCHANGE, P_GATHER };
enum loop_form { L_CONSTANT, L_ARGUMENT, L_VARYING, L_WHILE, L_DO };
enum jump { J_BREAK, J_CONTINUE, J_RETURN, J_END };
enum group_operation { G_REDUCE, G_INCLUSIVE, G_EXCLUSIVE, G_SHUFFLE, G_XOR, G_UP, G_DOWN, G_VOTE };

struct node {
  enum kind kind;
  enum type type;
  unsigned number; /* in the order of making; names it for dropping */
  unsigned small, variant;
  int64_t value;
  struct node *kids[3]; /* expressions, or the first of a list of statements */
  struct node *next;    /* of a list */
};

enum {
  VARIABLES = 3,
  REGIONS = 4,
  ARRAYS = 3,
  HELPERS = 3,
  LOOPS = 4,
  BARRIERS = 12,
  RECORDS = 4,
  TABLE = 8
};

/* Where work-items write: `per_item` elements for each. */
enum layout { LAYOUT_ITEMS, LAYOUT_PLACES, LAYOUT_REVERSED, LAYOUT_CROSSED, LAYOUT_COUNT };
struct region {
  enum type type;
  enum layout layout;
  unsigned per_item;
};

struct array {
  enum type type;
  unsigned length; /* at least 2 */
};

struct kernel {
  uint64_t seed;
  unsigned dimensions;
  uint64_t size[3], offset[3], local[3];
  uint64_t items, items_rounded; /* all; the next power of two */
  bool has_local_ids;            /* dispatched by work-groups */
  bool has_groups;               /* uses sub-groups */
  bool has_barriers;
  unsigned barrier_count;
  int32_t n, m;
  int64_t k;
  int8_t b;
  float f;
  unsigned types; /* a bit for each type of variable in use */
  struct region regions[REGIONS];
  struct array arrays[ARRAYS];
  enum type members[2];          /* of the private structures */
  struct node *helpers[HELPERS]; /* expressions over two parameters */
  struct node *body;
  struct node *last; /* additions behind all else, which may be done later */
  unsigned node_count;
  struct fxs_arena arena;
};

enum kernel_feature { WITH_GROUPS = 1, WITH_BARRIERS = 2 };

void kernel_generate(struct kernel *kernel, uint64_t seed, unsigned features);
void kernel_free(struct kernel *kernel);

/* Sizes of buffers in elements or bytes. */
enum {
  INPUT_BYTES = 16384,
  EDGE_BYTES = 4096,
  CELLS = 64,
  CELL_CLASSES = 12,
  FLAGS = 256,
  ONES = 4096
};

/* Parameters in their order. */
enum parameter {
  A_INTS,
  A_FLOATS,
  A_DOUBLES,
  A_EDGE,
  A_NULL,
  A_CELLS,
  A_FLAGS,
  A_ONES,
  A_REGIONS,
  A_N = A_REGIONS + REGIONS,
  A_M,
  A_K,
  A_F,
  A_B,
  PARAMETERS
};

/* Writes `@K`: with builtins, as kernel; or as a function of one work-item that asks the model
 * (kernel_model.h) for everything outside of it. dropped: a flag for each node, or NULL. */
LLVMModuleRef kernel_emit(const struct kernel *kernel, LLVMContextRef context, bool is_model,
                          const bool *dropped);

#endif
