/* Messages of tools: one line each, "tool: error: text", in a single write so that lines of
 * several processes do not mix. Libraries use this only for traces that the user requested. */
#ifndef FALX_SUPPORT_LOG_H
#define FALX_SUPPORT_LOG_H

#include <stdarg.h>

enum fxs_log_level { FXS_LOG_ERROR, FXS_LOG_WARNING, FXS_LOG_NOTE, FXS_LOG_PLAIN };

/* Writes to standard error; tool may be NULL. FXS_LOG_PLAIN adds no level word. */
void fxs_log(const char *tool, enum fxs_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void fxs_vlog(const char *tool, enum fxs_log_level level, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

#endif
