#include "compiler/native_cpu/check_site.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "compiler/ir/attributes.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/check_accesses.h"

#define KERNEL_HEADER "sycl/detail/kernel.hpp"

static bool has_prefix(const char *text, const char *prefix) {
  return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* NULL if it has no file. */
static const char *path_of(struct fxc_check_sites *sites, LLVMMetadataRef scope) {
  LLVMMetadataRef file = scope ? LLVMDIScopeGetFile(scope) : NULL;
  if (!file)
    return NULL;
  const char *known = fxc_map_get(&sites->known, file);
  if (known)
    return known;
  unsigned length = 0, folder_length = 0;
  const char *name = LLVMDIFileGetFilename(file, &length);
  const char *folder = LLVMDIFileGetDirectory(file, &folder_length);
  bool is_whole = length && name[0] == '/';
  char *path = fxc_must(fxs_arena_printf(&sites->arena, "%.*s%s%.*s",
                                         is_whole ? 0 : (int)folder_length, folder ? folder : "",
                                         is_whole || !folder_length ? "" : "/", (int)length, name));
  fxc_map_put(&sites->known, file, path);
  return path;
}

/* What a kernel's code is inlined from is, at last, the header that calls it. */
static void find_headers(struct fxc_check_sites *sites, LLVMValueRef function) {
  size_t tail = strlen(KERNEL_HEADER);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMMetadataRef location = LLVMInstructionGetDebugLoc(i);
      for (; location; location = LLVMDILocationGetInlinedAt(location)) {
        const char *path = path_of(sites, LLVMDILocationGetScope(location));
        size_t length = path ? strlen(path) : 0;
        if (length <= tail || strcmp(path + length - tail, KERNEL_HEADER))
          continue;
        sites->headers =
            fxc_must(fxs_arena_printf(&sites->arena, "%.*ssycl/", (int)(length - tail), path));
        return;
      }
    }
}

void fxc_check_sites_begin(struct fxc_check_sites *sites, LLVMModuleRef ir) {
  *sites = (struct fxc_check_sites){.ir = ir};
  for (LLVMValueRef f = LLVMGetFirstFunction(ir); f && !sites->headers; f = LLVMGetNextFunction(f))
    find_headers(sites, f);
}

void fxc_check_sites_end(struct fxc_check_sites *sites) {
  fxc_map_free(&sites->known);
  fxs_arena_release(&sites->arena);
}

static bool is_header(const struct fxc_check_sites *sites, const char *path) {
  return (sites->headers && has_prefix(path, sites->headers)) ||
         has_prefix(path, "/usr/include/") || has_prefix(path, "/usr/lib/");
}

LLVMValueRef fxc_check_text(struct fxc_check_sites *sites, const char *text) {
  LLVMContextRef context = LLVMGetModuleContext(sites->ir);
  LLVMValueRef value = LLVMConstStringInContext2(context, text, strlen(text), 0);
  LLVMValueRef global = LLVMAddGlobal(sites->ir, LLVMTypeOf(value), "falx_check_text");
  LLVMSetInitializer(global, value);
  LLVMSetGlobalConstant(global, 1);
  LLVMSetLinkage(global, LLVMPrivateLinkage);
  LLVMSetUnnamedAddress(global, LLVMGlobalUnnamedAddr);
  return global;
}

static LLVMValueRef record(struct fxc_check_sites *sites, const char *path, unsigned line,
                           unsigned column) {
  LLVMContextRef context = LLVMGetModuleContext(sites->ir);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
  LLVMTypeRef types[] = {LLVMPointerTypeInContext(context, 0), i32, i32, i32};
  LLVMTypeRef type = LLVMStructTypeInContext(context, types, 4, 0);
  LLVMValueRef text = fxc_map_get(&sites->known, path);
  if (!text) {
    text = fxc_check_text(sites, path);
    fxc_map_put(&sites->known, path, text);
  }
  LLVMValueRef parts[] = {text, LLVMConstInt(i32, line, 0), LLVMConstInt(i32, column, 0),
                          LLVMConstInt(i32, 0, 0)};
  LLVMValueRef global = LLVMAddGlobal(sites->ir, type, "falx_check_site");
  LLVMSetInitializer(global, LLVMConstStructInContext(context, parts, 4, 0));
  LLVMSetLinkage(global, LLVMPrivateLinkage);
  return global;
}

LLVMValueRef fxc_check_site(struct fxc_check_sites *sites, LLVMValueRef instruction) {
  LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction), outer;
  LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
  /* A kernel itself is made by the compiler, for a header. */
  bool is_in_kernel = fxc_string_attribute(LLVMGetBasicBlockParent(block), FXC_CHECKED) != NULL;
  for (; location; location = outer) {
    outer = LLVMDILocationGetInlinedAt(location);
    if (!outer && is_in_kernel)
      break;
    const char *path = path_of(sites, LLVMDILocationGetScope(location));
    unsigned line = LLVMDILocationGetLine(location);
    if (!path || is_header(sites, path) || !line)
      continue;
    LLVMValueRef known = fxc_map_get(&sites->known, location);
    if (!known) {
      known = record(sites, path, line, LLVMDILocationGetColumn(location));
      fxc_map_put(&sites->known, location, known);
    }
    return known;
  }
  return NULL;
}

LLVMValueRef fxc_check_no_site(struct fxc_check_sites *sites) {
  if (!sites->none)
    sites->none = record(sites, "", 0, 0);
  return sites->none;
}

LLVMMetadataRef fxc_check_entry_location(LLVMContextRef context, LLVMValueRef function) {
  LLVMMetadataRef scope = LLVMGetSubprogram(function);
  return scope ? LLVMDIBuilderCreateDebugLocation(context, LLVMDISubprogramGetLine(scope), 0, scope,
                                                  NULL)
               : NULL;
}
