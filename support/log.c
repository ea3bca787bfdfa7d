/* Messages of tools. */
#include "support/log.h"

#include <errno.h>
#include <unistd.h>

#include "support/strbuf.h"

static void write_all(int descriptor, const char *data, size_t size) {
  while (size) {
    ssize_t written = write(descriptor, data, size);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return; /* nowhere left to report to */
    data += written;
    size -= (size_t)written;
  }
}

void fxs_vlog(const char *tool, enum fxs_log_level level, const char *format, va_list args) {
  static const char *const words[] = {"error: ", "warning: ", "note: ", ""};
  static const char lost[] = "error: out of memory\n";
  struct fxs_strbuf line = {0};
  if (tool)
    fxs_strbuf_printf(&line, "%s: ", tool);
  fxs_strbuf_puts(&line, words[level]);
  fxs_strbuf_vprintf(&line, format, args);
  fxs_strbuf_putc(&line, '\n');
  if (line.has_failed)
    write_all(STDERR_FILENO, lost, sizeof lost - 1);
  else
    write_all(STDERR_FILENO, line.data, line.length);
  fxs_strbuf_free(&line);
}

void fxs_log(const char *tool, enum fxs_log_level level, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fxs_vlog(tool, level, format, args);
  va_end(args);
}
