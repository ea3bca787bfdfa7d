/* Shared by the files of the whole-function vectorizer. docs/vectorizer.md follows one kernel
 * through it.
 *
 * One `struct fxc_vec` lives while one form of one kernel is made. The scalar function is only
 * read; the vector form is emitted block by block, in an order in which control can flow
 * straight down. Meanwhile, a value that has several definitions, or is used where its block
 * need not have run, is kept in an alloca (a slot); LLVM's mem2reg promotes them at the end.
 * That keeps every step local. Phis are inserted directly only behind a single block beside a
 * branch, of which there may be many: the time of mem2reg grows with all blocks behind each of
 * them. */
#ifndef FALX_COMPILER_NATIVE_CPU_VECTORIZE_VECTORIZE_H
#define FALX_COMPILER_NATIVE_CPU_VECTORIZE_VECTORIZE_H

#include "compiler/ir/shape.h"
#include "compiler/pass.h"

/* Where control goes from a block of the scalar function, in the vector form (linearize.c). */
struct fxc_route {
  bool is_folded;  /* divergent: both successors are executed, one after the other */
  bool is_latch;   /* ends an iteration of a divergent loop: the next one runs while any lane is
                    * active */
  bool is_guarded; /* branched around if no lane is active */
  unsigned
      next[2];   /* per successor the block to run next; folded: next[0]; a latch: after the loop */
  unsigned skip; /* guarded: where to go without active lanes */
};

/* A slot that is initialized at the start of a block: a value's, or a block's mask. */
struct fxc_start {
  struct fxc_start *next;
  LLVMValueRef value; /* NULL: */
  unsigned masked;    /* the block whose mask it is */
};

struct fxc_vec {
  struct fxc_module *module;
  LLVMContextRef context;
  LLVMTargetDataRef layout;
  LLVMTypeRef i1, i8, i32, i64;
  LLVMValueRef scalar; /* the kernel for one work-item */
  unsigned lanes;
  unsigned required;   /* by reqd_sub_group_size, where sub-groups are used; else 0 */
  unsigned preferred;  /* the default sub-group size, if the kernel can be vectorized; else 0 */
  bool ends_with_rows; /* sub-groups do, however short: the largest depends on the launch */
  bool is_rows;        /* an export's form: called with arbitrary work-items of other kernels */
  /* Why there is no vector form; NULL while there may be one. */
  const char *reason;
  LLVMValueRef reason_at;

  /* Analyses of the scalar function. */
  struct fxc_cfg cfg;
  struct fxc_domtree dominators;
  struct fxc_postdom postdominators;
  struct fxc_loops loops;
  struct fxc_shapes shapes;
  struct fxc_route *routes;  /* per block */
  struct fxc_start **starts; /* per block */
  unsigned *mask_owner;      /* per block: the first block that has the same mask */
  bool *has_direct_mask;     /* per owner: the mask of its only incoming edge is available there */
  struct fxc_map slotted;    /* values that need a slot of their own */
  struct fxc_map far;        /* what addresses of accesses in other blocks are computed from */
  struct fxc_map unplanned; /* addresses that are too large for that: they are not looked through */
  unsigned *sides;          /* per block: its side block (slots.c), or FXC_NONE */
  struct fxs_arena arena;   /* of the two */
  struct fxc_map elements;  /* alloca to the size of its elements, where laid out by element */
  struct fxc_map common;    /* allocas with one copy for all lanes, each to itself */
  struct fxc_map refused;   /* allocas that turned out not to be common */
  struct fxc_map bits;      /* narrow.c: value to 1 + how many bits hold it */
  struct fxc_map narrow;    /* narrow.c: value to 1 (no) or 2 (yes) */

