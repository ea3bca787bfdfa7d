/* The table is math.def; names are made by the rules of the x86 vector ABI: _ZGV, b, d or e for
 * SSE, AVX2 or AVX-512, N (no mask), the lanes, a v for each parameter, the scalar's name. */
#include "compiler/native_cpu/vectorize/math.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { F32 = 1, F64 = 2 };

static const struct form {
  const char *name;
  unsigned parameters, types;
} forms[] = {
#define FXC_VECTOR_MATH(name, parameters, types) {#name, parameters, types},
#include "compiler/native_cpu/vectorize/math.def"
#undef FXC_VECTOR_MATH
};

/* Is text[0..length) the name of a form of this type? */
static const struct form *find(const char *text, size_t length, unsigned type) {
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    if (strlen(forms[i].name) == length && !memcmp(forms[i].name, text, length))
      return forms[i].types & type ? &forms[i] : NULL;
  return NULL;
}

static bool takes_only(LLVMTypeRef function, LLVMTypeRef element, unsigned parameters) {
  LLVMTypeRef types[2];
  if (LLVMIsFunctionVarArg(function) || LLVMGetReturnType(function) != element ||
      LLVMCountParamTypes(function) != parameters)
    return false;
  LLVMGetParamTypes(function, types);
  for (unsigned i = 0; i < parameters; i++)
    if (types[i] != element)
      return false;
  return true;
}

static const struct form *form_of(LLVMValueRef callee) {
  LLVMTypeRef type = LLVMGlobalGetValueType(callee), element = LLVMGetReturnType(type);
  LLVMTypeKind kind = LLVMGetTypeKind(element);
  if (!LLVMIsDeclaration(callee) || (kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind))
    return NULL;
  bool is_float = kind == LLVMFloatTypeKind;
  size_t length;
  const char *name = LLVMGetValueName2(callee, &length);
  const char *suffix = is_float ? "f" : "";
  if (LLVMGetIntrinsicID(callee)) {
    suffix = is_float ? ".f32" : ".f64";
    name += strlen("llvm.");
    length -= strlen("llvm.");
  }
  size_t rest = strlen(suffix);
  if (length <= rest || memcmp(name + length - rest, suffix, rest))
    return NULL;
  const struct form *form = find(name, length - rest, is_float ? F32 : F64);
  return form && takes_only(type, element, form->parameters) ? form : NULL;
}

static void set_attribute(LLVMValueRef function, const char *name, uint64_t value) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                          LLVMCreateEnumAttribute(context, kind, value));
}

static LLVMValueRef declare(LLVMModuleRef module, const struct form *form, LLVMTypeRef element,
                            unsigned lanes, char abi) {
  bool is_float = LLVMGetTypeKind(element) == LLVMFloatTypeKind;
  char name[64];
  snprintf(name, sizeof name, "_ZGV%cN%u%s_%s%s", abi, lanes, form->parameters == 2 ? "vv" : "v",
           form->name, is_float ? "f" : "");
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  if (function)
    return function;
  LLVMTypeRef vector = LLVMVectorType(element, lanes), parameters[] = {vector, vector};
  function =
      LLVMAddFunction(module, name, LLVMFunctionType(vector, parameters, form->parameters, false));
  static const char *const attributes[] = {"nounwind", "willreturn", "nofree", "nosync"};
  for (unsigned i = 0; i < sizeof attributes / sizeof *attributes; i++)
    set_attribute(function, attributes[i], 0);
  set_attribute(function, "memory", 0); /* reads and writes nothing */
  return function;
}

LLVMValueRef fxc_vector_math(LLVMModuleRef module, LLVMValueRef callee, unsigned lanes,
                             unsigned register_bits, unsigned *out_lanes) {
  *out_lanes = 0;
  /* libmvec of aarch64 begins with glibc 2.38 and four functions: there, one lane at a time. */
  if (strncmp(LLVMGetTarget(module), "x86_64-", 7))
    return NULL;
  const struct form *form = form_of(callee);
  if (!form)
    return NULL;
  LLVMTypeRef element = LLVMGetReturnType(LLVMGlobalGetValueType(callee));
  unsigned element_bits = LLVMGetTypeKind(element) == LLVMFloatTypeKind ? 32 : 64;
  static const struct {
    unsigned bits;
    char abi;
  } sizes[] = {{512, 'e'}, {256, 'd'}, {128, 'b'}};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    if (sizes[i].bits <= register_bits && sizes[i].bits / element_bits <= lanes) {
      *out_lanes = sizes[i].bits / element_bits;
      return declare(module, form, element, *out_lanes, sizes[i].abi);
    }
  return NULL;
}
