/* The file of the timeline, and the lines in it. */
#include "runtime/common/timeline.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/common/locks.h"
#include "runtime/os/os.h"
#include "support/log.h"
#include "support/strbuf.h"
#include "support/threads.h"

enum { ROOM = 1 << 16, DEVICE_STEP = 1 << 23 /* more than Linux has processes */ };
static const uint64_t FLUSH_NS = 250000000, WAITED_NS = 100000;

uint32_t fxr_timeline_state;

static struct {
  struct fxs_mutex lock; /* guards the rest */
  FILE *file;            /* unbuffered: a forked child has nothing to write a second time */
  char *path;            /* owned */
  uint64_t written_ns;   /* when the buffer was last written */
  uint64_t waited_ns;    /* when it was last written because a wait had ended */
  bool has_event;
  size_t used;
  char buffer[ROOM];
} timeline = {.lock = FXS_MUTEX_INIT_ROW(FXR_ROW_LAST)};

static uint64_t process;             /* written before the state */
static uint32_t serial;              /* atomic: of the timelines of this process */
static _Thread_local uint32_t named; /* the timeline that has the thread's name */

/* ---- The file ---- */

/* With the lock. A file that cannot be written ends the timeline, not the program. */
static void write_out(void) {
  if (timeline.file && timeline.used &&
      fwrite(timeline.buffer, 1, timeline.used, timeline.file) != timeline.used) {
    fxs_log("falx", FXS_LOG_WARNING, "FALX_TRACE: cannot write %s: %s; the timeline ends here",
            timeline.path, strerror(errno));
    fclose(timeline.file);
    timeline.file = NULL;
    __atomic_store_n(&fxr_timeline_state, 0, __ATOMIC_RELAXED);
  }
  timeline.used = 0;
  timeline.written_ns = fxs_clock_ns();
}

static void add(const char *text, size_t length) {
  if (timeline.file && timeline.used + length > ROOM)
    write_out();
  if (timeline.file) {
    memcpy(timeline.buffer + timeline.used, text, length);
    timeline.used += length;
  }
}

void fxr_line_put(struct fxr_line *line) {
  static const char close[] = "}}";
  size_t size = line->has_args ? 2 : 1;
  memcpy(line->text + line->length, close, size);
  fxs_mutex_lock(&timeline.lock);
  add(timeline.has_event ? ",\n" : "[\n", 2);
  add(line->text, line->length + size);
  timeline.has_event = true;
  if (timeline.file && fxs_clock_ns() - timeline.written_ns > FLUSH_NS)
    write_out();
  fxs_mutex_unlock(&timeline.lock);
}

/* Unless that happened less than `ns` ago; last: when it did. */
static void write_after(uint64_t ns, uint64_t *last) {
  if (!fxr_timeline_is_on())
    return;
  fxs_mutex_lock(&timeline.lock);
  uint64_t now = fxs_clock_ns();
  if (now - *last > ns) {
    write_out();
    *last = now;
  }
  fxs_mutex_unlock(&timeline.lock);
}

void fxr_timeline_flush(void) {
  write_after(FLUSH_NS, &timeline.written_ns);
}

void fxr_timeline_waited(void) {
  write_after(WAITED_NS, &timeline.waited_ns);
}

/* The last file that the list names, with %p replaced; NULL: none, or out of memory. */
static char *file_of(const char *list) {
  static const char suffix[] = ".json";
  const char *from = NULL, *to = NULL;
  for (const char *at = list; at && *at;) {
    const char *end = at + strcspn(at, ",");
    if ((size_t)(end - at) >= sizeof suffix &&
        strncmp(end - (sizeof suffix - 1), suffix, sizeof suffix - 1) == 0) {
      from = at;
      to = end;
    }
    at = *end ? end + 1 : end;
  }
  if (!from)
    return NULL;
  struct fxs_strbuf path = {0};
  for (; from < to; from++)
    if (from[0] == '%' && from[1] == 'p' && ++from)
      fxs_strbuf_printf(&path, "%llu", (unsigned long long)fxr_os_process_id());
    else
      fxs_strbuf_putc(&path, *from);
  return fxs_strbuf_take(&path);
}

