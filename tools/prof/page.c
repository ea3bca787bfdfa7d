/* The profile as a page of HTML with a picture of the timeline, which needs nothing but itself. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "support/file.h"
#include "support/log.h"
#include "support/strbuf.h"
#include "tools/prof/profile.h"

enum {
  WIDTH = 100000, /* units of the picture, for the whole run */
  HEIGHT = 22,    /* of a row */
  DRAWN = 20000,  /* bars at most: the longest */
  COLOURS = 8
};

static const char head[] =
    "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, "
    "initial-scale=1\">\n<title>falx-prof</title>\n"
    "<style>\n"
    "body{font:15px/1.45 system-ui,sans-serif;margin:1.5rem;color:#1d2330;background:#fff}\n"
    "h1{font-size:1.3rem;overflow-wrap:anywhere}h2{font-size:1.05rem;margin-top:1.6rem}\n"
    "table{border-collapse:collapse}td,th{padding:.2rem .55rem;text-align:right;border-bottom:1px "
    "solid "
    "#e3e6ec;white-space:nowrap}\n"
    "th{font-weight:600;background:#f5f6f9;white-space:normal;vertical-align:bottom}td.n,th.n{text-"
    "align:left;white-space:normal;"
    "overflow-wrap:anywhere;min-width:11rem}\n"
    ".wide{overflow-x:auto}.picture{display:flex;border:1px solid #d7dbe3}\n"
    ".names{flex:none;width:13rem;border-right:1px solid #d7dbe3;background:#f5f6f9}\n"
    ".names div{height:22px;line-height:22px;padding:0 .4rem;font-size:12px;overflow:hidden;"
    "white-space:nowrap;text-overflow:ellipsis}\n"
    ".bars{overflow-x:auto;flex:1}.bars svg{display:block;width:100%}\n"
    "i{display:inline-block;width:.8em;height:.8em;margin-right:.4em}\n"
    ".c0{fill:#3b6fb6;background:#3b6fb6}.c1{fill:#d9822b;background:#d9822b}"
    ".c2{fill:#4c9a52;background:#4c9a52}.c3{fill:#a2509c;background:#a2509c}\n"
    ".c4{fill:#2a9d9d;background:#2a9d9d}.c5{fill:#b5485d;background:#b5485d}"
    ".c6{fill:#7a6ad0;background:#7a6ad0}.c7{fill:#8a7f3c;background:#8a7f3c}\n"
    "@media(max-width:40rem){body{margin:.8rem}td,th{padding:.2rem "
    ".4rem}td.n,th.n{min-width:6rem}td.n:first-child{min-width:9.5rem}"
    ".names{width:6.5rem}}\n"
    ".h{fill:#c9ced8}.w{fill:#eceef2}.k{fill:#d0342c}\n"
    "</style></head><body>\n";

static void put_text(struct fxs_strbuf *out, const char *text) {
  for (; *text; text++) {
    if (*text == '<')
      fxs_strbuf_puts(out, "&lt;");
    else if (*text == '>')
      fxs_strbuf_puts(out, "&gt;");
    else if (*text == '&')
      fxs_strbuf_puts(out, "&amp;");
    else if (*text == '"')
      fxs_strbuf_puts(out, "&quot;");
    else
      fxs_strbuf_putc(out, *text);
  }
}

static size_t colour_of(const struct profile *profile, const struct kind *const *kinds,
                        size_t index) {
  for (size_t i = 0; i < profile->kinds.count; i++)
    if (kinds[i] == &profile->kinds.items[index])
      return i % COLOURS;
  return 0;
}

