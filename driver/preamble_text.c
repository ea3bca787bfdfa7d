/* Text around a preamble: where it ends in a source, and what clang says and lists of it.
 *
 * clang reads the preamble from its standard input, so that no file has to be kept; in the source
 * it skips as many bytes as were cut. Lines and columns of the rest stay what they are. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/preamble.h"

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static bool holds(const char *at, const char *end, const char *what) {
  return memmem(at, (size_t)(end - at), what, strlen(what)) != NULL;
}

/* Past white space and comments; NULL where that is not plain to see. */
static const char *skip_space(const char *at, const char *end, unsigned *line) {
  while (at < end) {
    if (*at == '\n') {
      ++*line;
      ++at;
    } else if (is_blank(*at)) {
      ++at;
    } else if (end - at > 1 && at[0] == '/' && at[1] == '/') {
      const char *stop = memchr(at, '\n', (size_t)(end - at));
      if (!stop)
        return end;
      if (memchr(at, '\\', (size_t)(stop - at)) || holds(at, stop, "??"))
        return NULL;
      at = stop;
    } else if (end - at > 1 && at[0] == '/' && at[1] == '*') {
      const char *stop = memmem(at + 2, (size_t)(end - at - 2), "*/", 2);
      if (!stop || holds(at, stop, "\\\n") || holds(at, stop, "\\\r") || holds(at, stop, "??") ||
          (stop > at + 2 && holds(at + 2, stop, "/*"))) /* -Wcomment */
        return NULL;
      for (; at < stop; ++at)
        *line += *at == '\n';
      at = stop + 2;
    } else {
      return at;
    }
  }
  return at;
}

/* The size of a character in UTF-8; 0: it is none. */
static size_t character_size(const unsigned char *at, const unsigned char *end) {
  static const struct {
    unsigned char first, last, low, high; /* of the first byte, of the second */
    size_t size;
  } forms[] = {{0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
               {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3},
               {0xee, 0xef, 0x80, 0xbf, 3}, {0xf0, 0xf0, 0x90, 0xbf, 4},
               {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}};
  if (*at < 0x80)
    return 1;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; ++i) {
    if (*at < forms[i].first || *at > forms[i].last || (size_t)(end - at) < forms[i].size ||
        at[1] < forms[i].low || at[1] > forms[i].high)
      continue;
    for (size_t k = 2; k < forms[i].size; ++k)
      if (at[k] < 0x80 || at[k] > 0xbf)
        return 0;
    return forms[i].size;
  }
  return 0;
}

/* False: clang sees other lines than this file does, or has to warn of what is in comments. */
static bool is_plain(const char *at, const char *end) {
  for (size_t size; at < end; at += size) {
    const char *next = at + 1;
    size = character_size((const unsigned char *)at, (const unsigned char *)end);
    if (!size || (*at == '\r' && (next == end || *next != '\n')))
      return false;
    if (*at != '\\')
      continue;
    while (next < end && is_blank(*next) && *next != '\r')
      ++next;
    if (next > at + 1 && (next == end || *next == '\n' || *next == '\r'))
      return false;
  }
  return true;
}

/* The end of the directive, past its lines. */
static const char *directive_end(const char *at, const char *end, unsigned *lines) {
  for (*lines = 1;; ++*lines) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    if (!stop)
      return end;
    const char *last = stop > at && stop[-1] == '\r' ? stop - 1 : stop;
    if (last == at || last[-1] != '\\')
      return stop + 1;
    at = stop + 1;
  }
}

static const char *skip_blanks(const char *at, const char *end) {
  while (at < end && is_blank(*at))
    ++at;
  return at;
}

static bool takes_word(const char **at, const char *end, const char *word) {
  size_t length = strlen(word);
  if ((size_t)(end - *at) <= length || memcmp(*at, word, length) != 0 ||
      (!is_blank((*at)[length]) && (*at)[length] != '<'))
    return false;
  *at = skip_blanks(*at + length, end);
  return true;
}

