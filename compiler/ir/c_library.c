#include "compiler/ir/c_library.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Linker.h>
#include <stdio.h>
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/memory.h"
#include "support/vector.h"

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

/* ---- intrinsics ---- */

struct found {
  LLVMValueRef call;
  const struct fxc_library_row *row;
};
struct found_list {
  FXS_VECTOR(struct found) items;
};

/* What a function's name ends in; NULL if the library has none for the type. */
static const char *suffix_of(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMHalfTypeKind:
  case LLVMFloatTypeKind:
    return "f";
  case LLVMDoubleTypeKind:
    return "";
  case LLVMIntegerTypeKind:
    switch (LLVMGetIntTypeWidth(type)) {
    case 8:
      return "8";
    case 16:
      return "16";
    case 32:
      return "32";
    case 64:
      return "64";
    }
    return NULL;
  default:
    return NULL;
  }
}

static const struct fxc_library_row *row_of(const struct fxc_library *library, const char *name) {
  for (const struct fxc_library_row *row = library->rows; row->intrinsic; row++)
    if (strncmp(name, row->intrinsic, strlen(row->intrinsic)) == 0)
      return row;
  return NULL;
}

static void find(LLVMModuleRef module, const struct fxc_library *library, struct found_list *out) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    const struct fxc_library_row *row = LLVMGetIntrinsicID(f) ? row_of(library, name_of(f)) : NULL;
    for (LLVMUseRef use = row ? LLVMGetFirstUse(f) : NULL; use; use = LLVMGetNextUse(use)) {
      struct found found = {LLVMGetUser(use), row};
      if (suffix_of(LLVMTypeOf(LLVMGetOperand(found.call, 0))))
        fxc_push(&out->items, found);
    }
  }
}

/* Numbers of half precision are computed as float. */
static LLVMTypeRef type_in_library(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMHalfTypeKind
             ? LLVMFloatTypeInContext(LLVMGetTypeContext(type))
             : type;
}

static LLVMValueRef call(LLVMModuleRef module, LLVMBuilderRef builder,
                         const struct fxc_library *library, const char *name, const char *suffix,
                         LLVMTypeRef result, LLVMValueRef intrinsic) {
  char symbol[64];
  LLVMValueRef arguments[3];
  LLVMTypeRef types[3], wide = type_in_library(result);
  unsigned count = LLVMGetNumArgOperands(intrinsic);
  for (unsigned i = 0; i < count; i++) {
    arguments[i] = LLVMGetOperand(intrinsic, i);
    types[i] = type_in_library(LLVMTypeOf(arguments[i]));
    if (types[i] != LLVMTypeOf(arguments[i]))
      arguments[i] = LLVMBuildFPExt(builder, arguments[i], types[i], "");
  }
  snprintf(symbol, sizeof symbol, "%s%s", name, suffix);
  LLVMTypeRef type = LLVMFunctionType(wide, types, count, false);
  LLVMValueRef function = LLVMGetNamedFunction(module, symbol);
  if (!function) {
    function = LLVMAddFunction(module, symbol, type);
    LLVMSetFunctionCallConv(function, library->calling_convention);
  }
  LLVMValueRef made = LLVMBuildCall2(builder, type, function, arguments, count, "");
  LLVMSetInstructionCallConv(made, LLVMGetFunctionCallConv(function));
  return wide == result ? made : LLVMBuildFPTrunc(builder, made, result, "");
}

static bool may_approximate(LLVMValueRef intrinsic, const struct fxc_library_row *row) {
  return row->approximation &&
         LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(intrinsic, 0))) == LLVMFloatTypeKind &&
         LLVMCanValueUseFastMathFlags(intrinsic) &&
         (LLVMGetFastMathFlags(intrinsic) & LLVMFastMathApproxFunc);
}