static void put_table(const struct profile *profile, const struct kind *const *kinds,
                      struct fxs_strbuf *out) {
  uint64_t all = 0;
  for (size_t i = 0; i < profile->kinds.count; i++)
    all += kinds[i]->total;
  fxs_strbuf_puts(
      out, "<h2>Commands</h2>\n<div class=\"wide\"><table><tr><th class=\"n\">command"
           "<th class=\"n\">source<th>share<th>total<th>mean<th>longest<th>calls"
           "<th>waited<th>bytes<th>GB/s<th>threads<th>vector<th>of the critical path</tr>\n");
  for (size_t i = 0; i < profile->kinds.count; i++) {
    const struct kind *kind = kinds[i];
    char total[32], mean[32], most[32], waited[32], bytes[32], name[512];
    fxs_strbuf_puts(out, "<tr><td class=\"n\" title=\"");
    put_text(out, kind->name);
    fxs_strbuf_printf(out, "\"><i class=\"c%zu\"></i>", i % COLOURS);
    put_text(out, profile_short_name(kind->name, name, sizeof name));
    const char *file = strrchr(kind->at, '/');
    fxs_strbuf_puts(out, "<td class=\"n\" title=\"");
    put_text(out, kind->at);
    fxs_strbuf_puts(out, "\">");
    put_text(out, file ? file + 1 : kind->at);
    fxs_strbuf_printf(out, "<td>%.1f %%<td>%s<td>%s<td>%s<td>%" PRIu64 "<td>%s",
                      all ? 100 * (double)kind->total / (double)all : 0,
                      profile_time(kind->total, total),
                      profile_time(kind->total / kind->calls, mean), profile_time(kind->most, most),
                      kind->calls, profile_time(kind->waited / kind->calls, waited));
    if (kind->bytes && kind->total)
      fxs_strbuf_printf(out, "<td>%s<td>%.2f", profile_bytes(kind->bytes, bytes),
                        (double)kind->bytes / (double)kind->total);
    else
      fxs_strbuf_puts(out, "<td><td>");
    fxs_strbuf_printf(out, kind->threads ? "<td>%" PRIu32 : "<td>", kind->threads);
    fxs_strbuf_printf(out, kind->sub_group ? "<td>%" PRIu32 : "<td>", kind->sub_group);
    fxs_strbuf_printf(out, "<td>%.1f %%</tr>\n",
                      profile->critical ? 100 * (double)kind->critical / (double)profile->critical
                                        : 0);
  }
  fxs_strbuf_puts(out, "</table></div>\n");
  bool has_scalar = false;
  for (size_t i = 0; i < profile->kinds.count; i++) {
    char name[512];
    if (!profile_is_scalar(kinds[i]))
      continue;
    fxs_strbuf_puts(out, has_scalar ? ""
                                    : "<p>Vector 1: the kernel was not vectorized; "
                                      "falx++ -Rpass-missed=falx-vectorize says where.</p><ul>\n");
    has_scalar = true;
    fxs_strbuf_puts(out, "<li>");
    put_text(out, profile_short_name(kinds[i]->name, name, sizeof name));
    fxs_strbuf_puts(out, " ");
    put_text(out, kinds[i]->at);
    fxs_strbuf_puts(out, *kinds[i]->not_vectorized ? ": " : "");
    put_text(out, kinds[i]->not_vectorized);
    fxs_strbuf_puts(out, "</li>\n");
  }
  if (has_scalar)
    fxs_strbuf_puts(out, "</ul>\n");
}

/* ---- The picture ---- */

static int longer(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x > y ? -1 : x < y;
}

/* What is shorter is left out of the picture. */
static uint64_t shortest_drawn(const struct profile *profile) {
  size_t count = profile->commands.count + profile->spans.count, used = 0;
  uint64_t shortest = 0, *lengths = count > DRAWN ? malloc(count * sizeof *lengths) : NULL;
  if (!lengths)
    return 0;
  for (size_t i = 0; i < profile->commands.count; i++)
    lengths[used++] = profile->commands.items[i].end - profile->commands.items[i].start;
  for (size_t i = 0; i < profile->spans.count; i++)
    lengths[used++] = profile->spans.items[i].end - profile->spans.items[i].start;
  qsort(lengths, used, sizeof *lengths, longer);
  shortest = lengths[DRAWN] + 1;
  free(lengths);
  return shortest;
}

static void put_bar(const struct profile *profile, struct fxs_strbuf *out, size_t row,
                    uint64_t start, uint64_t end, const char *style, double top, double height) {
  double scale = profile->length ? (double)WIDTH / (double)profile->length : 0;
  fxs_strbuf_printf(out, "<rect class=\"%s\" x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\"",
                    style, (double)start * scale, (double)(row * HEIGHT) + top,
                    (double)(end - start) * scale + 0.5, height);
}

