/* device-globals: variables that host and device share by name are out of the optimizer's reach.
 * lower-device-globals: on native_cpu a variable is where the context's table says.
 *
 * Needs:   a linked and checked module; the second, after optimize-early, kernels and functions.
 * Leaves:  device-globals: each variable that is used is a declaration, described by the module's
 *          !falx.device_globals; of other targets it stays defined, externally initialized.
 *          lower-device-globals: no use of it, but of its slot, <name>.falx_global: the number that
 *          the adapter gives the variable in this process.
 * Refuses: a variable that is initialized dynamically; an address of such a variable in the
 * initializer of another. Tests:   tests/passes/device-globals. */
#include "compiler/passes/device_globals.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "compiler/demangle.h"
#include "compiler/diagnostics.h"
#include "compiler/ir/constant_bytes.h"
#include "compiler/memory.h"
#include "compiler/passes/native_linking.h"
#include "compiler/passes/prepare_native_cpu.h"
#include "support/strbuf.h"
#include "support/vector.h"

/* Of include/sycl/ext/oneapi/device_global.hpp: the class's first base, which holds the pointer or
 * the value, and its descriptor. */
#define POINTER_BASE "falx_device_global_pointer"
#define VALUE_BASE "falx_device_global_value"
#define VARIABLES "falx.device_globals"

/* Fields of struct falx_device_global_descriptor of falx.h. */
enum {
  DESCRIPTOR_SIZE,
  DESCRIPTOR_SCOPE,
  DESCRIPTOR_INITIAL,
  DESCRIPTOR_ACCESS,
  DESCRIPTOR_INIT_MODE,
  DESCRIPTOR_CSR
};

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

/* ---- Recognizing them ---- */

static bool is_struct_named(LLVMTypeRef type, const char *part) {
  const char *name = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;
  return name && strstr(name, part);
}

/* The type of the base, through derived classes; NULL where variable is something else. */
static LLVMTypeRef base_of(LLVMValueRef variable) {
  LLVMTypeRef type = LLVMGlobalGetValueType(variable);
  while (LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMCountStructElementTypes(type)) {
    if (is_struct_named(type, POINTER_BASE) || is_struct_named(type, VALUE_BASE))
      return type;
    type = LLVMStructGetTypeAtIndex(type, 0);
  }
  return NULL;
}

/* The descriptor that value points to, itself or in a member; NULL where there is none. */
static LLVMValueRef descriptor_in(LLVMValueRef value) {
  if (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMAddrSpaceCast)
    value = LLVMGetOperand(value, 0); /* not on native_cpu */
  LLVMValueRef variable = LLVMIsAGlobalVariable(value);
  if (variable)
    return strstr(name_of(variable), FALX_DEVICE_GLOBAL_DESCRIPTOR) && LLVMGetInitializer(variable)
               ? variable
               : NULL;
  if (!LLVMIsAConstantStruct(value))
    return NULL;
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++) {
    LLVMValueRef found = descriptor_in(LLVMGetOperand(value, i));
    if (found)
      return found;
  }
  return NULL;
}

static LLVMValueRef descriptor_of(LLVMValueRef variable) {
  LLVMValueRef value = LLVMGetInitializer(variable);
  return value && LLVMIsAConstantStruct(value) ? descriptor_in(value) : NULL;
}

bool fxc_is_device_global(LLVMValueRef variable) {
  return base_of(variable) || descriptor_of(variable);
}

void fxc_name_device_globals(LLVMModuleRef module, const char *unit) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
    if (LLVMGetLinkage(g) != LLVMInternalLinkage || !fxc_is_device_global(g))
      continue;
    struct fxs_strbuf name = {0};
    fxs_strbuf_printf(&name, "%s.%s", name_of(g), unit);
    LLVMSetValueName2(g, fxs_strbuf_text(&name), name.length);
    LLVMSetLinkage(g, LLVMExternalLinkage);
    fxs_strbuf_free(&name);
  }
}

/* ---- device-globals ---- */

