/* Declarations shared by the checkers: the module being checked, the roles of its functions,
 * reports. */
#ifndef FALX_COMPILER_VERIFY_CHECKER_H
#define FALX_COMPILER_VERIFY_CHECKER_H

#include "compiler/ir/map.h"
#include "compiler/verify/verify.h"
#include "support/vector.h"

#define FXC_FUNCTION_INDEX ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)
#define FXC_ONE_ITEM_SUFFIX ".NativeCPUKernel"

/* The role of a function in the pipeline, from its name, attributes and metadata. */
enum fxc_role {
  FXC_ROLE_NONE,
  /* Declarations. */
  FXC_ROLE_ID, /* __spirv_BuiltIn… */
  FXC_ROLE_CONTROL_BARRIER,
  FXC_ROLE_MEMORY_BARRIER,
  FXC_ROLE_SUB_GROUP, /* __spirv_GroupNonUniform… */
  FXC_ROLE_GROUP_MEMORY,
  FXC_ROLE_GROUP_SCRATCH,
  FXC_ROLE_LAUNCH_MEMORY,
  FXC_ROLE_GROUP_POINTER,
  FXC_ROLE_SCOPE_POINTER, /* __falx_scope_pointer */
  FXC_ROLE_SCOPE_FENCE,
  FXC_ROLE_SPEC_CONSTANT,
  FXC_ROLE_STATE_ID, /* __falx_ncpu_… */
  FXC_ROLE_BARRIER,
  FXC_ROLE_UNKNOWN_STATE_ID,
  FXC_ROLE_IMPORT,
  FXC_ROLE_IMPORT_ROWS,
  /* Definitions. */
  FXC_ROLE_KERNEL,   /* with the calling convention of one */
  FXC_ROLE_ONE_ITEM, /* K.NativeCPUKernel */
  FXC_ROLE_ROWS,     /* the same, of an export's rows */
  FXC_ROLE_FORM,     /* K.NativeCPUKernel.v<N> */
  FXC_ROLE_MASKED_FORM,
  FXC_ROLE_HANDLER,
  FXC_ROLE_EXPORT,
  FXC_ROLE_EXPORT_ROWS,
  FXC_ROLE_COUNT
};

/* Metadata of functions, in the order in which passes request the kinds: LLVM prints attachments
 * in order of first mention, and output must not depend on whether the module was checked. */
enum fxc_note {
  FXC_NOTE_FUNCTOR,
  FXC_NOTE_PARAMS,
  FXC_NOTE_OMIT,
  FXC_NOTE_GROUP,
  FXC_NOTE_DISPATCH,
  FXC_NOTE_VECTOR,
  FXC_NOTE_FRAME,
  FXC_NOTE_COLD,
  FXC_NOTE_REQD_WORK_GROUP_SIZE,
  FXC_NOTE_WORK_GROUP_SIZE_HINT,
  FXC_NOTE_REQD_SUB_GROUP_SIZE,
  FXC_NOTE_DEVICE_HAS,
  FXC_NOTE_COUNT
};
extern const char *const fxc_note_names[FXC_NOTE_COUNT];

/* The current function. Counts cover the instructions visited so far: complete in
 * fxc_checker.function. */
struct fxc_verified_function {
  LLVMValueRef value;
  const char *name;
  enum fxc_role role;
  LLVMValueRef state;                 /* the state parameter; NULL if there is none */
  LLVMValueRef notes[FXC_NOTE_COUNT]; /* NULL if absent */
  FXS_VECTOR(uint64_t) barriers;      /* their numbers, in the order of the code */
  unsigned one_item_calls;
};

struct fxc_checker;

struct fxc_verifier {
  const struct fxc_module *module;
  LLVMContextRef context;
  LLVMTargetDataRef layout;
  enum fxc_stage stage;
  const char *when;
  bool is_whole, is_native;
  unsigned kinds[FXC_NOTE_COUNT], fence_kind; /* of metadata */
  unsigned one_thread;                        /* synchronization scope of a single thread */
  unsigned deferred;                          /* that of additions that may be done later */
  struct fxc_map roles;                       /* function to its role; absent: none */
  struct fxc_map barrier_counts;              /* kernel or form to 1 + its barriers */
  struct fxc_verified_function function;
  const struct fxc_checker *checker; /* the one that runs */
  unsigned broken;                   /* violations so far */
};

/* One section of docs/ir.md. Callbacks may be NULL. */
struct fxc_checker {
  const char *section;                                                   /* its heading */
  void (*instruction)(struct fxc_verifier *v, LLVMValueRef instruction); /* calls and atomics */
  void (*function)(struct fxc_verifier *v, LLVMValueRef function); /* after its instructions */
  void (*module)(struct fxc_verifier *v);                          /* at the end */
};
extern const struct fxc_checker fxc_check_builtins, fxc_check_lowered, fxc_check_linked,
    fxc_check_launch_values, fxc_check_images, fxc_check_arguments, fxc_check_prepared,
    fxc_check_linking, fxc_check_vectorized, fxc_check_loops, fxc_check_code;

/* Reports that an invariant does not hold at value, which may be NULL. The text is the
 * invariant, then ": " and what was found instead. */
void fxc_broken(struct fxc_verifier *v, LLVMValueRef value, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* True after the pass `from` until before the pass `until`. */
#define FXC_BETWEEN(v, from, until) ((v)->stage >= (from) && (v)->stage < (until))

/* Signatures of the headers' sub-group functions: votes bool(scope, bool), shuffles T(scope, T,
 * lane), the others T(scope, operation, T). */
enum fxc_sub_group_shape { FXC_NO_SUB_GROUP, FXC_VOTE, FXC_SHUFFLE, FXC_COMBINE };
enum fxc_sub_group_shape fxc_sub_group_shape(const char *name);

/* Whether the module is one of nvptx64. */
bool fxc_is_ptx(const struct fxc_verifier *v);
const char *fxc_value_name(LLVMValueRef value);
bool fxc_ends_with(const char *text, const char *tail);
enum fxc_role fxc_role_of(const struct fxc_verifier *v, LLVMValueRef function);
/* The callee; NULL for a call through a pointer, and if instruction is not a call. */
LLVMValueRef fxc_direct_callee(LLVMValueRef instruction);
/* True if function is used in any other way than as the callee of a call. */
bool fxc_is_address_taken(LLVMValueRef function);
bool fxc_is_pointer(LLVMTypeRef type);
/* Whether the integer's width is bits. */
bool fxc_is_integer(LLVMTypeRef type, unsigned bits);

/* A node's operands: constants of that many bits. False if node is something else, or their
 * number is not between least and most, for which out has room. */
bool fxc_read_numbers(LLVMValueRef node, unsigned bits, unsigned least, unsigned most,
                      uint64_t *out, unsigned *out_count);
/* The parameters that a kernel had originally, from !falx.params, and those that remain, also
 * from !falx.omit. False if there is no such metadata. */
bool fxc_count_arguments(const struct fxc_verifier *v, unsigned *out_all, unsigned *out_kept);

#endif
