/* How values and control differ between neighbouring work-items (lanes).
 *
 * Shapes: a value is the same in all lanes (uniform), grows by a constant from lane to lane
 * (strided), or anything (varying). All of it holds for the lanes that are active where the value
 * is computed. Control: a branch is divergent if lanes may go different ways, a loop if lanes may
 * leave it at different times; a block is masked if some lanes may be elsewhere while others are in
 * it. Source: Moll and Hack, Partial Control-Flow Linearization (PLDI 2018), for the propagation of
 * labels from divergent branches to the joins they make. */
#ifndef FALX_COMPILER_IR_SHAPE_H
#define FALX_COMPILER_IR_SHAPE_H

#include "compiler/ir/domtree.h"
#include "compiler/ir/loops.h"
#include "compiler/ir/postdom.h"

#include <llvm-c/Target.h>

/* Ids are assumed to be below 2^31, local ids below 2^16: work-groups have at most 8192
 * work-items. */
enum { FXC_ID_BITS = 31, FXC_LOCAL_ID_BITS = 16 };

enum fxc_shape_kind { FXC_SHAPE_UNKNOWN, FXC_SHAPE_STRIDED, FXC_SHAPE_VARYING };

struct fxc_shape {
  enum fxc_shape_kind kind;
  /* STRIDED: the integer arithmetic does not wrap in any active lane, so it may be redone in a
   * wider type. */
  bool is_exact;
  unsigned char bits; /* STRIDED: from 0 to below 2^bits in every lane, active or not; at most
                       * FXC_ID_BITS; 0: unbounded */
  int64_t stride; /* STRIDED: per lane, modulo the type's width; bytes for pointers; 0: uniform */
};

struct fxc_shapes {
  const struct fxc_cfg *cfg; /* these four are borrowed */
  const struct fxc_domtree *dominators;
  const struct fxc_postdom *postdominators;
  const struct fxc_loops *loops;
  LLVMTargetDataRef layout;
  /* The shape of a call's result, or of another instruction that the analysis leaves to its
   * user. */
  struct fxc_shape (*call)(void *context, const struct fxc_shapes *shapes, LLVMValueRef call);
  /* The element size of a private variable that is laid out element by element; else 0: lane
   * after lane. pointer: an address in it. */
  uint64_t (*element)(void *context, LLVMValueRef pointer);
  bool (*is_common)(void *context, LLVMValueRef alloca); /* one copy serves all lanes */
  void *context;
  /* Results. Blocks by their number in cfg, loops by theirs. */
  struct fxc_map index; /* instruction to 1 + its place in values */
  struct fxc_shape *values;
  unsigned *order;         /* blocks in topological order, each loop's in one run */
  unsigned *position;      /* of a block in order */
  bool *is_divergent;      /* block: its terminator is */
  bool *is_loop_divergent; /* loop */
  bool *is_masked;         /* block */
  bool *is_join;           /* block: paths of different lanes join in it */
  struct fxc_map mixed;    /* phis whose values differ between these paths */
  uint64_t id_bound;       /* shapes hold if ids are below it; 2^31 or less */
  struct fxs_arena arena;
};

/* Fill in everything above Results, zero the rest. */
void fxc_shapes_build(struct fxc_shapes *shapes);
void fxc_shapes_free(struct fxc_shapes *shapes);
struct fxc_shape fxc_shape_of(const struct fxc_shapes *shapes, LLVMValueRef value);
static inline bool fxc_shape_is_uniform(struct fxc_shape shape) {
  return shape.kind == FXC_SHAPE_STRIDED && shape.stride == 0;
}
bool fxc_is_uniform(const struct fxc_shapes *shapes, LLVMValueRef value);
/* The operand of a left shift by a constant, and the amount; NULL if value is not one. */
LLVMValueRef fxc_shifted_up(LLVMValueRef value, uint64_t *out_by);
/* A small number that is truncated to its low bits and extended again, as LLVM writes it: an
 * and; or, if scaled at the same time, a shl and a shift back. Returns the number; v is the
 * number shifted up by *out_up bits. NULL: not of that form. */
LLVMValueRef fxc_uncut(const struct fxc_shapes *shapes, LLVMValueRef v, unsigned *out_up);
/* For a part of a block that is emitted under an assumption: the shape that an instruction has
 * by its operands, and setting another one for it. */
struct fxc_shape fxc_shape_by_operands(struct fxc_shapes *shapes, LLVMValueRef instruction);
void fxc_shape_set(struct fxc_shapes *shapes, LLVMValueRef instruction, struct fxc_shape shape);
/* The outermost divergent loop around block that does not contain outside; FXC_NONE if there is
 * none. */
unsigned fxc_divergent_loop_left(const struct fxc_shapes *shapes, unsigned block, unsigned outside);

#endif