static void replace(LLVMModuleRef module, LLVMBuilderRef builder, const struct fxc_library *library,
                    const struct found *found) {
  LLVMValueRef value, intrinsic = found->call;
  LLVMTypeRef type = LLVMTypeOf(intrinsic);
  const struct fxc_library_row *row = found->row;
  const char *suffix = suffix_of(LLVMTypeOf(LLVMGetOperand(intrinsic, 0)));
  LLVMPositionBuilderBefore(builder, intrinsic);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(intrinsic));
  if (row->second) {
    LLVMTypeRef types[2] = {LLVMStructGetTypeAtIndex(type, 0), LLVMStructGetTypeAtIndex(type, 1)};
    LLVMValueRef first = call(module, builder, library, row->first, suffix, types[0], intrinsic);
    LLVMValueRef second = call(module, builder, library, row->second, suffix, types[1], intrinsic);
    value = LLVMBuildInsertValue(builder, LLVMGetPoison(type), first, 0, "");
    value = LLVMBuildInsertValue(builder, value, second, 1, "");
  } else if (may_approximate(intrinsic, row)) {
    value = call(module, builder, library, row->approximation, "", type, intrinsic);
  } else {
    bool is_long = LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
    value = call(module, builder, library, row->first, suffix,
                 is_long ? LLVMInt64TypeInContext(LLVMGetTypeContext(type)) : type, intrinsic);
    if (LLVMTypeOf(value) != type)
      value = LLVMBuildIntCast2(builder, value, type, true, "");
  }
  LLVMReplaceAllUsesWith(intrinsic, value);
  LLVMInstructionEraseFromParent(intrinsic);
}

void fxc_replace_intrinsics(LLVMModuleRef module, const struct fxc_library *library) {
  struct found_list found = {0};
  find(module, library, &found);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (size_t i = 0; i < found.items.count; i++)
    replace(module, builder, library, &found.items.items[i]);
  LLVMDisposeBuilder(builder);
  fxs_vector_free(&found.items);
}

/* ---- the library ---- */

static bool is_called(LLVMValueRef function) {
  return LLVMIsDeclaration(function) && !LLVMGetIntrinsicID(function) && LLVMGetFirstUse(function);
}

/* NULL: it is damaged. */
static LLVMModuleRef read_library(LLVMModuleRef like, const struct fxc_library *library) {
  LLVMModuleRef module;
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
      (const char *)library->bytes, library->size, library->name, false);
  if (LLVMGetBitcodeModuleInContext2(LLVMGetModuleContext(like), buffer, &module)) {
    LLVMDisposeMemoryBuffer(buffer);
    return NULL;
  }
  LLVMSetTarget(module, LLVMGetTarget(like));
  LLVMSetDataLayout(module, LLVMGetDataLayoutStr(like));
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (library->rename && LLVMIsDeclaration(f) && !LLVMGetIntrinsicID(f))
      library->rename(f);
  return module;
}

static bool link_needed(LLVMModuleRef ir, const struct fxc_library *library, bool *out_is_needed) {
  LLVMModuleRef module = NULL;
  FXS_VECTOR(LLVMValueRef) wanted = {0};
  *out_is_needed = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(ir); f; f = LLVMGetNextFunction(f))
    if (is_called(f))
      fxc_push(&wanted, f);
  if (!wanted.count)
    return true;
  module = read_library(ir, library);
  for (size_t i = 0; module && i < wanted.count; i++) {
    LLVMValueRef function = LLVMGetNamedFunction(module, name_of(wanted.items[i]));
    *out_is_needed |= function && !LLVMIsDeclaration(function);
  }
  fxs_vector_free(&wanted);
  if (!module)
    return false;
  if (!*out_is_needed) {
    LLVMDisposeModule(module);
    return true;
  }
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMExternalLinkage)
      LLVMSetLinkage(f, LLVMLinkOnceODRLinkage); /* comes only where it is called */
  return !LLVMLinkModules2(ir, module);
}

bool fxc_link_library(struct fxc_module *module, const struct fxc_library *library,
                      bool *out_is_needed) {
  bool is_fine = link_needed(module->ir, library, out_is_needed);
  /* None of the user's functions is linkonce any more. */
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMLinkOnceODRLinkage)
      LLVMSetLinkage(f, LLVMInternalLinkage);
  if (!is_fine)
    fxc_report(module->diagnostics, FXC_ERROR, NULL,
               "internal error: the functions of %s cannot be linked", library->name);
  return is_fine;
}
