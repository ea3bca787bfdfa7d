/* spec-constants: replaces queries of specialization constants by constants.
 *
 * Needs:   a linked and checked module, not yet optimized.
 * Leaves:  no call of __falx_specialization_constant: each is the address of the value.
 * Refuses: a value of another size than the constant's; two constants of one name in one kernel.
 * Tests:   tests/passes/spec-constants. */
#include "compiler/passes/spec_constants.h"

#include <llvm-c/BitWriter.h>
#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "compiler/demangle.h"
#include "compiler/diagnostics.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/constant_bytes.h"
#include "compiler/ir/map.h"
#include "compiler/memory.h"
#include "compiler/run_llvm.h"
#include "compiler/target.h"
#include "support/strbuf.h"

struct take {
  struct fxc_module *module;
  const struct fxc_specialization *set;
  struct fxc_spec_constants *out;
  LLVMTargetDataRef layout;
};

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

/* ---- Arguments of a call ---- */

/* The variable whose address a constant pointer is. */
static LLVMValueRef variable_of(LLVMValueRef pointer) {
  return LLVMIsAGlobalVariable(fxc_without_casts(pointer));
}

/* NULL if it is not a string. */
static const char *text_of(LLVMValueRef pointer) {
  LLVMValueRef variable = variable_of(pointer);
  LLVMValueRef bytes = variable ? LLVMGetInitializer(variable) : NULL;
  size_t length;
  return bytes && LLVMIsConstantString(bytes) ? LLVMGetAsString(bytes, &length) : NULL;
}

static const unsigned char *default_bytes(struct take *take, LLVMValueRef variable, size_t size) {
  LLVMValueRef value = LLVMGetInitializer(variable);
  unsigned long long all = LLVMABISizeOfType(take->layout, LLVMTypeOf(value));
  unsigned char *bytes = fxc_new(&take->out->arena, all > size ? all : size, 1);
  return fxc_constant_bytes(take->layout, value, false, bytes) ? bytes : NULL;
}

/* ---- Values ---- */

static bool is_same(const struct fxc_spec_constant *a, const struct fxc_spec_constant *b) {
  return !strcmp(a->name, b->name) && a->size == b->size && !a->defaults == !b->defaults &&
         (!a->defaults || !memcmp(a->defaults, b->defaults, a->size));
}

/* Files may have constants of the same name with internal linkage: as many as there are
 * defaults. */
static unsigned add_constant(struct take *take, LLVMValueRef variable, const char *name,
                             uint32_t size) {
  struct fxc_spec_constant constant = {
      .name = name, .size = size, .defaults = default_bytes(take, variable, size)};
  for (unsigned i = 0; i < take->out->items.count; i++)
    if (is_same(&take->out->items.items[i], &constant))
      return i;
  constant.name = fxc_must(fxs_arena_strdup(&take->out->arena, name));
  fxc_push(&take->out->items, constant);
  return (unsigned)take->out->items.count - 1;
}

/* The address of the value that the program has set; NULL if it has not. */
static LLVMValueRef set_value(struct take *take, unsigned index) {
  const struct fxc_spec_constant *constant = &take->out->items.items[index];
  for (size_t i = 0; take->set && i < take->set->values.count; i++) {
    const struct fxc_spec_value *value = &take->set->values.items[i];
    if (strcmp(value->name, constant->name) != 0)
      continue;
    if (value->size != constant->size) {
      fxc_report(take->module->diagnostics, FXC_ERROR, NULL,
                 "specialization constant '%s' has %u bytes, and is set to a value of %zu",
                 constant->name, constant->size, value->size);
      return NULL;
    }
    LLVMContextRef context = LLVMGetModuleContext(take->module->ir);
    LLVMValueRef bytes =
        LLVMConstStringInContext2(context, (const char *)value->bytes, value->size, 1);
    const struct fxc_target *target = take->module->options->target;
    LLVMValueRef global = LLVMAddGlobalInAddressSpace(take->module->ir, LLVMTypeOf(bytes),
                                                      "falx.spec", target->global_space);
    LLVMSetInitializer(global, bytes);
    LLVMSetGlobalConstant(global, 1);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    LLVMSetAlignment(global, 64);
    return global;
  }
  return NULL;
}

/* ---- Uses ---- */

struct use {
  LLVMValueRef call;
  LLVMValueRef function; /* that contains it */
  unsigned constant;
};
struct uses {
  FXS_VECTOR(struct use) items;
};

