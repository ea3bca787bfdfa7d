/* The compiler's diagnostics sink: an array of messages, printed in order by the tool. */
#include "compiler/diagnostics.h"
#include "compiler/demangle.h"
#include "compiler/memory.h"
#include "support/file.h"
#include "support/map.h"
#include "support/strbuf.h"
#include "support/vector.h"

#include <llvm-c/DebugInfo.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

struct message {
  enum fxc_severity severity;
  char *position; /* "file:line:col", NULL if unknown */
  char *function; /* that contains an instruction without a position, else NULL */
  char *text;
};

struct fxc_diagnostics {
  struct fxs_arena arena; /* of all strings */
  FXS_VECTOR(struct message) messages;
  bool has_errors;
};

struct fxc_diagnostics *fxc_diagnostics_create(void) {
  return fxc_must(calloc(1, sizeof(struct fxc_diagnostics)));
}

void fxc_diagnostics_destroy(struct fxc_diagnostics *sink) {
  if (!sink)
    return;
  fxs_arena_release(&sink->arena);
  fxs_vector_free(&sink->messages);
  free(sink);
}

static bool is_working_folder(const char *path, size_t length) {
  char here[4096];
  return !length ||
         (getcwd(here, sizeof here) && strlen(here) == length && memcmp(here, path, length) == 0);
}

char *fxc_source_path(struct fxs_arena *arena, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) && !LLVMIsAFunction(value) && !LLVMIsAGlobalVariable(value))
    return NULL;
  if (LLVMIsAInstruction(value) ? !LLVMInstructionGetDebugLoc(value)
                                : LLVMIsAFunction(value) && !LLVMGetSubprogram(value))
    return NULL;
  unsigned length = 0, directory_length = 0;
  const char *file = LLVMGetDebugLocFilename(value, &length);
  const char *directory = LLVMGetDebugLocDirectory(value, &directory_length);
  if (!file || !length)
    return NULL;
  /* Makes paths relative to the working folder. */
  const char *slash = directory_length && directory[directory_length - 1] == '/' ? "" : "/";
  if (file[0] == '/' || is_working_folder(directory, directory_length))
    slash = "", directory_length = 0;
  return fxc_must(fxs_arena_printf(arena, "%.*s%s%.*s", (int)directory_length, directory, slash,
                                   (int)length, file));
}

char *fxc_source_position(struct fxs_arena *arena, LLVMValueRef value) {
  char *path = fxc_source_path(arena, value);
  unsigned line = path ? LLVMGetDebugLocLine(value) : 0;
  unsigned column = path && LLVMIsAInstruction(value) ? LLVMGetDebugLocColumn(value) : 0;
  if (!line)
    return NULL;
  return fxc_must(column ? fxs_arena_printf(arena, "%s:%u:%u", path, line, column)
                         : fxs_arena_printf(arena, "%s:%u", path, line));
}

static char *function_of(struct fxs_arena *arena, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value))
    return NULL;
  value = LLVMGetBasicBlockParent(LLVMGetInstructionParent(value));
  size_t length;
  char *name = fxc_demangle(LLVMGetValueName2(value, &length));
  char *copy = fxc_must(fxs_arena_strdup(arena, name));
  free(name);
  return copy;
}

static void add(struct fxc_diagnostics *sink, struct message message, const char *format,
                va_list args) {
  struct fxs_strbuf text = {0};
  fxs_strbuf_vprintf(&text, format, args);
  message.text = fxc_must(fxs_arena_strdup(&sink->arena, fxs_strbuf_text(&text)));
  fxs_strbuf_free(&text);
  fxc_push(&sink->messages, message);
  sink->has_errors |= message.severity == FXC_ERROR;
}

void fxc_report(struct fxc_diagnostics *sink, enum fxc_severity severity, LLVMValueRef value,
                const char *format, ...) {
  struct message message = {.severity = severity};
  if (value)
    message.position = fxc_source_position(&sink->arena, value);
  if (value && !message.position)
    message.function = function_of(&sink->arena, value);
  va_list args;
  va_start(args, format);
  add(sink, message, format, args);
  va_end(args);
}

void fxc_report_at(struct fxc_diagnostics *sink, enum fxc_severity severity, const char *position,
                   const char *format, ...) {
  struct message message = {.severity = severity};
  if (position)
    message.position = fxc_must(fxs_arena_strdup(&sink->arena, position));
  va_list args;
  va_start(args, format);
  add(sink, message, format, args);
  va_end(args);
}

static char *copy(struct fxs_arena *arena, const char *text) {
  return text ? fxc_must(fxs_arena_strdup(arena, text)) : NULL;
}