/* Of a descriptor, which may be NULL. */
static uint32_t field_of(LLVMValueRef descriptor, unsigned field) {
  LLVMValueRef fields = descriptor ? LLVMGetInitializer(descriptor) : NULL;
  LLVMValueRef number = fields ? LLVMGetAggregateElement(fields, field) : NULL;
  return number && LLVMIsAConstantInt(number) ? (uint32_t)LLVMConstIntGetZExtValue(number) : 0;
}

/* The initial value's bytes, as metadata; an empty string for zeros. */
static LLVMMetadataRef initial_bytes(LLVMValueRef variable, LLVMValueRef descriptor) {
  LLVMModuleRef module = LLVMGetGlobalParent(variable);
  LLVMContextRef context = LLVMGetModuleContext(module);
  if (!descriptor)
    return LLVMMDStringInContext2(context, "", 0);
  LLVMValueRef value = LLVMGetInitializer(variable);
  size_t size = field_of(descriptor, DESCRIPTOR_SIZE);
  size_t offset = field_of(descriptor, DESCRIPTOR_INITIAL);
  LLVMTargetDataRef layout = LLVMCreateTargetData(LLVMGetDataLayoutStr(module));
  size_t whole = LLVMABISizeOfType(layout, LLVMTypeOf(value));
  unsigned char *bytes = fxc_must(calloc((whole > offset + size ? whole : offset + size) + 1, 1));
  bool has_any = false;
  if (fxc_constant_bytes(layout, value, true, bytes))
    for (size_t i = 0; i < size; i++)
      has_any |= bytes[offset + i] != 0;
  LLVMMetadataRef text =
      LLVMMDStringInContext2(context, (const char *)bytes + offset, has_any ? size : 0);
  free(bytes);
  LLVMDisposeTargetData(layout);
  return text;
}

static void note(LLVMModuleRef module, LLVMValueRef variable) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
  LLVMValueRef descriptor = descriptor_of(variable);
  bool is_scoped = descriptor ? field_of(descriptor, DESCRIPTOR_SCOPE) != 0
                              : is_struct_named(base_of(variable), VALUE_BASE);
  const char *name = name_of(variable);
  LLVMMetadataRef fields[4] = {
      LLVMMDStringInContext2(context, name, strlen(name)),
      LLVMValueAsMetadata(LLVMConstInt(i32, field_of(descriptor, DESCRIPTOR_SIZE), 0)),
      LLVMValueAsMetadata(LLVMConstInt(i32, is_scoped, 0)), initial_bytes(variable, descriptor)};
  LLVMMetadataRef node = LLVMMDNodeInContext2(context, fields, 4);
  LLVMAddNamedMetadataOperand(module, VARIABLES, LLVMMetadataAsValue(context, node));
}

/* ---- SPIR-V ---- */

/* Of SPV_INTEL_global_variable_host_access and SPV_INTEL_global_variable_fpga_decorations, which
 * calls what the property implement_in_csr asks for ImplementInRegisterMapINTEL. */
enum { HOST_ACCESS = 6188, INIT_MODE = 6190, IMPLEMENT_IN_CSR = 6191 };

static LLVMMetadataRef decoration(LLVMContextRef context, unsigned number, unsigned operand,
                                  LLVMMetadataRef name) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
  LLVMMetadataRef operands[3] = {LLVMValueAsMetadata(LLVMConstInt(i32, number, 0)),
                                 LLVMValueAsMetadata(LLVMConstInt(i32, operand, 0)), name};
  return LLVMMDNodeInContext2(context, operands, name ? 3 : 2);
}

