/* Declarations shared by both halves of the emitter. */
#ifndef FALX_TESTS_FUZZ_KERNEL_EMITTER_H
#define FALX_TESTS_FUZZ_KERNEL_EMITTER_H

#include "tests/fuzz/kernel_generator.h"

struct exits {
  LLVMBasicBlockRef leave, again; /* again: NULL where it is no loop */
};

struct emitter {
  const struct kernel *kernel;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  LLVMValueRef function;
  bool is_model;
  const bool *dropped; /* may be NULL */
  LLVMTypeRef types[TYPE_COUNT], pointer;
  LLVMValueRef parameters[PARAMETERS];
  LLVMValueRef relative[3], linear; /* i64, counted from the first work-item */
  LLVMValueRef variables[TYPE_COUNT][VARIABLES];
  LLVMValueRef arrays[ARRAYS], records, table;
  LLVMTypeRef record; /* type of one */
  LLVMValueRef counters[LOOPS];
  enum type counter_types[LOOPS];
  unsigned loops;
  struct exits exits[8];
  unsigned exit_count;
  LLVMValueRef helpers[HELPERS], divide, poke;
  LLVMBasicBlockRef end, done; /* what is stored at the end; the return */
};

static inline bool emit_is_dropped(const struct emitter *e, const struct node *node) {
  return e->dropped && e->dropped[node->number];
}

/* ---- expressions (kernel_expressions.c) ---- */
LLVMValueRef emit_value(struct emitter *e, const struct node *node);
LLVMValueRef emit_integer(const struct emitter *e, enum type type, int64_t value);
LLVMValueRef emit_masked(struct emitter *e, LLVMValueRef value, int64_t mask);
/* choice: which of the ways to do it. */
LLVMValueRef emit_convert(struct emitter *e, LLVMValueRef value, enum type from, enum type to,
                          unsigned choice);
void emit_ids(struct emitter *e); /* fills relative and linear */
LLVMValueRef emit_intrinsic(struct emitter *e, const char *name, LLVMTypeRef *types,
                            unsigned type_count, LLVMValueRef *arguments, unsigned count);
/* Any type to an integer that shows what it is but for the bits of a NaN. */
LLVMValueRef emit_bits(struct emitter *e, LLVMValueRef value, enum type type, enum type to);
LLVMValueRef emit_resize(struct emitter *e, LLVMValueRef value, LLVMTypeRef to, bool is_signed);
/* The address of a work-item's own place `which` (i32). */
LLVMValueRef emit_own_address(struct emitter *e, unsigned region, LLVMValueRef which,
                              unsigned variant);
LLVMValueRef emit_private_address(struct emitter *e, unsigned array, LLVMValueRef index,
                                  unsigned variant);
/* Of the record that index says; member 2: the record itself. */
LLVMValueRef emit_member_address(struct emitter *e, LLVMValueRef index, unsigned member,
                                 unsigned variant);
LLVMValueRef emit_table_address(struct emitter *e, LLVMValueRef index);
LLVMValueRef emit_element(struct emitter *e, enum type type, LLVMValueRef base, LLVMValueRef index,
                          bool is_inbounds);
LLVMValueRef emit_load(struct emitter *e, enum type type, LLVMValueRef pointer);
LLVMValueRef emit_store(struct emitter *e, enum type type, LLVMValueRef value,
                        LLVMValueRef pointer);
LLVMValueRef emit_id(struct emitter *e, enum id id, unsigned dimension, unsigned variant);
/* Makes loads and stores volatile or atomic now and then. */
void emit_ordering(LLVMValueRef access, enum type type, unsigned variant);
LLVMValueRef emit_external(struct emitter *e, const char *name, LLVMTypeRef result,
                           LLVMTypeRef *types, LLVMValueRef *arguments, unsigned count);

/* ---- statements (kernel_statements.c) ---- */
void emit_statements(struct emitter *e, const struct node *first);

#endif