  /* The form being written. */
  LLVMValueRef out;
  LLVMValueRef active;         /* masked form: the number of active lanes; else NULL */
  LLVMValueRef entry_mask;     /* masked form: <lanes x i1>; else NULL, all */
  LLVMBuilderRef entry;        /* at the end of the entry block: slots, private memory */
  LLVMBuilderRef builder;      /* the insertion point in the current block */
  LLVMBasicBlockRef *heads;    /* per scalar block: its first block */
  LLVMValueRef *mask_slots;    /* per masked block */
  struct fxc_map slots;        /* scalar value to its alloca */
  struct fxc_map lasting;      /* scalar value to the value that is available wherever it is used */
  LLVMValueRef *lasting_masks; /* per block with has_direct_mask */
  LLVMValueRef *any;           /* per such block: whether it has an active lane; NULL: derived
                                * from its mask */
  LLVMValueRef *firsts;        /* … how many are, if it has one: the first ones; NULL: others may be
                                * instead */
  struct fxc_map joining;      /* phi without a slot to its value so far */
  struct fxc_map skipping;     /* … to its value if the side block is skipped */
  LLVMBasicBlockRef *side_end; /* per block that has a side: where that ends */
  unsigned block;              /* the current scalar block */
  LLVMValueRef mask;           /* its active lanes, NULL: all */
  LLVMValueRef first_count;    /* … how many, as in firsts, or NULL */
  struct fxc_map known_scalars, known_vectors; /* values available in the current block */
  bool is_version; /* a part of the block is emitted twice (rows.c): its values stay inside */
  bool is_row;     /* … now for lanes in one row */
  unsigned whole;  /* guarded.c: the form's lanes while lanes are the first of them only; else 0 */
};

/* linearize.c: fills routes; false, with a reason, if the control flow cannot be handled. */
bool fxc_vec_linearize(struct fxc_vec *v);

/* slots.c: fills starts; after linearize. */
void fxc_vec_plan_slots(struct fxc_vec *v);

/* emit.c */
void fxc_vec_emit(struct fxc_vec *v); /* the whole form; out exists and is empty */
LLVMTypeRef fxc_vec_type(struct fxc_vec *v, LLVMTypeRef scalar); /* structs by member */
/* A value in the current block: the value itself (uniform) or the first lane's (strided). */
LLVMValueRef fxc_vec_scalar(struct fxc_vec *v, LLVMValueRef value);
LLVMValueRef fxc_vec_vector(struct fxc_vec *v, LLVMValueRef value);
/* The value of instruction in the vector form: a scalar for a uniform or strided one. */
void fxc_vec_define(struct fxc_vec *v, LLVMValueRef instruction, LLVMValueRef value);
LLVMValueRef fxc_vec_splat(struct fxc_vec *v, LLVMValueRef scalar);
/* A select, of structs by member. */
LLVMValueRef fxc_vec_select(struct fxc_vec *v, LLVMValueRef condition, LLVMValueRef left,
                            LLVMValueRef right);
LLVMValueRef fxc_vec_steps(struct fxc_vec *v, LLVMTypeRef type, int64_t stride); /* 0, s, 2s, … */
LLVMValueRef fxc_vec_any(struct fxc_vec *v, LLVMValueRef mask);
LLVMValueRef fxc_vec_all_lanes(struct fxc_vec *v); /* the mask with every lane set */
static inline LLVMValueRef fxc_vec_mask(struct fxc_vec *v) {
  return v->mask ? v->mask : fxc_vec_all_lanes(v);
}
/* A call of an intrinsic overloaded on types. */
LLVMValueRef fxc_vec_intrinsic(struct fxc_vec *v, const char *name, LLVMTypeRef *types,
                               unsigned type_count, LLVMValueRef *arguments, unsigned count);

/* widen.c: one instruction; phis and terminators are emit.c's. */
void fxc_vec_widen(struct fxc_vec *v, LLVMValueRef instruction);
/* Divides vectors of at most 32 bits; an unsigned division, or one of positive numbers, needs no
 * more bits of its operands than are told, in every active lane. */
LLVMValueRef fxc_vec_divide(struct fxc_vec *v, LLVMOpcode opcode, LLVMValueRef left,
                            LLVMValueRef right, unsigned left_bits, unsigned right_bits);
/* A vector to divide by, with 1 in lanes that are not active. */
LLVMValueRef fxc_vec_divisor(struct fxc_vec *v, LLVMValueRef divisor);
/* A copy of a uniform or strided instruction, on the first lane. */
LLVMValueRef fxc_vec_copy(struct fxc_vec *v, LLVMValueRef instruction);

