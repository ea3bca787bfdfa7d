/* Shared by the files of work-item-loops: one kernel being built (docs/ir.md, section 7). */
#ifndef FALX_COMPILER_NATIVE_CPU_WORK_ITEM_LOOPS_WORK_ITEM_LOOPS_H
#define FALX_COMPILER_NATIVE_CPU_WORK_ITEM_LOOPS_WORK_ITEM_LOOPS_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

#include "compiler/ir/map.h"
#include "compiler/native_cpu/item_memory.h"
#include "compiler/native_cpu/prepare_native_cpu.h"
#include "compiler/pass.h"
#include "support/vector.h"

typedef FXS_VECTOR(LLVMValueRef) fxc_value_list;
typedef FXS_VECTOR(LLVMBasicBlockRef) fxc_block_list;

/* Kernels with more than a few regions are outlined: LLVM's compile time counts more than
 * optimization across regions, and more than the few work-items of an epilogue. With many
 * regions it also counts more than masks in whole vectors. */
enum { FXC_FEW_REGIONS = 8, FXC_MANY_REGIONS = 64 };

/* One work-item, a whole vector, fewer than a vector. */
enum fxc_form_kind { FXC_SCALAR, FXC_VECTOR, FXC_MASKED, FXC_FORM_COUNT };

struct fxc_form {
  enum fxc_form_kind kind;
  LLVMValueRef function; /* NULL where there is none */
  bool passes_state_on;  /* to functions that were not inlined */
  struct fxc_item_memory memory;
};

/* A loop nest of three, dimension 0 innermost. */
struct fxc_nest {
  LLVMBasicBlockRef header[3];
  LLVMValueRef id[3], first[3], last[3]; /* the loop variable, half-open bounds */
};

/* Blocks of the kernel that become a function: from first up to behind, in layout order. An
 * inner part comes before the one that contains it. */
enum fxc_part_kind { FXC_PART_REGION, FXC_PART_EPILOGUE, FXC_PART_BODY };
struct fxc_part {
  enum fxc_part_kind kind;
  LLVMBasicBlockRef first, behind;
  unsigned region;
};

struct fxc_item_loops {
  struct fxc_module *module;
  LLVMContextRef context;
  LLVMTypeRef pointer, i64, i32;
  LLVMMetadataRef access_group;
  /* Per kernel. */
  LLVMValueRef origin_kernel; /* the original, only read */
  LLVMValueRef kernel, state; /* the function being made; it replaces the kernel at the end */
  LLVMBuilderRef entry;       /* at the end of the entry */
  LLVMBuilderRef at;          /* where code is added: the end of the block written last */
  LLVMValueRef fields[FXC_BUILTIN_COUNT][3]; /* launch values, loaded once in the entry */
  bool is_optimized;                         /* not at -O0, nor compiled at -O0 */
  bool is_by_items, uses_sub_groups;
  unsigned lanes;         /* of the vector form; 1 without */
  LLVMValueRef id_bound;  /* i64: the vector form is for ids below this */
  LLVMValueRef is_vector; /* i1: ids of this launch fit the vector form; NULL without one */
  LLVMValueRef main_last; /* end of the whole vectors in dimension 0 */
  LLVMValueRef row_vectors;
  struct fxc_form forms[FXC_FORM_COUNT];
  struct fxc_nest groups, items; /* items: global ids less offset, or local ids */
  unsigned region_count;         /* 1 without barriers */
  unsigned region;               /* the one being built */
  bool walks_columns;            /* … its vectors run in tiles of many rows */
  LLVMValueRef tile[2];          /* the rows of one, half open */
  LLVMValueRef rows, row;        /* of a group, this one's number; NULL without barriers */
  LLVMValueRef range[2];         /* of a row, work-items to run: half open, not empty; NULL: all */
  LLVMBasicBlockRef origin;      /* the loops are entered from here */
  LLVMValueRef wide;             /* the function for launches whose ids do not fit, or NULL */
  bool is_wide;                  /* this is that function */
  LLVMValueRef packed_form;      /* for work-groups with short rows, or NULL */
  bool ends_with_rows;           /* sub-groups do, however short these are */
  LLVMValueRef packed;           /* … the function made of it */
  bool is_packed;                /* this is that function: a work-group is one row */
  unsigned exact_size;           /* a version for work-groups of this one size is wanted; or 0 */
  LLVMValueRef exact;            /* … the function made of it, or NULL */
  bool is_exact;                 /* this is that function: whole vectors, loops to be unrolled */
  bool has_debug_info;           /* so had the kernel that it was made of */
  uint64_t item_bytes;           /* of the frame, for each work-item */
  fxc_value_list dead;           /* allocas to be erased with the forms */
  struct fxc_map launch_cells;   /* value to the alloca that holds it */
  bool is_heavy;                 /* its vector form is long for LLVM */
  bool is_outlined;              /* each region is a function of its own */
  bool has_separate_epilogue;    /* the epilogue of a row is a function of its own, in this
                                  * region */
  FXS_VECTOR(struct fxc_part) parts;
  struct fxc_map locals;          /* allocas of which each part has a copy */
  fxc_value_list functions, cold; /* made of the parts; the seldom executed ones */
};

/* The form that runs most of a row: everything but the epilogue. */
static inline const struct fxc_form *fxc_loops_main(const struct fxc_item_loops *self) {
  return &self->forms[self->forms[FXC_VECTOR].function   ? FXC_VECTOR
                      : self->forms[FXC_MASKED].function ? FXC_MASKED
                                                         : FXC_SCALAR];
}

