/* Diagnostics in clang's format: file:line:column, the message, the line and a caret. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tools/integration/source.h"

/* Prints the line that contains offset, and a caret below it. */
static void add_snippet(struct fxs_strbuf *out, const char *text, size_t size, unsigned line,
                        unsigned offset) {
  size_t begin = offset, end = offset;
  if (!text || offset > size)
    return;
  while (begin > 0 && text[begin - 1] != '\n')
    begin--;
  while (end < size && text[end] != '\n' && text[end] != '\r')
    end++;
  fxs_strbuf_printf(out, "%5u | %.*s\n      | ", line, (int)(end - begin), text + begin);
  for (size_t i = begin; i < offset; i++)
    fxs_strbuf_putc(out, text[i] == '\t' ? '\t' : ' ');
  fxs_strbuf_printf(out, "^\n");
}

__attribute__((format(printf, 4, 0))) static void report(struct fxi_source *source, CXCursor at,
                                                         const char *severity, const char *format,
                                                         va_list args) {
  struct fxs_strbuf out = {0};
  CXSourceLocation location = clang_getCursorLocation(at);
  CXString name;
  CXFile file;
  char sentence[1024];
  unsigned line, column, offset;
  size_t size = 0;
  vsnprintf(sentence, sizeof sentence, format, args);
  clang_getPresumedLocation(location, &name, &line, &column);
  fxs_strbuf_printf(&out, "%s:%u:%u: %s: %s\n", fxi_text(source, name), line, column, severity,
                    sentence);
  clang_getExpansionLocation(location, &file, NULL, NULL, &offset);
  const char *text = file ? clang_getFileContents(source->unit, file, &size) : NULL;
  add_snippet(&out, text, size, line, offset);
  fputs(fxs_strbuf_text(&out), stderr);
  fxs_strbuf_free(&out);
}

void fxi_error(struct fxi_source *source, CXCursor at, const char *format, ...) {
  va_list args;
  va_start(args, format);
  report(source, at, "error", format, args);
  va_end(args);
  source->error_count++;
}

void fxi_note(struct fxi_source *source, CXCursor at, const char *format, ...) {
  va_list args;
  va_start(args, format);
  report(source, at, "note", format, args);
  va_end(args);
}