static bool take_call(struct take *take, LLVMValueRef call, struct uses *uses) {
  LLVMValueRef variable = variable_of(LLVMGetOperand(call, 0)), size = LLVMGetOperand(call, 2);
  const char *name = text_of(LLVMGetOperand(call, 1));
  if (!variable || !LLVMGetInitializer(variable) || !LLVMIsGlobalConstant(variable) || !name ||
      !LLVMIsAConstantInt(size)) {
    fxc_report(take->module->diagnostics, FXC_ERROR, call,
               "a specialization constant needs a default value that is known here: declare it "
               "'constexpr sycl::specialization_id<T> name(value)'");
    return false;
  }
  struct use use = {call, LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)), 0};
  use.constant = add_constant(take, variable, name, (uint32_t)LLVMConstIntGetZExtValue(size));
  fxc_push(&uses->items, use);
  return true;
}

/* In the order of the code: the order of a function's uses is not stable. */
static bool take_calls(struct take *take, LLVMValueRef function, LLVMValueRef asked,
                       struct uses *uses) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsACallInst(i) && LLVMGetCalledValue(i) == asked && !take_call(take, i, uses))
        return false;
  return true;
}

/* Of two constants with one name, a program could not tell which it sets. */
static void refuse_two(struct take *take, LLVMValueRef root, const struct use *use,
                       const unsigned char *is_used) {
  const struct fxc_spec_constant *items = take->out->items.items;
  for (unsigned i = 0; i < take->out->items.count; i++) {
    if (!is_used[i] || i == use->constant || strcmp(items[i].name, items[use->constant].name) != 0)
      continue;
    char *name = fxc_demangle(name_of(variable_of(LLVMGetOperand(use->call, 0))));
    char *user = fxc_demangle(name_of(root));
    fxc_report(take->module->diagnostics, FXC_ERROR, use->call,
               "'%s' uses two specialization constants '%s' of different files with different "
               "default values or types; rename one, or declare it inline constexpr in a header",
               user, name);
    free(name);
    free(user);
  }
}

static void add_user(struct take *take, LLVMValueRef root, const struct uses *uses) {
  struct fxc_map visited = {0};
  struct fxc_function_list reached = {0};
  unsigned char *is_used = NULL;
  fxc_reach(root, &visited, &reached);
  for (size_t i = 0; i < uses->items.count; i++) {
    if (!fxc_map_has(&visited, uses->items.items[i].function))
      continue;
    if (!is_used)
      is_used = fxc_new(&take->out->arena, take->out->items.count, 1);
    if (!is_used[uses->items.items[i].constant])
      refuse_two(take, root, &uses->items.items[i], is_used);
    is_used[uses->items.items[i].constant] = 1;
  }
  fxs_vector_free(&reached.items);
  fxc_map_free(&visited);
  if (is_used && !fxs_map_put(&take->out->users, name_of(root), is_used))
    fxc_must(NULL);
}

static void replace(const struct use *use, LLVMValueRef *values) {
  LLVMValueRef value = values[use->constant];
  value = value ? value : LLVMGetOperand(use->call, 0);
  LLVMTypeRef type = LLVMTypeOf(use->call);
  if (LLVMTypeOf(value) != type)
    value = LLVMConstAddrSpaceCast(value, type);
  LLVMReplaceAllUsesWith(use->call, value);
  LLVMInstructionEraseFromParent(use->call);
}

/* ---- Selecting code ---- */

/* The next dead code elimination deletes it, unless something calls it. */
static void make_internal(LLVMValueRef function) {
  LLVMSetComdat(function, NULL);
  LLVMSetVisibility(function, LLVMDefaultVisibility);
  LLVMSetLinkage(function, LLVMInternalLinkage);
}

static bool keep_wanted(struct fxc_module *module, const struct fxc_specialization *set) {
  bool has_kernel = !set->kernel;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || LLVMGetLinkage(f) == LLVMInternalLinkage)
      continue;
    bool is_wanted = fxc_is_kernel(f) && set->kernel && !strcmp(name_of(f), set->kernel);
    has_kernel |= is_wanted;
    if (!is_wanted && (fxc_is_kernel(f) || !set->has_exports))
      make_internal(f);
  }
  if (!has_kernel)
    fxc_report(module->diagnostics, FXC_ERROR, NULL, "the code has no kernel '%s'", set->kernel);
  return has_kernel && fxc_run_llvm(module, "globaldce");
}

/* A copy of the module with its constants still open. It has debug information only if the user
 * requested it: positions were needed for diagnostics only. */
