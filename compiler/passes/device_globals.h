/* Global variables of device code (sycl_ext_oneapi_device_global): docs/device-globals.md. */
#ifndef FALX_COMPILER_PASSES_DEVICE_GLOBALS_H
#define FALX_COMPILER_PASSES_DEVICE_GLOBALS_H

#include "compiler/image/model.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/map.h"
#include "compiler/passes/pass.h"
#include "support/map.h"

#define FXC_GLOBAL_SUFFIX ".falx_global" /* native_cpu: where the image keeps its number */

/* True for a variable of type device_global, defined or not. */
bool fxc_is_device_global(LLVMValueRef variable);

/* Those with internal linkage become external, with a name of their own: unit is what tells the
 * input from others. */
void fxc_name_device_globals(LLVMModuleRef module, const char *unit);

/* Adds the variables that functions use to image. met: what was added before to this image. */
void fxc_device_globals_describe(struct fxc_image_list *list, struct fxc_image *image,
                                 const struct fxc_module *module,
                                 const struct fxc_function_list *functions, struct fxc_map *met);

#endif
