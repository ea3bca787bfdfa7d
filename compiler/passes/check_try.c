/* Finds try blocks of device functions: a scanner for just enough of C++, and the matching of
 * blocks to functions by the positions of their instructions. */
#include "compiler/passes/check_try.h"

#include <ctype.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/memory.h"
#include "support/arena.h"
#include "support/file.h"

/* ---- The scanner ---- */

struct scan {
  const char *at, *end;
  const char *line_start;
  unsigned line;
};

/* Counts the lines it skips. */
static void advance(struct scan *scan, const char *to) {
  for (; scan->at < to; scan->at++)
    if (*scan->at == '\n') {
      scan->line++;
      scan->line_start = scan->at + 1;
    }
}

static const char *find(const struct scan *scan, const char *from, const char *text,
                        size_t length) {
  const char *found =
      from < scan->end ? memmem(from, (size_t)(scan->end - from), text, length) : NULL;
  return found ? found + length : scan->end;
}

/* Skips the literal that begins with a quote. */
static const char *end_of_literal(const struct scan *scan, const char *quote) {
  const char *at = quote + 1;
  while (at < scan->end && *at != *quote && *at != '\n')
    at += *at == '\\' ? 2 : 1;
  return at < scan->end ? at + 1 : scan->end;
}

/* R"delimiter( ... )delimiter" */
static const char *end_of_raw(const struct scan *scan, const char *quote) {
  const char *open = memchr(quote, '(', (size_t)(scan->end - quote));
  char close[20] = ")";
  size_t length = open ? (size_t)(open - quote - 1) : sizeof close;
  if (length + 3 > sizeof close)
    return end_of_literal(scan, quote);
  memcpy(close + 1, quote + 1, length);
  close[length + 1] = '"';
  return find(scan, open, close, length + 2);
}

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

/* Names, and numbers with their digit separators. */
static const char *end_of_word(const struct scan *scan) {
  const char *at = scan->at;
  bool is_number = isdigit((unsigned char)*at);
  while (at < scan->end &&
         (is_word(*at) || (is_number && *at == '\'' && at + 1 < scan->end && is_word(at[1]))))
    at++;
  return at;
}

/* Skips what is not a token; returns false at the end. */
static bool skip_blank(struct scan *scan) {
  while (scan->at < scan->end) {
    bool is_slash = *scan->at == '/' && scan->at + 1 < scan->end;
    if (isspace((unsigned char)*scan->at))
      advance(scan, scan->at + 1);
    else if (is_slash && scan->at[1] == '/')
      advance(scan, find(scan, scan->at, "\n", 1));
    else if (is_slash && scan->at[1] == '*')
      advance(scan, find(scan, scan->at + 2, "*/", 2));
    else
      return true;
  }
  return false;
}

/* An open block. */
struct open {
  size_t index;                          /* into the list */
  unsigned depth;                        /* number of enclosing braces */
  enum { BEFORE, INSIDE, BEHIND } state; /* of its block, or of a handler's */
  bool is_handler;
};

struct state {
  struct fxc_try_list *out;
  FXS_VECTOR(struct open) opens;
  unsigned depth;
};

static void meet_word(struct state *state, const struct scan *scan, size_t length) {
  struct open *last = state->opens.count ? &state->opens.items[state->opens.count - 1] : NULL;
  if (last && last->state == BEHIND) {
    if (length == 5 && memcmp(scan->at, "catch", 5) == 0) {
      last->state = BEFORE;
      last->is_handler = true;
    } else
      state->opens.count--;
  }
  if (length != 3 || memcmp(scan->at, "try", 3) != 0)
    return;
  struct fxc_try block = {.line = scan->line,
                          .column = (unsigned)(scan->at - scan->line_start) + 1};
  struct open open = {state->out->items.count, state->depth, BEFORE, false};
  fxc_push(&state->out->items, block);
  fxc_push(&state->opens, open);
}