static bool is_in(const struct fxd_words *folders, const char *name, size_t length) {
  struct fxs_strbuf path = {0};
  bool is_there = false;
  for (size_t i = 0; i < folders->count && !is_there; ++i) {
    path.length = 0;
    fxs_strbuf_printf(&path, "%s/%.*s", folders->items[i], (int)length, name);
    is_there = access(fxs_strbuf_text(&path), F_OK) == 0;
  }
  fxs_strbuf_free(&path);
  return is_there;
}

/* `#include <name>` or `"name"` and no more; appends it to the text. own: the folder of the source
 * for `"name"`, NULL: none is taken. */
static bool take_include(const char *at, const char *end, const char *own,
                         const struct fxd_words *folders, struct fxs_strbuf *text) {
  if (at == end || (*at != '<' && (*at != '"' || !own)))
    return false;
  const char *close = memchr(at + 1, *at == '<' ? '>' : '"', (size_t)(end - at - 1));
  if (!close)
    return false;
  const char *rest = skip_blanks(close + 1, end);
  if (rest < end && *rest != '\n' && !(end - rest > 1 && rest[0] == '/' && rest[1] == '/'))
    return false;
  size_t length = (size_t)(close - at - 1);
  if (*at == '"') { /* clang calls it by this name then, too */
    const struct fxd_words beside = {(char **)&own, 1, 1};
    if (at[1] == '/' || !is_in(&beside, at + 1, length))
      return false;
    fxs_strbuf_printf(text, "#include \"%s/%.*s\"\n", own, (int)length, at + 1);
    return true;
  }
  if (at[1] != '/' && is_in(folders, at + 1, length))
    return false;
  fxs_strbuf_printf(text, "#include %.*s\n", (int)length + 2, at);
  return true;
}

bool fxd_preamble_cut(struct fxd_driver *driver, struct fxd_text source, const char *own,
                      const struct fxd_words *folders, struct fxd_cut *out) {
  /* The first two may be lines of more than one file line; the others hold kernel attributes. */
  static const char *const unclear[] = {"/*", "R\"", "[[", "__attribute__", "??"};
  const char *at = source.data, *end = at + source.size;
  struct fxs_strbuf text = {0};
  FXS_VECTOR(unsigned) lines = {0};
  unsigned line = 1, count;
  size_t kept = 0;
  bool has_other = false; /* #include <name> */
  *out = (struct fxd_cut){0};
  if (memchr(at, 0, source.size))
    return false;
  while ((at = skip_space(at, end, &line)) && at < end && *at == '#') {
    const char *stop = directive_end(at, end, &count), *word = skip_blanks(at + 1, stop);
    bool is_clear = true, is_include = takes_word(&word, stop, "include");
    for (size_t i = 0; i < sizeof unclear / sizeof *unclear; ++i)
      is_clear = is_clear && !holds(at, stop, unclear[i]);
    if (!is_clear || (is_include && (count > 1 || !take_include(word, stop, own, folders, &text))))
      break;
    bool is_quoted = is_include && *word == '"';
    if (!is_include) {
      if (!takes_word(&word, stop, "define") && !takes_word(&word, stop, "undef"))
        break;
      fxs_strbuf_append(&text, at, (size_t)(stop - at));
    }
    for (unsigned i = 0; i < count; ++i)
      FXD_PUSH(&lines, line + i);
    line += count;
    at = stop;
    if (!out->first_bytes)
      out->first_bytes = (size_t)(at - source.data);
    has_other = has_other || (is_include && !is_quoted);
    if (is_include && (!is_quoted || !has_other)) {
      kept = text.length;
      out->line_count = lines.count;
      out->bytes = (size_t)(at - source.data);
    }
  }
  if (text.has_failed)
    fxd_out_of_memory();
  if (!is_plain(source.data, source.data + out->bytes))
    out->line_count = 0;
  if (out->line_count) {
    out->text = fxd_alloc(driver, kept);
    memcpy(out->text, text.data, kept);
    out->size = kept;
    out->lines = fxd_alloc(driver, out->line_count * sizeof *out->lines);
    memcpy(out->lines, lines.items, out->line_count * sizeof *out->lines);
  }
  fxs_vector_free(&lines);
  fxs_strbuf_free(&text);
  return out->line_count > 0;
}