/* guarded.c: emits all of a short guarded block, several times; false if it does not pay off. */
bool fxc_vec_guarded(struct fxc_vec *v);

/* rows.c: if start begins a part of the block that is emitted twice, emits it and returns the
 * instruction behind it; else NULL. */
LLVMValueRef fxc_vec_rows(struct fxc_vec *v, LLVMValueRef start);
/* Visits each instruction of the block while shapes are those of lanes in one row. */
void fxc_vec_visit_in_rows(struct fxc_vec *v, unsigned block,
                           void (*visit)(struct fxc_vec *, LLVMValueRef, void *), void *context);

/* narrow.c: 64-bit integers that fit into 32. */
bool fxc_vec_is_narrow(struct fxc_vec *v, LLVMValueRef instruction);
/* The number of low bits that hold an integer in every active lane; the others are 0. */
unsigned fxc_vec_bits(struct fxc_vec *v, LLVMValueRef value);
/* A varying instruction's value, computed in 32 bits; NULL: not narrow. */
LLVMValueRef fxc_vec_compute_narrow(struct fxc_vec *v, LLVMValueRef instruction);
/* An address made by two indices, by one of 32 bits; NULL: not narrow. */
LLVMValueRef fxc_vec_narrow_address(struct fxc_vec *v, LLVMValueRef address);

/* lanes.c: executes the instruction for one active lane after the other. */
void fxc_vec_by_lane(struct fxc_vec *v, LLVMValueRef instruction);

/* memory.c */
void fxc_vec_load(struct fxc_vec *v, LLVMValueRef load);
void fxc_vec_store(struct fxc_vec *v, LLVMValueRef store);
/* One vector in memory; load, store: the access of one work-item. mask: NULL for all. */
LLVMValueRef fxc_vec_load_row(struct fxc_vec *v, LLVMValueRef load, LLVMValueRef pointer,
                              LLVMValueRef mask);
void fxc_vec_store_row(struct fxc_vec *v, LLVMValueRef store, LLVMValueRef value,
                       LLVMValueRef pointer, LLVMValueRef mask);
/* Metadata that says something about an access. */
enum { FXC_VEC_FACTS = 4 };
extern const char *const fxc_vec_facts[FXC_VEC_FACTS];
/* What is known about one lane's address may not hold for the first lane's, nor for private
 * memory laid out by element, where only the element's size is known to divide it. */
unsigned fxc_vec_alignment(struct fxc_vec *v, LLVMValueRef access);
LLVMValueRef fxc_vec_gather(struct fxc_vec *v, LLVMValueRef load, LLVMValueRef pointers);
void fxc_vec_scatter(struct fxc_vec *v, LLVMValueRef store, LLVMValueRef value);
void fxc_vec_atomic(struct fxc_vec *v, LLVMValueRef instruction);
void fxc_vec_alloca(struct fxc_vec *v, LLVMValueRef instruction);

/* exchange.c: addresses p[id ^ c], with lanes permuted by a uniform number. */
struct fxc_exchange {
  LLVMValueRef flip, id; /* flip: id ^ c, both shifted up by so many bits */
  LLVMValueRef by;       /* c; NULL: a constant, whose bits that permute are in lanes */
  unsigned up, lanes;    /* lane n has what lane n ^ lanes would have without the exchange */
  bool is_whole; /* the first lane's id is known to be a multiple of the lanes; else tested at
                  * run time */
};
/* Whether pointer, to elements of size bytes, is such an address. */
bool fxc_vec_find_exchange(const struct fxc_vec *v, LLVMValueRef pointer, int64_t size,
                           struct fxc_exchange *out);
LLVMValueRef fxc_vec_exchange_test(struct fxc_vec *v, const struct fxc_exchange *exchange);
/* The first lane's value without the permutation; for pointer: where the elements begin in
 * memory. Without flags such as nsw: the lane need not be active. */
LLVMValueRef fxc_vec_exchange_first(struct fxc_vec *v, const struct fxc_exchange *exchange,
                                    LLVMValueRef value);