static LLVMModuleRef source_of(const struct fxc_module *module) {
  LLVMModuleRef source = LLVMCloneModule(module->ir);
  if (!module->options->debug)
    LLVMStripModuleDebugInfo(source);
  return source;
}

/* The function may read constants in another image: it takes a sycl::kernel_handler. */
static bool is_reader(const char *name) {
  return strstr(name, "4sycl14kernel_handler") != NULL;
}

static bool calls_reader(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (LLVMIsDeclaration(f) && LLVMGetFirstUse(f) && is_reader(name_of(f)))
      return true;
  return false;
}

/* Each constant gets its value from set, else its default; with set, unwanted functions are
 * dropped. keeps_source: values may be set at run time. False after a report. */
static bool take_constants(struct fxc_module *module, const struct fxc_specialization *set,
                           bool keeps_source, struct fxc_spec_constants *out) {
  if (set && (!keep_wanted(module, set) || !fxc_know_arguments(module, set)))
    return false;
  LLVMValueRef asked = LLVMGetNamedFunction(module->ir, FXC_SPEC_CONSTANT);
  if (!asked || !LLVMGetFirstUse(asked)) {
    if (keeps_source && (module->options->embed_ir || calls_reader(module->ir)))
      out->source = source_of(module);
    return true;
  }
  struct take take = {.module = module, .set = set, .out = out};
  struct uses uses = {0};
  bool is_fine = true;
  take.layout = LLVMCreateTargetData(LLVMGetDataLayoutStr(module->ir));
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); is_fine && f; f = LLVMGetNextFunction(f))
    is_fine = take_calls(&take, f, asked, &uses);
  if (is_fine && keeps_source)
    out->source = source_of(module);
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); is_fine && f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && (fxc_is_kernel(f) || fxc_is_export(f)))
      add_user(&take, f, &uses);
  LLVMValueRef *values = fxc_new(&out->arena, out->items.count + 1, sizeof *values);
  for (unsigned i = 0; is_fine && i < out->items.count; i++)
    values[i] = set_value(&take, i);
  is_fine = is_fine && !fxc_has_errors(module->diagnostics);
  for (size_t i = 0; is_fine && i < uses.items.count; i++)
    replace(&uses.items.items[i], values);
  LLVMDisposeTargetData(take.layout);
  fxs_vector_free(&uses.items);
  return is_fine;
}

enum fxc_result fxc_spec_constants(struct fxc_module *module) {
  struct fxc_spec_constants own = {0};
  const struct fxc_options *options = module->options;
  bool keeps_source = module->constants && !options->specialization;
  bool is_fine = take_constants(module, options->specialization, keeps_source,
                                module->constants ? module->constants : &own);
  fxc_spec_constants_free(&own);
  return is_fine ? FXC_CHANGED : FXC_FAILED;
}

void fxc_spec_constants_free(struct fxc_spec_constants *constants) {
  if (constants->source)
    LLVMDisposeModule(constants->source);
  fxs_vector_free(&constants->items);
  fxs_map_free(&constants->users);
  fxs_arena_release(&constants->arena);
}

/* ---- Properties of an image ---- */

static bool has_entry(const struct fxc_image *image, const char *name) {
  for (size_t i = 0; i < image->entries.count; i++) {
    const struct fxc_entry *entry = &image->entries.items[i];
    if ((entry->kind == FALX_ENTRY_KERNEL || entry->kind == FALX_ENTRY_EXPORT) &&
        !strcmp(entry->name, name))
      return true;
  }
  return false;
}

/* The code of this image only, not optimized. */
static LLVMMemoryBufferRef code_of(const struct fxc_spec_constants *constants,
                                   const struct fxc_module *module, const struct fxc_image *image) {
  LLVMModuleRef copy = LLVMCloneModule(constants->source);
  for (LLVMValueRef f = LLVMGetFirstFunction(copy); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || LLVMGetLinkage(f) == LLVMInternalLinkage ||
        has_entry(image, name_of(f)))
      continue;
    make_internal(f);
  }
  struct fxc_module extracted = *module;
  extracted.ir = copy;
  LLVMMemoryBufferRef bitcode =
      fxc_run_llvm(&extracted, "globaldce") ? LLVMWriteBitcodeToMemoryBuffer(copy) : NULL;
  LLVMDisposeModule(copy);
  return bitcode;
}

