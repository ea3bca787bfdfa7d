/* Kernel attributes: from the front end's annotations to metadata of functions. */
#include "compiler/passes/kernel_attributes.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/constant_bytes.h"
#include "compiler/ir/metadata.h"
#include "compiler/memory.h"
#include "support/aspects.h"
#include "support/strbuf.h"

static bool is_same(const struct fxc_kernel_attribute_value *a,
                    const struct fxc_kernel_attribute_value *b) {
  return a->count == b->count && !memcmp(a->numbers, b->numbers, a->count * sizeof *a->numbers);
}

void fxc_kernel_attribute_set(struct fxc_module *module, LLVMValueRef function,
                              enum fxc_kernel_attribute attribute,
                              const struct fxc_kernel_attribute_value *value) {
  struct fxc_kernel_attribute_value known;
  if (fxc_kernel_attribute_get(function, attribute, &known)) {
    if (is_same(&known, value))
      return;
    fxc_report_at(module->diagnostics, FXC_ERROR, value->place,
                  "'%s' is given twice for one kernel or function, with different arguments; "
                  "leave one out",
                  fxc_kernel_attribute_name(attribute));
    fxc_report_at(module->diagnostics, FXC_NOTE, known.place, "the other one is here");
    return;
  }
  fxc_kernel_attribute_replace(module, function, attribute, value);
}

void fxc_kernel_attribute_replace(struct fxc_module *module, LLVMValueRef function,
                                  enum fxc_kernel_attribute attribute,
                                  const struct fxc_kernel_attribute_value *value) {
  LLVMContextRef context = LLVMGetModuleContext(module->ir);
  LLVMMetadataRef operands[FXC_ATTRIBUTE_MAX + 1];
  for (uint32_t i = 0; i < value->count; i++)
    operands[i] = LLVMValueAsMetadata(
        LLVMConstInt(LLVMInt32TypeInContext(context), value->numbers[i], false));
  operands[value->count] = LLVMMDStringInContext2(context, value->place, strlen(value->place));
  LLVMGlobalSetMetadata(function, fxc_metadata_kind(context, fxc_kernel_attribute_kind(attribute)),
                        LLVMMDNodeInContext2(context, operands, value->count + 1));
}

/* ---- annotations ---- */

static const char *string_of(LLVMValueRef address) {
  LLVMValueRef global = fxc_without_casts(address);
  LLVMValueRef bytes = LLVMIsAGlobalVariable(global) ? LLVMGetInitializer(global) : NULL;
  size_t length;
  return bytes && LLVMIsConstantString(bytes) ? LLVMGetAsString(bytes, &length) : NULL;
}

static long long argument(LLVMValueRef arguments, unsigned index) {
  LLVMValueRef constant = LLVMGetAggregateElement(arguments, index);
  return constant && LLVMIsAConstantInt(constant) ? LLVMConstIntGetSExtValue(constant) : -1;
}

/* From first on { count, three numbers }; numbers beyond the count are ignored. */
static bool read_sizes(struct fxc_module *module, enum fxc_kernel_attribute attribute,
                       LLVMValueRef arguments, unsigned first,
                       struct fxc_kernel_attribute_value *value) {
  const char *name = fxc_kernel_attribute_name(attribute);
  long long count = argument(arguments, first);
  bool is_one = attribute == FXC_REQD_SUB_GROUP_SIZE || attribute == FXC_ASSUME_INDIRECT_CALLS;
  if (count < 1 || count > (is_one ? 1 : 3)) {
    fxc_report_at(module->diagnostics, FXC_ERROR, value->place, "'%s' takes %s, not %lld", name,
                  is_one ? "one number" : "1 to 3 numbers", count);
    return false;
  }
  for (unsigned i = 0; i < (unsigned)count; i++) {
    long long number = argument(arguments, first + 1 + i);
    if (number < 1 || number > UINT32_MAX) {
      fxc_report_at(module->diagnostics, FXC_ERROR, value->place,
                    "%lld is no size: '%s' takes positive numbers", number, name);
      return false;
    }
    value->numbers[value->count++] = (uint32_t)number;
  }
  return true;
}