/* ---- Instructions (nest.c) ---- */
LLVMValueRef fxc_loops_constant(const struct fxc_item_loops *self, unsigned long value);
/* Sums and products of counts, without overflow. */
LLVMValueRef fxc_loops_add(LLVMBuilderRef builder, LLVMValueRef left, LLVMValueRef right,
                           const char *name);
LLVMValueRef fxc_loops_multiply(LLVMBuilderRef builder, LLVMValueRef left, LLVMValueRef right);
/* llvm.smin, llvm.umin, ... of 64 bits, at self->at. */
LLVMValueRef fxc_loops_choose(struct fxc_item_loops *self, const char *name, LLVMValueRef left,
                              LLVMValueRef right);
/* True for a direct call of a function whose name begins so. */
bool fxc_loops_is_call_of(LLVMValueRef value, const char *prefix);
/* True for calls of intrinsics that write nothing. */
bool fxc_loops_is_pure(LLVMValueRef call);
/* Orders or changes memory in other ways than plain stores and calls do. */
bool fxc_loops_orders_memory(LLVMValueRef instruction);
LLVMValueRef fxc_loops_load_state(struct fxc_item_loops *self, unsigned offset, const char *name);
LLVMBasicBlockRef fxc_loops_append(struct fxc_item_loops *self, const char *name);
/* A value that the whole call shares, for the region that begins at self->at. */
LLVMValueRef fxc_loops_of_launch(struct fxc_item_loops *self, LLVMValueRef value);
/* The row's number in its work-group, at self->at. */
LLVMValueRef fxc_loops_row(struct fxc_item_loops *self);

/* ---- Loops (nest.c) ---- */
/* Loads the bounds of the call's share, and computes where whole vectors end in a row. */
void fxc_loops_bounds(struct fxc_item_loops *self);
/* Emits the work of one work-item, or of one vector, at self->at and leaves self->at behind it.
 * The ids are in self->groups and self->items; active is the number of lanes for the masked
 * form. */
typedef void fxc_place_work(struct fxc_item_loops *self, struct fxc_form *form, LLVMValueRef active,
                            void *user);
/* The loops over the work-items of a group, or of the call's share. */
void fxc_loops_over_items(struct fxc_item_loops *self, fxc_place_work *place, void *user);
/* The loops over the groups of the share, around what comes between the two. */
void fxc_loops_open_groups(struct fxc_item_loops *self);
void fxc_loops_close_groups(struct fxc_item_loops *self);
/* Ends the entry block: into the loops, or behind them if there is nothing to do. */
void fxc_loops_close_entry(struct fxc_item_loops *self);
LLVMMetadataRef fxc_loops_new_access_group(LLVMContextRef context);

/* ---- Outlining (parts.c) ---- */
/* What is emitted between the two becomes a function. open returns NULL if that is not wanted. */
LLVMBasicBlockRef fxc_loops_open_part(struct fxc_item_loops *self, bool is_wanted);
void fxc_loops_close_part(struct fxc_item_loops *self, LLVMBasicBlockRef first,
                          enum fxc_part_kind kind);
/* False if debuggers need the kernel as one function, or LLVM takes little time anyway. */
bool fxc_loops_can_outline(const struct fxc_item_loops *self, LLVMValueRef kernel);
/* True if one work-item's part is worth a function of its own. */
bool fxc_loops_is_long(const struct fxc_item_loops *self, const struct fxc_form *form,
                       size_t block_count);
/* A form is longer than LLVM should compile twice with optimization. */
bool fxc_loops_is_heavy(const struct fxc_item_loops *self, LLVMValueRef form);
/* Makes functions of the parts. */
void fxc_loops_outline(struct fxc_item_loops *self);

/* ---- Kernels with barriers (regions.c) ---- */
/* Puts the loops around each region of the kernel's forms; false after a report. */
bool fxc_loops_by_regions(struct fxc_item_loops *self, LLVMValueRef kernel,
                          struct fxc_group_use use);

/* ---- Work-groups of one size (exact.c) ---- */
/* The size of the work-groups for which a version without loops over work-items pays off; 0: none.
 */
unsigned fxc_loops_exact_size(const struct fxc_item_loops *self, LLVMValueRef kernel);
/* Unrolls the loops of that version, and keeps what its vectors store in registers. Whether nothing
 * but work-groups and the kernel's own loops is left. */
enum fxc_result fxc_loops_unroll_exact(const struct fxc_item_loops *self, LLVMValueRef function);

/* Emits prefetches for later work-groups in a form with barriers (prefetch.c). */
void fxc_loops_prefetch(struct fxc_item_loops *self, const struct fxc_form *form);

/* ---- Ids (ids.c) ---- */
/* A value that is the same for the whole call. */
LLVMValueRef fxc_loops_launch_value(struct fxc_item_loops *self, enum fxc_builtin builtin,
                                    unsigned dimension);
/* Sub-groups per work-group. */
LLVMValueRef fxc_loops_sub_groups(struct fxc_item_loops *self);
bool fxc_loops_is_builtin(LLVMValueRef instruction, enum fxc_builtin *out_builtin);
/* Replaces the calls of builtins in blocks by values computed at self->at. */
void fxc_loops_replace_ids(struct fxc_item_loops *self, const struct fxc_form *form,
                           LLVMValueRef active, const fxc_block_list *blocks);
/* Stores the ids that functions which were not inlined read. */
void fxc_loops_store_ids(struct fxc_item_loops *self, const struct fxc_form *form,
                         LLVMValueRef active);
/* In functions that were not inlined: a call of a builtin becomes a load from the state. */
void fxc_loops_read_state(LLVMValueRef call, enum fxc_builtin builtin);

#endif