static void put_row(const struct profile *profile, const struct kind *const *kinds, size_t index,
                    uint64_t shortest, struct fxs_strbuf *out) {
  const struct row *row = &profile->rows.items[index];
  char took[32];
  for (size_t i = 0; i < profile->spans.count; i++) {
    const struct span *span = &profile->spans.items[i];
    if (span->process != row->process || span->thread != row->thread ||
        span->end - span->start < shortest)
      continue;
    put_bar(profile, out, index, span->start, span->end,
            strcmp(span->category, "wait") == 0 ? "w" : "h", 3, HEIGHT - 6);
    fxs_strbuf_puts(out, "><title>");
    put_text(out, span->name);
    fxs_strbuf_printf(out, "\n%s</title></rect>\n", profile_time(span->end - span->start, took));
  }
  for (size_t i = 0; i < profile->commands.count; i++) {
    const struct command *command = &profile->commands.items[i];
    char style[16];
    if (command->device != row->process || command->row != row->thread ||
        command->end - command->start < shortest)
      continue;
    const struct kind *kind = &profile->kinds.items[command->kind];
    if (command->is_critical) {
      put_bar(profile, out, index, command->start, command->end, "k", 1, 3);
      fxs_strbuf_puts(out, "/>\n");
    }
    snprintf(style, sizeof style, "c%zu", colour_of(profile, kinds, command->kind));
    put_bar(profile, out, index, command->start, command->end, style, 4, HEIGHT - 6);
    fxs_strbuf_puts(out, "><title>");
    put_text(out, kind->name);
    fxs_strbuf_printf(out, "\n%s\n%s%s</title></rect>\n", kind->at,
                      profile_time(command->end - command->start, took),
                      command->is_critical ? ", on the critical path" : "");
  }
}

static void put_picture(const struct profile *profile, const struct kind *const *kinds,
                        struct fxs_strbuf *out) {
  uint64_t shortest = shortest_drawn(profile);
  char limit[32];
  fxs_strbuf_puts(out,
                  "<h2>Timeline</h2>\n<p><label>width <input type=\"range\" min=\"100\" "
                  "max=\"20000\" value=\"100\" oninput=\"document.querySelector('.bars svg')"
                  ".style.width=this.value+'%'\"></label> Bars are commands, in the colours of "
                  "the table; a red edge marks the critical path. Grey: host threads that submit, "
                  "build or compute, light grey: that wait.");
  if (shortest)
    fxs_strbuf_printf(out, " What took less than %s is not drawn.", profile_time(shortest, limit));
  fxs_strbuf_puts(out, "</p>\n<div class=\"picture\"><div class=\"names\">");
  for (size_t i = 0; i < profile->rows.count; i++) {
    fxs_strbuf_puts(out, "<div>");
    put_text(out, profile->rows.items[i].name);
    fxs_strbuf_puts(out, "</div>");
  }
  fxs_strbuf_printf(out,
                    "</div><div class=\"bars\"><svg viewBox=\"0 0 %d %zu\" height=\"%zu\" "
                    "preserveAspectRatio=\"none\" role=\"img\" aria-label=\"timeline\">\n",
                    WIDTH, profile->rows.count * HEIGHT, profile->rows.count * HEIGHT);
  for (size_t i = 0; i < profile->rows.count; i++)
    put_row(profile, kinds, i, shortest, out);
  fxs_strbuf_puts(out, "</svg></div></div>\n");
}

bool profile_write_page(const struct profile *profile, const char *title, const char *path) {
  struct fxs_strbuf out = {0};
  char length[32], busy[32], critical[32];
  const struct kind **kinds = profile_sorted(profile);
  fxs_strbuf_puts(&out, head);
  fxs_strbuf_puts(&out, "<h1>");
  put_text(&out, title);
  fxs_strbuf_printf(
      &out,
      "</h1>\n<p>The run took %s; commands ran in %s of it. The critical path has %s of "
      "commands, one behind the other.</p>\n",
      profile_time(profile->length, length), profile_time(profile->busy, busy),
      profile_time(profile->critical, critical));
  if (kinds) {
    put_table(profile, kinds, &out);
    put_picture(profile, kinds, &out);
  }
  fxs_strbuf_puts(&out, "</body></html>\n");
  int problem = !kinds || out.has_failed ? -1 : fxs_file_write(path, out.data, out.length);
  if (problem)
    fxs_log("falx-prof", FXS_LOG_ERROR, "cannot write %s: %s", path,
            problem < 0 ? "out of memory" : strerror(problem));
  fxs_strbuf_free(&out);
  free(kinds);
  return problem == 0;
}