/* The host finds the variable by the name in the first one. */
static void decorate(LLVMModuleRef module, LLVMValueRef variable, LLVMValueRef descriptor) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  const char *name = name_of(variable);
  LLVMMetadataRef id = LLVMMDStringInContext2(context, name, strlen(name)), decorations[3];
  unsigned count = 0;
  decorations[count++] =
      decoration(context, HOST_ACCESS, field_of(descriptor, DESCRIPTOR_ACCESS), id);
  uint32_t init_mode = field_of(descriptor, DESCRIPTOR_INIT_MODE);
  uint32_t csr = field_of(descriptor, DESCRIPTOR_CSR);
  if (init_mode)
    decorations[count++] = decoration(context, INIT_MODE, init_mode - 1, NULL);
  if (csr)
    decorations[count++] = decoration(context, IMPLEMENT_IN_CSR, csr - 1, NULL);
  LLVMGlobalSetMetadata(variable, fxc_metadata_kind(context, "spirv.Decorations"),
                        LLVMMDNodeInContext2(context, decorations, count));
}

static void declare(LLVMModuleRef module, LLVMValueRef variable) {
  char *name = fxc_must(strdup(name_of(variable)));
  LLVMValueRef declared = LLVMAddGlobal(module, LLVMGlobalGetValueType(variable), "");
  LLVMSetAlignment(declared, LLVMGetAlignment(variable));
  LLVMReplaceAllUsesWith(variable, declared);
  LLVMDeleteGlobal(variable);
  LLVMSetValueName2(declared, name, strlen(name));
  free(name);
}

static void pin(struct fxc_module *module, LLVMValueRef variable) {
  if (!LLVMGetFirstUse(variable)) {
    LLVMDeleteGlobal(variable);
    return;
  }
  if (LLVMGetInitializer(variable) && !descriptor_of(variable)) {
    char *pretty = fxc_demangle(name_of(variable));
    fxc_report(module->diagnostics, FXC_ERROR, NULL,
               "device_global '%s' has no constant initializer, and nothing else can give it its "
               "first value on a device; declare it constinit to see why",
               pretty);
    free(pretty);
  }
  note(module->ir, variable);
  if (module->options->target == FXC_TARGET_NATIVE_CPU) {
    declare(module->ir, variable);
    return;
  }
  if (module->options->target == FXC_TARGET_SPIR64 && descriptor_of(variable))
    decorate(module->ir, variable, descriptor_of(variable));
  LLVMSetComdat(variable, NULL);
  LLVMSetExternallyInitialized(variable, true);
  if (LLVMGetInitializer(variable))
    LLVMSetLinkage(variable, LLVMExternalLinkage);
}

enum fxc_result fxc_device_globals(struct fxc_module *module) {
  FXS_VECTOR(LLVMValueRef) variables = {0};
  for (LLVMValueRef g = LLVMGetFirstGlobal(module->ir); g; g = LLVMGetNextGlobal(g))
    if (fxc_is_device_global(g))
      fxc_push(&variables, g);
  enum fxc_result result = variables.count ? FXC_CHANGED : FXC_SAME;
  for (size_t i = 0; i < variables.count; i++)
    pin(module, variables.items[i]);
  fxs_vector_free(&variables);
  return fxc_has_errors(module->diagnostics) ? FXC_FAILED : result;
}

/* ---- lower-device-globals ---- */

struct lowering {
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMTypeRef i64, i32, pointer;
  LLVMBuilderRef builder;
  LLVMValueRef table; /* the builtin that answers the context's table */
};

static LLVMValueRef invariant(struct lowering *self, LLVMValueRef load) {
  LLVMSetMetadata(load, fxc_metadata_kind(self->context, "invariant.load"),
                  LLVMMetadataAsValue(self->context, LLVMMDNodeInContext2(self->context, NULL, 0)));
  return load;
}

/* At function's start: where the variable is. */
static LLVMValueRef build_address(struct lowering *self, LLVMValueRef function, LLVMValueRef slot,
                                  bool is_scoped) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
  LLVMValueRef first = LLVMGetFirstInstruction(entry);
  while (LLVMIsAAllocaInst(first))
    first = LLVMGetNextInstruction(first);
  LLVMPositionBuilderBefore(self->builder, first);
  LLVMSetCurrentDebugLocation2(self->builder, NULL);
  LLVMValueRef zero = LLVMConstInt(self->i32, 0, 0);
  LLVMTypeRef type = LLVMFunctionType(self->i64, &self->i32, 1, 0);
  LLVMValueRef table = LLVMBuildCall2(self->builder, type, self->table, &zero, 1, "");
  table = LLVMBuildIntToPtr(self->builder, table, self->pointer, "falx.globals");
  LLVMValueRef number =
      invariant(self, LLVMBuildLoad2(self->builder, self->i64, slot, "falx.number"));
  LLVMValueRef place =
      LLVMBuildInBoundsGEP2(self->builder, self->pointer, table, &number, 1, "falx.global");
  return is_scoped ? invariant(self, LLVMBuildLoad2(self->builder, self->pointer, place, ""))
                   : place;
}