/* Of a number in one of the image's property sets; 0 if it has none. */
static uint64_t number_of(const struct fxc_image *image, const char *set, const char *name) {
  for (size_t s = 0; s < image->sets.count; s++)
    for (size_t k = 0; k < image->sets.items[s].properties.count; k++)
      if (!strcmp(image->sets.items[s].name, set) &&
          !strcmp(image->sets.items[s].properties.items[k].name, name))
        return image->sets.items[s].properties.items[k].size;
  return 0;
}

/* One word per line, as falx-specialize reads them. */
static void write_options(const struct fxc_options *options, const struct fxc_image *image,
                          struct fxs_strbuf *out) {
  uint64_t arch = number_of(image, FALX_SET_PTX, FALX_PTX_ARCH);
  bool is_exact = number_of(image, FALX_SET_PTX, FALX_PTX_EXACT) != 0;
  if (arch) /* an image of PTX is for one architecture */
    fxs_strbuf_printf(out, "--march=sm_%u%s\n", (unsigned)arch, is_exact ? "a" : "");
  if (options->wide_ids)
    fxs_strbuf_puts(out, "--wide-ids\n");
  fxs_strbuf_printf(out, "--target=%s\n-O%d\n", options->target->name, options->opt_level);
  if (options->debug)
    fxs_strbuf_puts(out, "-g\n");
  if (options->no_vectorize)
    fxs_strbuf_puts(out, "-fno-falx-vectorize\n");
  if (options->vector_lanes)
    fxs_strbuf_printf(out, "-ffalx-vector-width=%u\n", options->vector_lanes);
  if (options->tune)
    fxs_strbuf_printf(out, "--mtune=%s\n", options->tune);
  if (options->features)
    fxs_strbuf_printf(out, "--mattr=%s\n", options->features);
}

/* Recompilation yields a different reader, to which its callers must be linked. */
static bool imports_reader(const struct fxc_image *image) {
  for (size_t i = 0; i < image->entries.count; i++)
    if (image->entries.items[i].kind == FALX_ENTRY_IMPORT &&
        is_reader(image->entries.items[i].name))
      return true;
  return false;
}

static bool is_used_by(const struct fxc_spec_constants *constants, const struct fxc_image *image,
                       size_t constant) {
  for (size_t i = 0; i < image->entries.count; i++) {
    const unsigned char *used = fxs_map_get(&constants->users, image->entries.items[i].name);
    if (used && used[constant])
      return true;
  }
  return false;
}

/* Constants of one name are one property; without size and default if they differ. */
static void describe(const struct fxc_spec_constants *constants, struct fxc_image_list *list,
                     struct fxc_image *image, size_t first) {
  struct fxc_spec_constant all = constants->items.items[first];
  for (size_t c = 0; c < constants->items.count; c++) {
    const struct fxc_spec_constant *other = &constants->items.items[c];
    if (c == first || strcmp(other->name, all.name) != 0 || !is_used_by(constants, image, c))
      continue;
    if (c < first)
      return;
    all.size = other->size == all.size ? all.size : 0;
    all.defaults = NULL;
  }
  fxc_image_add_number(list, image, FALX_SET_SPEC_CONSTANTS, all.name, all.size);
  if (all.defaults)
    fxc_image_add_bytes(list, image, FALX_SET_SPEC_DEFAULTS, all.name, all.defaults, all.size);
}

bool fxc_spec_constants_describe(const struct fxc_spec_constants *constants,
                                 const struct fxc_module *module, struct fxc_image_list *list,
                                 struct fxc_image *image) {
  bool has_any = false;
  for (size_t c = 0; c < constants->items.count; c++) {
    if (!is_used_by(constants, image, c))
      continue;
    has_any = true;
    describe(constants, list, image, c);
  }
  /* falx-specialize adds no checks. */
  bool embeds = module->options->embed_ir && !module->options->checks;
  bool is_kept = embeds || has_any || imports_reader(image);
  if (!is_kept || !constants->source)
    return true;
  LLVMMemoryBufferRef code = code_of(constants, module, image);
  if (!code)
    return false;
  struct fxs_strbuf options = {0};
  write_options(module->options, image, &options);
  fxc_image_add_bytes(list, image, FALX_SET_SPECIALIZATION, FALX_SPECIALIZATION_OPTIONS,
                      fxs_strbuf_text(&options), options.length + 1);
  fxc_image_add_bytes(list, image, FALX_SET_SPECIALIZATION, FALX_SPECIALIZATION_CODE,
                      LLVMGetBufferStart(code), LLVMGetBufferSize(code));
  fxs_strbuf_free(&options);
  LLVMDisposeMemoryBuffer(code);
  return true;
}