void fxr_timeline_open(const char *list) {
  char *path = file_of(list);
  if (!path)
    return;
  FILE *file = fopen(path, "wbe");
  if (!file) {
    fxs_log("falx", FXS_LOG_WARNING, "FALX_TRACE: cannot make %s: %s; there will be no timeline",
            path, strerror(errno));
    free(path);
    return;
  }
  setvbuf(file, NULL, _IONBF, 0);
  process = fxr_os_process_id();
  fxs_mutex_lock(&timeline.lock);
  timeline.file = file;
  timeline.path = path;
  timeline.used = 0;
  timeline.has_event = false;
  timeline.waited_ns = 0;
  timeline.written_ns = fxs_clock_ns();
  fxs_mutex_unlock(&timeline.lock);
  __atomic_add_fetch(&serial, 1, __ATOMIC_RELAXED);
  __atomic_store_n(&fxr_timeline_state, 1, __ATOMIC_RELEASE);
  fxr_timeline_name((struct fxr_track){process, 0}, false, "host threads");
}

void fxr_timeline_close(void) {
  if (!__atomic_exchange_n(&fxr_timeline_state, 0, __ATOMIC_ACQ_REL) && !timeline.path)
    return;
  fxs_mutex_lock(&timeline.lock);
  add(timeline.has_event ? "\n]\n" : "[]\n", 3);
  write_out();
  if (timeline.file)
    fclose(timeline.file);
  timeline.file = NULL;
  free(timeline.path);
  timeline.path = NULL;
  fxs_mutex_unlock(&timeline.lock);
}

void fxr_timeline_abandon(void) {
  __atomic_store_n(&fxr_timeline_state, 0, __ATOMIC_RELAXED);
}

/* ---- Lines ---- */

/* Room for what fxr_line_put adds is always left; what does not fit is left out. */
static void put(struct fxr_line *line, const char *text, size_t length) {
  if (line->length + length + 2 > sizeof line->text)
    return;
  memcpy(line->text + line->length, text, length);
  line->length += length;
}

static void put_text(struct fxr_line *line, const char *text) {
  put(line, text, strlen(text));
}

static void put_number(struct fxr_line *line, uint64_t value) {
  char digits[20];
  size_t at = sizeof digits;
  do
    digits[--at] = (char)('0' + value % 10);
  while (value /= 10);
  put(line, digits + at, sizeof digits - at);
}

/* The format counts in microseconds. */
static void put_time(struct fxr_line *line, uint64_t ns) {
  uint64_t rest = ns % 1000;
  const char fraction[] = {'.', (char)('0' + rest / 100), (char)('0' + rest / 10 % 10),
                           (char)('0' + rest % 10)};
  put_number(line, ns / 1000);
  put(line, fraction, sizeof fraction);
}

/* A long text loses its end, at the border of a character. */
static void put_string(struct fxr_line *line, const char *text) {
  size_t length = strlen(text);
  if (length > FXR_TIMELINE_TEXT) {
    length = FXR_TIMELINE_TEXT;
    while (length && ((unsigned char)text[length] & 0xc0) == 0x80)
      length--;
  }
  put(line, "\"", 1);
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)text[i];
    char escaped[8];
    if (c == '"' || c == '\\')
      put(line, "\\", 1);
    if (c < 0x20)
      put(line, escaped, (size_t)snprintf(escaped, sizeof escaped, "\\u%04x", c));
    else
      put(line, &text[i], 1);
  }
  put(line, "\"", 1);
}

static void put_key(struct fxr_line *line, const char *key) {
  put(line, ",\"", 2);
  put_text(line, key);
  put(line, "\":", 2);
}