/* The pointer in the variable is the same for the whole launch. */
static void mark_loads(struct lowering *self, LLVMValueRef place) {
  for (LLVMUseRef use = LLVMGetFirstUse(place); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsALoadInst(user) && LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMPointerTypeKind &&
        !LLVMGetVolatile(user))
      invariant(self, user);
  }
}

static LLVMValueRef function_of(LLVMValueRef instruction) {
  return LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
}

static LLVMValueRef first_user(LLVMValueRef variable) {
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use))
    if (LLVMIsAInstruction(LLVMGetUser(use)))
      return LLVMGetUser(use);
  return NULL;
}

static void replace_in(LLVMValueRef function, LLVMValueRef variable, LLVMValueRef address) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
        if (LLVMGetOperand(i, k) == variable)
          LLVMSetOperand(i, k, address);
}

static bool lower(struct lowering *self, LLVMValueRef variable, bool is_scoped) {
  struct fxs_strbuf name = {0};
  if (!fxc_expand_constants(variable))
    return false;
  fxs_strbuf_printf(&name, "%s" FXC_GLOBAL_SUFFIX, name_of(variable));
  LLVMValueRef slot = LLVMAddGlobal(self->module, self->i64, fxs_strbuf_text(&name));
  fxs_strbuf_free(&name);
  LLVMSetInitializer(slot, LLVMConstInt(self->i64, 0, 0));
  LLVMSetExternallyInitialized(slot, true);
  LLVMSetLinkage(slot, LLVMWeakODRLinkage);
  LLVMSetVisibility(slot, LLVMHiddenVisibility);
  for (LLVMValueRef user; (user = first_user(variable));) {
    LLVMValueRef function = function_of(user);
    LLVMValueRef address = build_address(self, function, slot, is_scoped);
    replace_in(function, variable, address);
    if (!is_scoped)
      mark_loads(self, address);
  }
  LLVMReplaceAllUsesWith(variable, LLVMConstNull(self->pointer)); /* constants nothing uses */
  LLVMDeleteGlobal(variable);
  return true;
}

/* One of the module's variables; false past the last. */
struct variable {
  const char *name;
  unsigned name_length;
  uint32_t size;
  bool is_scoped;
  const char *bytes;
  unsigned byte_count;
};
static bool read_variable(LLVMValueRef node, struct variable *out) {
  LLVMValueRef fields[4];
  if (LLVMGetMDNodeNumOperands(node) != 4)
    return false;
  LLVMGetMDNodeOperands(node, fields);
  out->name = LLVMGetMDString(fields[0], &out->name_length);
  out->size = fxc_metadata_integer(node, 1);
  out->is_scoped = fxc_metadata_integer(node, 2) != 0;
  out->bytes = LLVMGetMDString(fields[3], &out->byte_count);
  return out->name && out->bytes;
}

static LLVMValueRef *variables_of(LLVMModuleRef module, unsigned *out_count) {
  *out_count = LLVMGetNamedMetadataNumOperands(module, VARIABLES);
  LLVMValueRef *nodes = fxc_must(calloc(*out_count + 1, sizeof *nodes));
  LLVMGetNamedMetadataOperands(module, VARIABLES, nodes);
  return nodes;
}