static void meet_other(struct state *state, const struct scan *scan) {
  struct open *last = state->opens.count ? &state->opens.items[state->opens.count - 1] : NULL;
  if (last && last->state == BEHIND) {
    state->opens.count--;
    last = state->opens.count ? last - 1 : NULL;
  }
  if (*scan->at == '{') {
    if (last && last->state == BEFORE && last->depth == state->depth)
      last->state = INSIDE;
    state->depth++;
  } else if (*scan->at == '}' && state->depth) {
    state->depth--;
    if (!last || last->state != INSIDE || last->depth != state->depth)
      return;
    struct fxc_try *block = &state->out->items.items[last->index];
    unsigned column = (unsigned)(scan->at - scan->line_start) + 1;
    last->state = BEHIND;
    block->after = scan->line;
    block->after_column = column;
    if (!last->is_handler) {
      block->stop = scan->line;
      block->stop_column = column;
    }
  }
}

void fxc_try_scan(const char *text, size_t size, struct fxc_try_list *out) {
  struct scan scan = {text, text + size, text, 1};
  struct state state = {.out = out};
  while (skip_blank(&scan)) {
    const char *at = scan.at;
    if (is_word(*at)) {
      const char *end = end_of_word(&scan);
      if (end < scan.end && *end == '"' && end[-1] == 'R') {
        advance(&scan, end_of_raw(&scan, end));
        continue;
      }
      meet_word(&state, &scan, (size_t)(end - at));
      advance(&scan, end);
    } else if (*at == '"' || *at == '\'') {
      advance(&scan, end_of_literal(&scan, at));
    } else {
      meet_other(&state, &scan);
      advance(&scan, at + 1);
    }
  }
  fxs_vector_free(&state.opens);
}

/* ---- the enclosing function ---- */

static struct fxc_try_list *read_source(struct fxs_map *sources, const char *path) {
  struct fxc_try_list *list = fxs_map_get(sources, path);
  if (list)
    return list;
  struct fxs_file file;
  list = fxc_must(calloc(1, sizeof *list));
  if (!fxs_file_map(path, &file)) {
    if (memmem(file.data, file.size, "try", 3))
      fxc_try_scan((const char *)file.data, file.size, list);
    fxs_file_free(&file);
  }
  fxc_must(fxs_map_put(sources, path, list) ? sources : NULL);
  return list;
}

static bool is_before(unsigned line, unsigned column, unsigned other, unsigned other_column) {
  return line < other || (line == other && column < other_column);
}

/* A lambda inside the block begins there and has all its code there; an enclosing function
 * begins before it, which the line alone may not show, or has code outside it. */
static bool has_block(LLVMValueRef function, const struct fxc_try *block) {
  LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
  unsigned begin = LLVMDISubprogramGetLine(subprogram);
  bool has_inside = false, has_outside = begin < block->line;
  if (!block->stop || begin > block->line)
    return false;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMMetadataRef place = LLVMInstructionGetDebugLoc(i);
      if (!place || LLVMDILocationGetInlinedAt(place) ||
          LLVMDIScopeGetFile(LLVMDILocationGetScope(place)) != LLVMDIScopeGetFile(subprogram))
        continue;
      unsigned line = LLVMDILocationGetLine(place), column = LLVMDILocationGetColumn(place);
      bool is_early = is_before(line, column, block->line, block->column);
      has_outside |=
          line && (is_early || is_before(block->after, block->after_column, line, column));
      has_inside |= line && !is_early && is_before(line, column, block->stop, block->stop_column);
    }
  return has_inside && has_outside;
}

const struct fxc_try *fxc_try_of(struct fxs_map *sources, LLVMValueRef function) {
  struct fxs_arena arena = {0};
  const char *path = LLVMGetSubprogram(function) ? fxc_source_path(&arena, function) : NULL;
  const struct fxc_try_list *list = path ? read_source(sources, path) : NULL;
  fxs_arena_release(&arena);
  for (size_t i = 0; list && i < list->items.count; i++)
    if (has_block(function, &list->items.items[i]))
      return &list->items.items[i];
  return NULL;
}

void fxc_try_free(struct fxs_map *sources) {
  const char *path;
  void *list;
  for (size_t i = 0; fxs_map_next(sources, &i, &path, &list);) {
    fxs_vector_free(&((struct fxc_try_list *)list)->items);
    free(list);
  }
  fxs_map_free(sources);
}