static const char included[] = "In file included from ";
static const char standard_input[] = "<stdin>:";

/* clang puts two lines where there was one, "SOURCE:1:" and "FOLDER/<stdin>:N:". */
bool fxd_preamble_mend_messages(struct fxd_text said, const struct fxd_cut *cut,
                                struct fxs_strbuf *out) {
  const char *at = said.data, *end = at + said.size, *found;
  if (holds(at, end, "<built-in>")) /* the position of -include options in there differs */
    return false;
  while ((found = memmem(at, (size_t)(end - at), "<stdin>", strlen("<stdin>")))) {
    const char *first = found, *second;
    while (first > at && first[-1] != '\n')
      --first;
    second = first;
    if (first > at)
      for (--first; first > at && first[-1] != '\n';)
        --first;
    const char *number = found + strlen(standard_input), *place = second - strlen(":1:\n");
    if ((size_t)(end - second) < sizeof included || memcmp(second, included, strlen(included)) ||
        place < first + strlen(included) || memcmp(first, included, strlen(included)) ||
        memcmp(place, ":1:\n", 4) || number >= end || found[strlen("<stdin>")] != ':')
      return false;
    unsigned line = 0;
    for (; number < end && *number >= '0' && *number <= '9' && line < 1000000; ++number)
      line = line * 10 + (unsigned)(*number - '0');
    if (end - number < 2 || number[0] != ':' || number[1] != '\n' || !line ||
        line > cut->line_count)
      return false;
    fxs_strbuf_append(out, at, (size_t)(place - at));
    fxs_strbuf_printf(out, ":%u:\n", cut->lines[line - 1]);
    at = number + 2;
  }
  fxs_strbuf_append(out, at, (size_t)(end - at));
  return !out->has_failed;
}

/* clang lists what the preamble includes before the source, which make and -MP want first. */
bool fxd_preamble_mend_dependencies(struct fxd_text list, const char *source,
                                    struct fxs_strbuf *out) {
  const char *at = list.data, *end = at + list.size, *colon = at, *stop;
  while (strncmp(source, "./", 2) == 0) { /* as clang writes it */
    for (source += 2; *source == '/';)
      ++source;
  }
  size_t length = strlen(source);
  while (colon < end && !(*colon == ':' && end - colon > 1 && strchr(" \n", colon[1])))
    ++colon;
  for (stop = colon; stop < end && !(*stop == '\n' && stop[-1] != '\\');)
    ++stop;
  const char *name = colon, *header = NULL;
  size_t header_length = 0;
  for (;; name += length) {
    name = memmem(name, (size_t)(stop - name), source, length);
    if (!name)
      return false;
    if (name[-1] == ' ' && (name + length == stop || strchr(" \n", name[length])))
      break;
  }
  for (header = colon + 1; header < stop && strchr(" \\\n", *header);)
    ++header;
  while (header + header_length < stop && !strchr(" \n", header[header_length]))
    ++header_length;
  fxs_strbuf_append(out, at, (size_t)(colon + 1 - at));
  fxs_strbuf_printf(out, " %s", source);
  fxs_strbuf_append(out, colon + 1, (size_t)(name - 1 - colon - 1));
  fxs_strbuf_append(out, name + length, (size_t)(stop - name) - length);
  struct fxs_strbuf phony = {0}; /* -MP: a rule for each file but the first */
  fxs_strbuf_printf(&phony, "\n%s:\n", source);
  const char *rule = memmem(stop, (size_t)(end - stop), phony.data, phony.length);
  if (rule && header != name) {
    fxs_strbuf_printf(out, "\n%.*s:", (int)header_length, header);
    fxs_strbuf_append(out, stop, (size_t)(rule - stop));
    stop = rule + phony.length - 1;
  }
  fxs_strbuf_append(out, stop, (size_t)(end - stop));
  fxs_strbuf_free(&phony);
  return !out->has_failed;
}
