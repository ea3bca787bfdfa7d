/* Places in the source as constants of the program, for -fsycl-check=. */
#ifndef FALX_COMPILER_NATIVE_CPU_CHECK_SITE_H
#define FALX_COMPILER_NATIVE_CPU_CHECK_SITE_H

#include <llvm-c/Core.h>

#include "compiler/ir/map.h"
#include "support/arena.h"

struct fxc_check_sites {
  LLVMModuleRef ir;
  struct fxs_arena arena;
  struct fxc_map known; /* of a position: its record */
  const char *headers;  /* the folder of the SYCL headers, NULL if there are none */
  LLVMValueRef none;
};

void fxc_check_sites_begin(struct fxc_check_sites *sites, LLVMModuleRef ir);
void fxc_check_sites_end(struct fxc_check_sites *sites);
/* The address of a struct falx_check_site: the innermost position of the instruction that is not in
 * a header of SYCL's or the system's. NULL where there is none: the code is the headers' own. */
LLVMValueRef fxc_check_site(struct fxc_check_sites *sites, LLVMValueRef instruction);
LLVMValueRef fxc_check_no_site(struct fxc_check_sites *sites);
/* The address of a text. */
LLVMValueRef fxc_check_text(struct fxc_check_sites *sites, const char *text);
/* Of calls at a function's start; NULL if it has no positions. */
LLVMMetadataRef fxc_check_entry_location(LLVMContextRef context, LLVMValueRef function);

#endif
