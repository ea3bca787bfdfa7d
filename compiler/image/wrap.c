/* Image descriptors and registration as LLVM constants (docs/image-format.md). The layouts are
 * those of include/falx/image.h, repeated in LLVM types; tests/unit/post_link_test.c runs the
 * result. */
#include <llvm-c/Core.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/image/model.h"
#include "compiler/memory.h"
#include "compiler/target.h"

struct wrap {
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMTypeRef i8, i16, i32, i64, pointer;
  LLVMValueRef null;
};

static LLVMValueRef number(LLVMTypeRef type, uint64_t value) {
  return LLVMConstInt(type, value, 0);
}

static LLVMValueRef private_constant(struct wrap *self, LLVMValueRef value, const char *name,
                                     unsigned align) {
  LLVMValueRef global = LLVMAddGlobal(self->module, LLVMTypeOf(value), name);
  LLVMSetInitializer(global, value);
  LLVMSetGlobalConstant(global, 1);
  LLVMSetLinkage(global, LLVMPrivateLinkage);
  LLVMSetUnnamedAddress(global, LLVMGlobalUnnamedAddr);
  LLVMSetAlignment(global, align);
  return global;
}

static LLVMValueRef string(struct wrap *self, const char *text) {
  return private_constant(self, LLVMConstStringInContext2(self->context, text, strlen(text), 0),
                          "falx.string", 1);
}

static LLVMValueRef bytes(struct wrap *self, const void *data, size_t size, const char *name) {
  return private_constant(self, LLVMConstStringInContext2(self->context, data, size, 1), name, 16);
}

static LLVMValueRef structure(struct wrap *self, LLVMValueRef *fields, unsigned count) {
  return LLVMConstStructInContext(self->context, fields, count, 0);
}

/* Two pointers around an array of structs; both NULL for none. */
static void bounds(struct wrap *self, LLVMValueRef *items, size_t count, const char *name,
                   LLVMValueRef out_bounds[2]) {
  out_bounds[0] = out_bounds[1] = self->null;
  if (!count)
    return;
  LLVMTypeRef type = LLVMTypeOf(items[0]);
  LLVMValueRef array = private_constant(self, LLVMConstArray2(type, items, count), name, 8);
  LLVMValueRef index = number(self->i64, count);
  out_bounds[0] = array;
  out_bounds[1] = LLVMConstInBoundsGEP2(type, array, &index, 1);
}

static LLVMValueRef property(struct wrap *self, const struct fxc_property *from) {
  LLVMValueRef fields[4] = {string(self, from->name),
                            from->type == FALX_PROPERTY_UINT32
                                ? self->null
                                : bytes(self, from->bytes, from->size, "falx.property"),
                            number(self->i32, from->type), number(self->i64, from->size)};
  return structure(self, fields, 4);
}

static LLVMValueRef property_set(struct wrap *self, const struct fxc_property_set *from) {
  size_t count = from->properties.count;
  LLVMValueRef *items = fxc_must(malloc((count + 1) * sizeof *items)), fields[3];
  for (size_t i = 0; i < count; i++)
    items[i] = property(self, &from->properties.items[i]);
  fields[0] = string(self, from->name);
  bounds(self, items, count, "falx.properties", fields + 1);
  free(items);
  return structure(self, fields, 3);
}

/* NULL at run time if the host code does not contain the variable. */
static LLVMValueRef host_variable(struct wrap *self, const char *name) {
  LLVMValueRef variable = LLVMGetNamedGlobal(self->module, name);
  if (variable)
    return variable;
  variable = LLVMAddGlobal(self->module, self->i8, name);
  LLVMSetLinkage(variable, LLVMExternalWeakLinkage);
  return variable;
}