void fxc_diagnostics_move(struct fxc_diagnostics *sink, struct fxc_diagnostics *from) {
  for (size_t i = 0; i < from->messages.count; i++) {
    struct message message = from->messages.items[i];
    message.position = copy(&sink->arena, message.position);
    message.function = copy(&sink->arena, message.function);
    message.text = copy(&sink->arena, message.text);
    fxc_push(&sink->messages, message);
  }
  sink->has_errors |= from->has_errors;
  fxs_vector_free(&from->messages);
  fxs_arena_release(&from->arena);
  from->has_errors = false;
}

bool fxc_has_errors(const struct fxc_diagnostics *sink) {
  return sink->has_errors;
}

/* ---- Printing ---- */

/* The last source file read: notes and errors often refer to the same one. */
struct source {
  char *path;
  struct fxs_file file; /* no data if it cannot be read */
};

static void open_source(struct source *source, const char *path, size_t length) {
  if (source->path && strlen(source->path) == length && memcmp(source->path, path, length) == 0)
    return;
  fxs_file_free(&source->file);
  free(source->path);
  source->file = (struct fxs_file){0};
  source->path = fxc_must(strndup(path, length));
  if (fxs_file_read(source->path, &source->file))
    source->file = (struct fxs_file){0};
}

/* NULL past the last. */
static const char *find_line(const struct fxs_file *file, unsigned long number, int *out_length) {
  const char *at = (const char *)file->data, *end = at + file->size;
  while (at && at < end) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    stop = stop ? stop : end;
    if (--number == 0) {
      *out_length = (int)(stop - at) - (stop > at && stop[-1] == '\r');
      return at;
    }
    at = stop + 1;
  }
  return NULL;
}

/* As clang does: the line with its number, and a caret under the column. */
static void print_source(struct source *source, const char *position, bool coloured, FILE *out) {
  const char *column_at = strrchr(position, ':'), *line_at = column_at;
  while (line_at && line_at > position && line_at[-1] != ':')
    line_at--;
  if (!line_at || line_at <= position)
    return; /* no column */
  unsigned long line = strtoul(line_at, NULL, 10), column = strtoul(column_at + 1, NULL, 10);
  int length = 0;
  open_source(source, position, (size_t)(line_at - 1 - position));
  const char *text = line ? find_line(&source->file, line, &length) : NULL;
  if (!text || !column || column > (unsigned long)length)
    return; /* the file has changed meanwhile */
  fprintf(out, "%5lu | %.*s\n      | ", line, length, text);
  for (unsigned long i = 1; i < column; i++)
    fputc(text[i - 1] == '\t' ? '\t' : ' ', out);
  fprintf(out, "%s^%s\n", coloured ? "\033[1;32m" : "", coloured ? "\033[0m" : "");
}

static void print_message(const struct message *message, const char *tool, bool coloured,
                          FILE *out) {
  static const char *const words[] = {"note", "remark", "warning", "error"};
  static const char *const colours[] = {"\033[1;30m", "\033[1;34m", "\033[1;35m", "\033[1;31m"};
  const char *bold = coloured ? "\033[1m" : "", *off = coloured ? "\033[0m" : "";
  fprintf(out, "%s%s:%s %s%s:%s ", bold, message->position ? message->position : tool, off,
          coloured ? colours[message->severity] : "", words[message->severity], off);
  if (message->function && message->severity != FXC_NOTE)
    fprintf(out, "in function '%s': ", message->function);
  fprintf(out, "%s\n", message->text);
}

void fxc_diagnostics_print(struct fxc_diagnostics *sink, const char *tool, FILE *out) {
  bool coloured = isatty(fileno(out));
  bool is_repeated = false; /* of the last error, warning or remark: its notes are dropped with
                             * it */
  struct fxs_map printed = {0};
  struct source source = {0};
  for (size_t i = 0; i < sink->messages.count; i++) {
    const struct message *message = &sink->messages.items[i];
    if (message->severity != FXC_NOTE) {
      const char *place = message->position ? message->position : message->function;
      char *key = fxc_must(fxs_arena_printf(&sink->arena, "%d %s %s", message->severity,
                                            place ? place : "", message->text));
      is_repeated = fxs_map_has(&printed, key);
      fxc_must(fxs_map_put(&printed, key, NULL) ? sink : NULL);
    }
    if (is_repeated)
      continue;
    print_message(message, tool, coloured, out);
    if (message->position)
      print_source(&source, message->position, coloured, out);
  }
  fxs_file_free(&source.file);
  free(source.path);
  fxs_map_free(&printed);
  fxs_vector_free(&sink->messages);
  fxs_arena_release(&sink->arena);
  sink->has_errors = false;
}
