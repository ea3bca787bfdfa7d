/* Graphs as text, in the language of Graphviz. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/graph/graph.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/program/image.h"

static const char *type_text(falx_node_type type) {
  static const char *const texts[] = {
      "empty",     "subgraph",           "kernel",   "memcpy", "memset", "memfill", "prefetch",
      "memadvise", "ext_oneapi_barrier", "host_task"};
  return texts[type];
}

static void print_details(FILE *file, const struct falx_command *command) {
  if (command->kind == FALX_COMMAND_MEMCPY)
    fprintf(file, "\\n%p to %p, %zu bytes", command->u.memcpy_.source,
            command->u.memcpy_.destination, command->u.memcpy_.bytes);
  else if (command->kind == FALX_COMMAND_FILL)
    fprintf(file, "\\n%p, %zu times %zu bytes", command->u.fill.destination, command->u.fill.count,
            command->u.fill.pattern_size);
  else if (command->kind == FALX_COMMAND_PREFETCH || command->kind == FALX_COMMAND_ADVISE)
    fprintf(file, "\\n%p, %zu bytes", command->u.usm.pointer, command->u.usm.bytes);
  else if (command->kind == FALX_COMMAND_KERNEL)
    for (uint32_t i = command->u.kernel.range.dimensions; i-- > 0;)
      fprintf(file, "%s%zu", i + 1 == command->u.kernel.range.dimensions ? "\\nrange " : " x ",
              command->u.kernel.range.global[i]);
}

static void print_node(FILE *file, const struct falx_node *node, bool is_verbose) {
  char name[512];
  const struct falx_command *command = &node->payload->command;
  fprintf(file, "  n%u [label=\"%u: %s", node->index, node->index, type_text(node->type));
  if (command->kind == FALX_COMMAND_KERNEL)
    fprintf(file, "\\n%s", fxr_kernel_pretty_name(command->u.kernel.site->name, name, sizeof name));
  if (is_verbose)
    print_details(file, command);
  fprintf(file, "\"];\n");
  for (size_t i = 0; i < node->before.count; i++)
    fprintf(file, "  n%u -> n%u;\n", node->before.items[i], node->index);
}

falx_status falx_graph_print(falx_graph_t graph, const char *path, bool is_verbose) {
  FXR_CALL(runtime);
  if (!runtime)
    return fxr_runtime_status();
  size_t length = strlen(path);
  if (length < 5 || strcmp(path + length - 4, ".dot") != 0)
    return fxr_error(FALX_ERROR_INVALID,
                     "print_graph: the name of the file, %s, does not end in "
                     ".dot",
                     path);
  FILE *file = fopen(path, "w");
  if (!file)
    return fxr_error(FALX_ERROR_INVALID, "print_graph: %s cannot be written to: %s", path,
                     strerror(errno));
  fprintf(file, "digraph graph_%llu {\n", (unsigned long long)graph->id);
  fxs_mutex_lock(&graph->lock);
  for (size_t i = 0; i < graph->nodes.count; i++)
    print_node(file, graph->nodes.items[i], is_verbose);
  fxs_mutex_unlock(&graph->lock);
  fprintf(file, "}\n");
  bool is_written = !ferror(file);
  if (fclose(file) != 0 || !is_written)
    return fxr_error(FALX_ERROR_INVALID, "print_graph: %s could not be written", path);
  return FALX_SUCCESS;
}