/* The function or variable that an entry of native_cpu names; declared if defined elsewhere. */
static LLVMValueRef code_of(struct wrap *self, const struct fxc_entry *entry) {
  if (entry->kind == FALX_ENTRY_HOST_GLOBAL)
    return host_variable(self, entry->symbol);
  LLVMValueRef slot = LLVMGetNamedGlobal(self->module, entry->symbol);
  if (slot)
    return slot;
  LLVMValueRef function = LLVMGetNamedFunction(self->module, entry->symbol);
  if (function)
    return function;
  if (fxc_is_slot(entry->kind)) {
    slot = LLVMAddGlobal(self->module, self->pointer, entry->symbol);
    LLVMSetVisibility(slot, LLVMHiddenVisibility);
    return slot;
  }
  LLVMTypeRef types[2] = {self->pointer, self->pointer};
  function = LLVMAddFunction(self->module, entry->symbol,
                             LLVMFunctionType(LLVMVoidTypeInContext(self->context), types, 2, 0));
  LLVMSetVisibility(function, LLVMHiddenVisibility);
  return function;
}

/* The registration array of native_cpu: binary_end is the address of the end marker. */
static void native_array(struct wrap *self, const struct fxc_image *image,
                         LLVMValueRef out_bounds[2]) {
  size_t count = 0;
  LLVMValueRef *items = fxc_must(malloc((image->entries.count + 1) * sizeof *items));
  for (size_t i = 0; i < image->entries.count; i++) {
    const struct fxc_entry *entry = &image->entries.items[i];
    if (entry->kind != FALX_ENTRY_KERNEL)
      continue;
    LLVMValueRef fields[2] = {string(self, entry->name), code_of(self, entry)};
    items[count++] = structure(self, fields, 2);
  }
  LLVMValueRef end[2] = {string(self, FALX_NATIVE_END), self->null};
  items[count] = structure(self, end, 2);
  bounds(self, items, count + 1, "falx.kernels", out_bounds);
  LLVMValueRef index = number(self->i64, count);
  out_bounds[1] = LLVMConstInBoundsGEP2(LLVMTypeOf(items[0]), out_bounds[0], &index, 1);
  free(items);
}

static LLVMValueRef image_record(struct wrap *self, const struct fxc_image *image) {
  LLVMValueRef fields[12] = {
      number(self->i16, FALX_IMAGE_VERSION), number(self->i8, FALX_IMAGE_KIND_SYCL),
      number(self->i8, image->format),       string(self, image->target->name),
      string(self, image->compile_options),  string(self, image->link_options)};
  if (image->format == FALX_IMAGE_FORMAT_NATIVE) {
    native_array(self, image, fields + 6);
  } else {
    LLVMValueRef index = number(self->i64, image->size);
    fields[6] = bytes(self, image->bytes, image->size, "falx.binary");
    fields[7] = LLVMConstInBoundsGEP2(self->i8, fields[6], &index, 1);
  }
  size_t count = image->entries.count;
  size_t most = count > image->sets.count ? count : image->sets.count;
  LLVMValueRef *items = fxc_must(malloc((most + 1) * sizeof *items));
  for (size_t i = 0; i < count; i++) {
    const struct fxc_entry *from = &image->entries.items[i];
    bool has_address = from->symbol && from->kind != FALX_ENTRY_KERNEL;
    LLVMValueRef entry[5] = {has_address ? code_of(self, from) : self->null,
                             string(self, from->name), number(self->i64, 0),
                             number(self->i32, from->kind), number(self->i32, 0)};
    items[i] = structure(self, entry, 5);
  }
  bounds(self, items, count, "falx.entries", fields + 8);
  for (size_t i = 0; i < image->sets.count; i++)
    items[i] = property_set(self, &image->sets.items[i]);
  bounds(self, items, image->sets.count, "falx.sets", fields + 10);
  free(items);
  return structure(self, fields, 12);
}

/* void falx.<name>(): calls callee(desc, &__dso_handle). Priority 101: registration comes before
 * constructors without a priority, unregistration after destructors without one, so that kernels
 * can be used there. */