/* At first { bits }. */
static bool read_aspects(struct fxc_module *module, LLVMValueRef arguments, unsigned first,
                         struct fxc_kernel_attribute_value *value) {
  uint64_t bits = (uint64_t)argument(arguments, first);
  for (uint32_t aspect = 0; aspect < 64; aspect++) {
    if (!(bits >> aspect & 1))
      continue;
    if (!fxs_aspect_name(aspect)) {
      fxc_report_at(module->diagnostics, FXC_ERROR, value->place,
                    "'device_has' takes values of sycl::aspect, and an argument is none");
      return false;
    }
    value->numbers[value->count++] = aspect;
  }
  return true;
}

/* { line, column }, then from first on the attribute's arguments. */
static void read_annotation(struct fxc_module *module, LLVMValueRef function,
                            enum fxc_kernel_attribute attribute, const char *file,
                            LLVMValueRef arguments, unsigned first) {
  struct fxc_kernel_attribute_value value = {.count = 0};
  struct fxs_strbuf place = {0};
  fxs_strbuf_printf(&place, "%s:%lld:%lld", file, argument(arguments, 0), argument(arguments, 1));
  value.place = fxs_strbuf_text(&place);
  if (attribute == FXC_DEVICE_HAS ? read_aspects(module, arguments, first, &value)
                                  : read_sizes(module, attribute, arguments, first, &value))
    fxc_kernel_attribute_set(module, function, attribute, &value);
  fxs_strbuf_free(&place);
}

/* text is the kind, or the kind, '@' and a suffix that makes it unique. */
static bool is_kind(const char *text, const char *kind) {
  size_t length = strlen(kind);
  return strncmp(text, kind, length) == 0 && (!text[length] || text[length] == '@');
}

/* SYCL_EXT_ONEAPI_FUNCTION_PROPERTY: { line, column, which attribute, its arguments }; the numbers
 * are those of include/sycl/ext/oneapi/free_function_kernel_properties.hpp. False for a property
 * that is no attribute. */
static bool property_attribute(LLVMValueRef arguments, enum fxc_kernel_attribute *out) {
  switch (argument(arguments, 2)) {
  case 1:
    *out = FXC_REQD_WORK_GROUP_SIZE;
    return true;
  case 2:
    *out = FXC_WORK_GROUP_SIZE_HINT;
    return true;
  case 3:
    *out = FXC_REQD_SUB_GROUP_SIZE;
    return true;
  case 4:
    *out = FXC_DEVICE_HAS;
    return true;
  case 5:
    *out = FXC_ASSUME_INDIRECT_CALLS;
    return true;
  default:
    return false;
  }
}

bool fxc_kernel_attributes_read(struct fxc_module *module) {
  LLVMValueRef annotations = LLVMGetNamedGlobal(module->ir, "llvm.global.annotations");
  LLVMValueRef list = annotations ? LLVMGetInitializer(annotations) : NULL;
  enum fxc_kernel_attribute attribute;
  bool has_any = false;
  for (int i = 0; list && i < LLVMGetNumOperands(list); i++) {
    LLVMValueRef annotation = LLVMGetOperand(list, (unsigned)i);
    LLVMValueRef function = LLVMIsAFunction(fxc_without_casts(LLVMGetOperand(annotation, 0)));
    const char *text = string_of(LLVMGetOperand(annotation, 1));
    const char *file = string_of(LLVMGetOperand(annotation, 2));
    LLVMValueRef arguments =
        LLVMIsAGlobalVariable(fxc_without_casts(LLVMGetOperand(annotation, 4)));
    arguments = arguments ? LLVMGetInitializer(arguments) : NULL;
    if (!function || !text || !arguments ||
        LLVMGetTypeKind(LLVMTypeOf(arguments)) != LLVMStructTypeKind ||
        LLVMCountStructElementTypes(LLVMTypeOf(arguments)) < 3)
      continue;
    for (unsigned a = 0; a < FXC_ATTRIBUTE_COUNT; a++)
      if (is_kind(text, fxc_kernel_attribute_kind((enum fxc_kernel_attribute)a))) {
        read_annotation(module, function, (enum fxc_kernel_attribute)a, file ? file : "", arguments,
                        2);
        has_any = true;
      }
    if (is_kind(text, "falx.function_property") && property_attribute(arguments, &attribute)) {
      read_annotation(module, function, attribute, file ? file : "", arguments, 3);
      has_any = true;
    }
  }
  return has_any;
}