void fxr_line_begin(struct fxr_line *line, char phase, const char *category, const char *name,
                    struct fxr_track track, uint64_t ns, uint64_t duration) {
  const char letter[] = {'"', phase, '"'};
  line->length = 0;
  line->has_args = false;
  put_text(line, "{\"ph\":");
  put(line, letter, sizeof letter);
  put_key(line, "cat");
  put_string(line, category);
  put_key(line, "name");
  put_string(line, name);
  fxr_line_member(line, "pid", track.process);
  fxr_line_member(line, "tid", track.thread);
  put_key(line, "ts");
  put_time(line, ns);
  if (phase == 'X') {
    put_key(line, "dur");
    put_time(line, duration);
  }
}

void fxr_line_enclosing(struct fxr_line *line) {
  put_text(line, ",\"bp\":\"e\"");
}

void fxr_line_member(struct fxr_line *line, const char *key, uint64_t value) {
  put_key(line, key);
  put_number(line, value);
}

static void put_argument(struct fxr_line *line, const char *key) {
  if (line->has_args) {
    put_key(line, key);
    return;
  }
  line->has_args = true;
  put_text(line, ",\"args\":{\"");
  put_text(line, key);
  put(line, "\":", 2);
}

void fxr_line_number(struct fxr_line *line, const char *key, uint64_t value) {
  put_argument(line, key);
  put_number(line, value);
}

void fxr_line_text(struct fxr_line *line, const char *key, const char *value) {
  put_argument(line, key);
  put_string(line, value);
}

void fxr_line_numbers(struct fxr_line *line, const char *key, const uint64_t *values,
                      size_t count) {
  put_argument(line, key);
  put(line, "[", 1);
  for (size_t i = 0; i < count; i++) {
    if (i)
      put(line, ",", 1);
    put_number(line, values[i]);
  }
  put(line, "]", 1);
}

/* ---- Tracks and events of the calling thread ---- */

void fxr_timeline_name(struct fxr_track track, bool is_thread, const char *name) {
  struct fxr_line line;
  fxr_line_begin(&line, 'M', "", is_thread ? "thread_name" : "process_name", track, 0, 0);
  fxr_line_text(&line, "name", name);
  fxr_line_put(&line);
}

uint64_t fxr_timeline_device_process(uint32_t device) {
  return process + (uint64_t)(device + 1) * DEVICE_STEP;
}

struct fxr_track fxr_timeline_this_thread(void) {
  struct fxr_track track = {process, fxr_os_thread_id()};
  uint32_t now = __atomic_load_n(&serial, __ATOMIC_RELAXED);
  if (named != now) {
    char name[32];
    named = now;
    if (fxr_os_thread_name(name, sizeof name))
      fxr_timeline_name(track, true, name);
  }
  return track;
}

void fxr_timeline_span(uint64_t start, const char *category, const char *format, ...) {
  if (!start || !fxr_timeline_is_on())
    return;
  uint64_t end = fxs_clock_ns();
  char name[FXR_TIMELINE_TEXT];
  va_list args;
  va_start(args, format);
  vsnprintf(name, sizeof name, format, args);
  va_end(args);
  struct fxr_line line;
  fxr_line_begin(&line, 'X', category, name, fxr_timeline_this_thread(), start, end - start);
  fxr_line_put(&line);
}

void fxr_timeline_note(const char *category, const char *format, va_list args) {
  if (!fxr_timeline_is_on())
    return;
  char text[FXR_TIMELINE_TEXT];
  vsnprintf(text, sizeof text, format, args);
  struct fxr_line line;
  fxr_line_begin(&line, 'i', category, text, fxr_timeline_this_thread(), fxs_clock_ns(), 0);
  fxr_line_put(&line);
}

void fxr_timeline_count(const char *name, uint64_t value) {
  if (!fxr_timeline_is_on())
    return;
  struct fxr_line line;
  fxr_line_begin(&line, 'C', "memory", name, (struct fxr_track){process, 0}, fxs_clock_ns(), 0);
  fxr_line_number(&line, "bytes", value);
  fxr_line_put(&line);
}