static void registration(struct wrap *self, LLVMValueRef desc, const char *name,
                         const char *callee_name, const char *section) {
  LLVMTypeRef nothing = LLVMVoidTypeInContext(self->context);
  LLVMTypeRef types[2] = {self->pointer, self->pointer};
  LLVMTypeRef callee_type = LLVMFunctionType(nothing, types, 2, 0);
  LLVMValueRef callee = LLVMGetNamedFunction(self->module, callee_name);
  if (!callee)
    callee = LLVMAddFunction(self->module, callee_name, callee_type);
  LLVMValueRef module_handle = LLVMGetNamedGlobal(self->module, "__dso_handle");
  if (!module_handle) {
    module_handle = LLVMAddGlobal(self->module, self->i8, "__dso_handle");
    LLVMSetVisibility(module_handle, LLVMHiddenVisibility);
  }
  LLVMValueRef function =
      LLVMAddFunction(self->module, name, LLVMFunctionType(nothing, NULL, 0, 0));
  LLVMSetLinkage(function, LLVMInternalLinkage);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(self->context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(self->context, function, ""));
  LLVMValueRef arguments[2] = {desc, module_handle};
  LLVMBuildCall2(builder, callee_type, callee, arguments, 2, "");
  LLVMBuildRetVoid(builder);
  LLVMDisposeBuilder(builder);

  /* llvm.global_ctors would become .ctors here, which not every linker supports. */
  LLVMValueRef slot = LLVMAddGlobal(self->module, self->pointer, "falx.registration");
  LLVMSetInitializer(slot, function);
  LLVMSetLinkage(slot, LLVMInternalLinkage);
  LLVMSetSection(slot, section);
  LLVMSetAlignment(slot, 8);
}

void fxc_wrap(LLVMModuleRef module, const struct fxc_image_list *list, const char *producer,
              const char *symbol) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  struct wrap self = {.module = module,
                      .context = context,
                      .i8 = LLVMInt8TypeInContext(context),
                      .i16 = LLVMInt16TypeInContext(context),
                      .i32 = LLVMInt32TypeInContext(context),
                      .i64 = LLVMInt64TypeInContext(context),
                      .pointer = LLVMPointerTypeInContext(context, 0)};
  self.null = LLVMConstNull(self.pointer);
  size_t count = list->images.count;
  LLVMValueRef *items = fxc_must(malloc((count + 1) * sizeof *items)), ends[2];
  for (size_t i = 0; i < count; i++)
    items[i] = image_record(&self, &list->images.items[i]);
  bounds(&self, items, count, "falx.images", ends);
  free(items);
  LLVMValueRef fields[4] = {number(self.i16, FALX_IMAGE_DESC_VERSION), number(self.i16, count),
                            ends[0], string(&self, producer)};
  LLVMValueRef desc = private_constant(&self, structure(&self, fields, 4), "falx.desc", 8);
  LLVMSetLinkage(desc, LLVMInternalLinkage);
  LLVMSetSection(desc, FALX_IMAGE_DESC_SECTION);
  if (symbol) {
    LLVMSetValueName2(desc, symbol, strlen(symbol));
    LLVMSetLinkage(desc, LLVMExternalLinkage);
    LLVMSetUnnamedAddress(desc, LLVMNoUnnamedAddr);
    return;
  }
  registration(&self, desc, "falx.register", "falx_register_images", ".init_array.101");
  registration(&self, desc, "falx.unregister", "falx_unregister_images", ".fini_array.101");
}

LLVMModuleRef fxc_image_module(LLVMContextRef context, struct fxc_options *options,
                               LLVMTargetMachineRef machine, struct fxc_diagnostics *diagnostics) {
  LLVMModuleRef module = LLVMModuleCreateWithNameInContext("falx.images", context);
  LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
  LLVMSetTarget(module, fxc_target_triple(options));
  LLVMSetModuleDataLayout(module, layout);
  LLVMDisposeTargetData(layout);
  if (options->target->prepare(options, module, diagnostics))
    return module;
  LLVMDisposeModule(module);
  return NULL;
}
