/* Inputs that are SPIR-V modules already: images that the user supplies. */
#ifndef FALX_COMPILER_PIPELINE_SPIRV_INPUTS_H
#define FALX_COMPILER_PIPELINE_SPIRV_INPUTS_H

#include "compiler/pipeline/run.h"

struct fxs_map;

bool fxc_is_spirv(const char *path);
/* Adds the names of the functions that these inputs of the run's job export to names, with a value
 * that is not NULL. False after a report. */
bool fxc_spirv_exports(struct fxc_run *run, struct fxs_map *names);
/* Adds an image for each, behind those of the other inputs. False after a report. */
bool fxc_spirv_images(struct fxc_run *run);

#endif
