#include "compiler/pipeline/compiled.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/ir/attributes.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/kernel_attributes.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/target.h"

#define COMMAND_LINES "llvm.commandline"
#define OWN "falx "
#define SUB_GROUP "-fsycl-default-sub-group-size="
#define DEFAULT_LEVEL 2 /* of bitcode without a record */

struct record {
  int level; /* -1: none */
  bool debug, wide_ids, embed_ir;
  unsigned checks;
  const char *cpu, *tune, *features; /* NULL: none */
  const char *sub_group;             /* the default size as written; NULL: the usual one */
};

/* Writes zeros into text. */
static void parse(char *text, struct record *out) {
  *out = (struct record){.level = -1};
  for (char *word = text + strlen(OWN), *next; word && *word; word = next) {
    next = strchr(word, ' ');
    if (next)
      *next++ = 0;
    if (!strncmp(word, "-O", 2) && word[2] >= '0' && word[2] <= '3')
      out->level = word[2] - '0';
    else if (!strcmp(word, "-g"))
      out->debug = true;
    else if (!strcmp(word, "--wide-ids"))
      out->wide_ids = true;
    else if (!strcmp(word, "--embed-ir"))
      out->embed_ir = true;
    else if (!strncmp(word, "--check=", 8))
      out->checks = (unsigned)strtoul(word + 8, NULL, 10);
    else if (!strncmp(word, "--march=", 8))
      out->cpu = word + 8;
    else if (!strncmp(word, "--mtune=", 8))
      out->tune = word + 8;
    else if (!strncmp(word, "--mattr=", 8))
      out->features = word + 8;
    else if (!strncmp(word, SUB_GROUP, strlen(SUB_GROUP)))
      out->sub_group = word + strlen(SUB_GROUP);
  }
}

static bool is_same(const char *one, const char *other) {
  return one == other || (one && other && !strcmp(one, other));
}

static bool is_same_processor(const struct record *one, const struct record *other) {
  return is_same(one->cpu, other->cpu) && is_same(one->tune, other->tune) &&
         is_same(one->features, other->features);
}

/* Inputs for different processors: the code is general, as the host's other objects may be. */
static void merge(struct record *into, const struct record *from, bool is_first) {
  if (is_first) {
    *into = *from;
    return;
  }
  into->level = from->level > into->level ? from->level : into->level;
  into->debug |= from->debug;
  into->wide_ids |= from->wide_ids;
  into->embed_ir |= from->embed_ir;
  into->checks |= from->checks;
  if (!is_same_processor(into, from))
    into->cpu = into->tune = into->features = NULL;
}

static struct record read_records(LLVMModuleRef linked, struct fxs_arena *arena) {
  struct record all = {.level = -1};
  unsigned count = LLVMGetNamedMetadataNumOperands(linked, COMMAND_LINES);
  LLVMValueRef *lines = fxc_must(calloc(count + 1, sizeof *lines));
  LLVMGetNamedMetadataOperands(linked, COMMAND_LINES, lines);
  bool is_first = true;
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef text = NULL;
    unsigned length = 0;
    if (LLVMGetMDNodeNumOperands(lines[i]) != 1)
      continue;
    LLVMGetMDNodeOperands(lines[i], &text);
    const char *line = text ? LLVMGetMDString(text, &length) : NULL;
    if (!line || length < strlen(OWN) || memcmp(line, OWN, strlen(OWN)) != 0)
      continue;
    struct record record;
    char *copy = fxc_new(arena, length + 1, 1);
    memcpy(copy, line, length);
    copy[length] = 0;
    parse(copy, &record);
    merge(&all, &record, is_first);
    is_first = false;
  }
  free(lines);
  return all;
}

void fxc_complete_options(struct fxc_options *options, LLVMModuleRef linked,
                          struct fxs_arena *arena) {
  struct record record = read_records(linked, arena);
  if (record.level > options->opt_level)
    options->opt_level = record.level;
  if (options->opt_level < 0)
    options->opt_level = DEFAULT_LEVEL;
  options->debug |= record.debug;
  options->wide_ids |= record.wide_ids;
  options->embed_ir |= record.embed_ir;
  if (options->target->is_host)
    options->checks |= record.checks;
  if (options->checks && !options->opt_level)
    options->opt_level = 1; /* the headers have to be inlined */
  bool names_processor = options->cpu || options->features || options->isas;
  if (options->target->is_host && !names_processor) {
    options->cpu = record.cpu;
    options->features = record.features;
    options->tune = options->tune ? options->tune : record.tune;
  }
}

void fxc_note_sub_group_default(LLVMModuleRef input) {
  struct fxs_arena arena = {0};
  struct record record = read_records(input, &arena);
  bool is_automatic = record.sub_group && !strcmp(record.sub_group, "automatic");
  int size = record.sub_group ? atoi(record.sub_group) : 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(input); f; f = LLVMGetNextFunction(f))
    if (fxc_is_kernel(f) && (size > 0 || is_automatic))
      fxc_set_default_sub_group(f, is_automatic ? FXC_AUTOMATIC_SUB_GROUP : size);
  fxs_arena_release(&arena);
}

/* ---- functions in two modules ---- */

static bool has(LLVMValueRef function, const char *name) {
  return fxc_has_attribute(function, (unsigned)LLVMAttributeFunctionIndex, name);
}

static void allow(LLVMValueRef function, const char *obstacle) {
  LLVMRemoveEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                 fxc_attribute_kind(obstacle));
}

/* At -O0 clang adds noinline together with optnone. */
static void optimize_like(LLVMValueRef function, LLVMValueRef optimized) {
  allow(function, "optnone");
  if (!has(optimized, "noinline"))
    allow(function, "noinline");
}

void fxc_match_optnone(LLVMModuleRef into, LLVMModuleRef from) {
  for (LLVMValueRef f = LLVMGetFirstFunction(from); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    LLVMValueRef known = LLVMIsDeclaration(f) || LLVMGetLinkage(f) == LLVMInternalLinkage
                             ? NULL
                             : LLVMGetNamedFunction(into, LLVMGetValueName2(f, &length));
    if (!known || LLVMIsDeclaration(known) || has(f, "optnone") == has(known, "optnone"))
      continue;
    if (has(f, "optnone"))
      optimize_like(f, known);
    else
      optimize_like(known, f);
  }
}