enum fxc_result fxc_lower_device_globals(struct fxc_module *module) {
  unsigned count;
  LLVMValueRef *nodes = variables_of(module->ir, &count);
  enum fxc_result result = count ? FXC_CHANGED : FXC_SAME;
  struct lowering self = {.module = module->ir, .context = LLVMGetModuleContext(module->ir)};
  self.i64 = LLVMInt64TypeInContext(self.context);
  self.i32 = LLVMInt32TypeInContext(self.context);
  self.pointer = LLVMPointerTypeInContext(self.context, 0);
  if (count) {
    self.builder = LLVMCreateBuilderInContext(self.context);
    self.table = LLVMAddFunction(module->ir, "__spirv_BuiltInDeviceGlobals",
                                 LLVMFunctionType(self.i64, &self.i32, 1, 0));
  }
  for (unsigned i = 0; i < count && result != FXC_FAILED; i++) {
    struct variable variable;
    LLVMValueRef global = NULL;
    if (read_variable(nodes[i], &variable))
      global = LLVMGetNamedGlobalWithLength(module->ir, variable.name, variable.name_length);
    if (global && !lower(&self, global, variable.is_scoped)) {
      char *pretty = fxc_demangle(name_of(global));
      fxc_report(module->diagnostics, FXC_ERROR, NULL,
                 "the address of device_global '%s' stands in the initializer of another variable; "
                 "take it in the kernel",
                 pretty);
      free(pretty);
      result = FXC_FAILED;
    }
  }
  if (count)
    LLVMDisposeBuilder(self.builder);
  free(nodes);
  return result;
}

/* ---- What an image says of them ---- */

/* The variable, or on native_cpu its slot. */
static bool is_of(LLVMValueRef global, const struct variable *variable) {
  const char *name = name_of(global);
  if (strncmp(name, variable->name, variable->name_length) != 0)
    return false;
  const char *rest = name + variable->name_length;
  return !*rest || !strcmp(rest, FXC_GLOBAL_SUFFIX);
}

static bool mentions(LLVMValueRef value, const struct variable *variable) {
  if (LLVMIsAGlobalVariable(value))
    return is_of(value, variable);
  bool is_there = false;
  for (unsigned k = 0; LLVMIsAConstantExpr(value) && k < (unsigned)LLVMGetNumOperands(value); k++)
    is_there |= mentions(LLVMGetOperand(value, k), variable);
  return is_there;
}

static bool function_uses(LLVMValueRef function, const struct variable *variable) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
        if (mentions(LLVMGetOperand(i, k), variable))
          return true;
  return false;
}

static void describe(struct fxc_image_list *list, struct fxc_image *image,
                     const struct variable *variable, bool has_slot) {
  char *name = fxc_must(fxs_arena_strndup(&list->arena, variable->name, variable->name_length));
  struct falx_device_global *value = fxc_new(&list->arena, 1, sizeof *value + variable->byte_count);
  value->size = variable->size;
  value->device_image_scope = variable->is_scoped;
  memcpy(value + 1, variable->bytes, variable->byte_count);
  fxc_image_add_bytes(list, image, FALX_SET_DEVICE_GLOBALS, name, value,
                      sizeof *value + variable->byte_count);
  if (has_slot)
    fxc_image_add_entry(list, image, FALX_ENTRY_DEVICE_GLOBAL, name, name);
  fxc_image_add_entry(list, image, FALX_ENTRY_HOST_GLOBAL, name, name);
}

void fxc_device_globals_describe(struct fxc_image_list *list, struct fxc_image *image,
                                 const struct fxc_module *module,
                                 const struct fxc_function_list *functions, struct fxc_map *met) {
  unsigned count;
  LLVMValueRef *nodes = variables_of(module->ir, &count);
  for (unsigned v = 0; v < count; v++) {
    struct variable variable;
    if (!read_variable(nodes[v], &variable) || fxc_map_has(met, nodes[v]))
      continue;
    bool is_used = false;
    for (size_t i = 0; !is_used && i < functions->items.count; i++)
      is_used = function_uses(functions->items.items[i], &variable);
    if (!is_used)
      continue;
    fxc_map_put(met, nodes[v], nodes[v]);
    describe(list, image, &variable, module->options->target == FXC_TARGET_NATIVE_CPU);
  }
  free(nodes);
}