/* Permutes elements, or a mask, from memory order to lane order and back; NULL stays NULL. */
LLVMValueRef fxc_vec_exchanged(struct fxc_vec *v, const struct fxc_exchange *exchange,
                               LLVMValueRef vector);

/* pairs.c: accesses to both sides of a butterfly. False: not one of a pair. */
bool fxc_vec_pair(struct fxc_vec *v, LLVMValueRef access);

/* permute.c: lane i gets element lanes[i]. */
LLVMValueRef fxc_vec_permute(struct fxc_vec *v, LLVMValueRef vector, LLVMValueRef lanes);
/* … of two vectors, the second one's elements behind the first one's. */
LLVMValueRef fxc_vec_permute_two(struct fxc_vec *v, LLVMValueRef first, LLVMValueRef second,
                                 LLVMValueRef lanes);
/* Whether these are instructions for vectors of so many elements, rather than accesses to memory.
 */
bool fxc_vec_has_permute(const struct fxc_vec *v, LLVMTypeRef element);

/* private.c: the layout of private memory. */
void fxc_vec_lay_out(struct fxc_vec *v); /* fills elements and common */
/* Finds common variables that some lanes, by the shapes, do not take part in writing. True if there
 * are any, which will not be common again. */
bool fxc_vec_refuse_common(struct fxc_vec *v);
/* The alloca behind a chain of getelementptr, or NULL. */
LLVMValueRef fxc_vec_private_root(LLVMValueRef pointer);
/* The size of its elements if pointer is into a variable that is laid out by element, else 0. */
uint64_t fxc_vec_element_size(const struct fxc_vec *v, LLVMValueRef pointer);
/* A getelementptr into such a variable. */
LLVMValueRef fxc_vec_private_address(struct fxc_vec *v, LLVMValueRef address);
bool fxc_vec_private_fill(struct fxc_vec *v, LLVMValueRef call); /* false: none of its business */

/* calls.c */
struct fxc_shape fxc_vec_call_shape(void *context, const struct fxc_shapes *shapes,
                                    LLVMValueRef call);
void fxc_vec_call(struct fxc_vec *v, LLVMValueRef call);
/* True if the call produces no code: debug information, lifetime markers and the like. */
bool fxc_vec_is_ignored(LLVMValueRef call);
/* True if its scalar copy may execute without active lanes. */
bool fxc_vec_is_speculatable(LLVMValueRef call);
/* True for an intrinsic that LLVM accepts on vectors as well as on scalars. */
bool fxc_vec_is_widened(LLVMValueRef call);
/* NULL, or the reason why the call prevents vectorization. */
const char *fxc_vec_call_problem(const struct fxc_vec *v, LLVMValueRef call);

/* sub_groups.c: collectives and shuffles between lanes. */
bool fxc_vec_is_sub_group(const char *name);
struct fxc_shape fxc_vec_sub_group_shape(const struct fxc_shapes *shapes, LLVMValueRef call);
void fxc_vec_sub_group(struct fxc_vec *v, LLVMValueRef call);
/* The lanes of value combined by an LLVM reduction ("add", "fadd", "smax", …); inactive lanes must
 * hold the identity. */
LLVMValueRef fxc_vec_reduce(struct fxc_vec *v, const char *operation, LLVMValueRef value);
LLVMValueRef fxc_vec_identity(LLVMTypeRef type, const char *operation);

/* imports.c: calls of other images' functions. */
bool fxc_vec_is_import(LLVMValueRef call); /* there is a form of it for several work-items */
void fxc_vec_import(struct fxc_vec *v, LLVMValueRef call);

/* packed.c */
bool fxc_vec_is_packed(const struct fxc_vec *v); /* the kernel gets a packed form */
/* The kernel to be vectorized for it, with the same barriers. */
LLVMValueRef fxc_vec_packed_copy(const struct fxc_vec *v);

/* decide.c */
unsigned fxc_vec_lanes(struct fxc_vec *v, bool has_groups);
/* The reason why the kernel is better left scalar or to LLVM's loop vectorizer, with the end of
 * the loop that causes it; or NULL. */
const char *fxc_vec_better_scalar(const struct fxc_vec *v, LLVMValueRef *out_at);

#endif
