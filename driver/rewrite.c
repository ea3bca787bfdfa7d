/* Replaces SYCL's kernel attributes by attributes that clang supports.
 *
 * `[[sycl::NAME(ARGS)]]` becomes, by macros of include/sycl/detail/attributes.hpp of the same
 * width, an annotation of the function: `[[__fxa_NAME(ARGS)]]` where declarations allow attributes,
 * `__fxg_NAME(ARGS)` after the parameters of a lambda, where only GNU attributes are allowed. Where
 * neither is allowed (a lambda's after mutable or noexcept, a function's after its parameters) the
 * annotation is expanded before it; the host compilation needs none and gets
 * `[[__fxt_NAME(ARGS)]]`, which applies to the function's type, so that the names in the arguments
 * count as used.
 *
 * SYCL_EXTERNAL in front of a device_global becomes blanks. Where no attribute may be it moves: in
 * front of `extern "C"` behind it, among specifiers (`inline SYCL_EXTERNAL int f()`) before them.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "driver/attributes.h"
#include "driver/driver.h"

static const char *const names[] = {"reqd_work_group_size", "work_group_size_hint", "vec_type_hint",
                                    "reqd_sub_group_size", "device_has"};
#define NAME_COUNT (sizeof names / sizeof *names)

enum { NOTHING = -1 };

struct token {
  size_t at, end;
  char kind; /* 'i' identifier, '0' number, '"' literal, else the character */
};

struct edit {
  size_t at, end;         /* range to replace */
  struct fxs_strbuf text; /* replacement */
  bool is_blank;          /* by spaces */
};

struct rewriter {
  struct fxd_text text;
  const struct fxs_map *macros;
  struct fxs_map *found; /* not NULL: collects macros, edits nothing */
  unsigned flags;
  FXS_VECTOR(struct token) tokens;
  FXS_VECTOR(struct edit) edits;
};

/* One attribute of a list. */
struct element {
  size_t at, name_at, args_at, end; /* in the text; args_at after the parenthesis */
  int name;                         /* index, or NOTHING: not a kernel attribute */
};

/* `[[…]]`, or a macro that expands to it. Indices of tokens. */
struct specifier {
  int first, last;
  bool is_macro;
};

/* ---- characters ---- */

static bool is_name_char(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static const char *find(struct fxd_text text, size_t from, const char *what) {
  return text.size > from ? memmem(text.data + from, text.size - from, what, strlen(what)) : NULL;
}

/* Whether a word, or a pointer's type, ends in front of SYCL_EXTERNAL; in a comment, maybe. */
static bool has_external_among_specifiers(struct fxd_text text) {
  const char *at = find(text, 0, "SYCL_EXTERNAL");
  for (; at; at = find(text, (size_t)(at - text.data) + 1, "SYCL_EXTERNAL")) {
    const char *before = at;
    while (before > text.data && isspace((unsigned char)before[-1]))
      --before;
    if (before > text.data && before < at &&
        (is_name_char(before[-1]) || strchr("*&>", before[-1])))
      return true;
  }
  return false;
}

bool fxd_text_names_attribute(struct fxd_text text) {
  if (find(text, 0, "SYCL_EXTERNAL") &&
      (find(text, 0, "device_global") || find(text, 0, "extern \"C") ||
       has_external_among_specifiers(text)))
    return true;
  for (size_t i = 0; i < NAME_COUNT; ++i)
    if (find(text, 0, names[i]))
      return true;
  return false;
}

bool fxd_text_names_macro(struct fxd_text text, const struct fxs_map *macros) {
  const char *name;
  void *value;
  for (size_t i = 0; fxs_map_next(macros, &i, &name, &value);)
    if (find(text, 0, name))
      return true;
  return false;
}

/* Past a comment, or at itself. */
static size_t skip_comment(struct fxd_text text, size_t at) {
  if (at + 1 >= text.size || text.data[at] != '/')
    return at;
  if (text.data[at + 1] == '*') {
    const char *end = find(text, at + 2, "*/");
    return end ? (size_t)(end - text.data) + 2 : text.size;
  }
  if (text.data[at + 1] != '/')
    return at;
  while (at < text.size && (text.data[at] != '\n' || text.data[at - 1] == '\\'))
    ++at;
  return at;
}

/* Past R"x(…)x", or at itself. */
static size_t skip_raw_string(struct fxd_text text, size_t at) {
  size_t from = at;
  while (at < text.size && at < from + 3 && strchr("uUL8", text.data[at]))
    ++at;
  if (at + 1 >= text.size || text.data[at] != 'R' || text.data[at + 1] != '"')
    return from;
  size_t open = at + 2, length = 0;
  while (open + length < text.size && length < 17 && text.data[open + length] != '(')
    ++length;
  char close[20] = {')'};
  if (length > 16 || open + length >= text.size)
    return from;
  memcpy(close + 1, text.data + open, length);
  close[length + 1] = '"';
  const char *end = find(text, open + length, close);
  return end ? (size_t)(end - text.data) + length + 2 : text.size;
}

static size_t skip_literal(struct fxd_text text, size_t at) {
  char quote = text.data[at++];
  while (at < text.size && text.data[at] != quote && text.data[at] != '\n')
    at += text.data[at] == '\\' ? 2 : 1;
  return at < text.size ? at + 1 : text.size;
}

static size_t skip_number(struct fxd_text text, size_t at) {
  while (at < text.size) {
    char c = text.data[at];
    bool is_sign = (c == '+' || c == '-') && strchr("eEpP", text.data[at - 1]);
    bool is_separator = c == '\'' && at + 1 < text.size && is_name_char(text.data[at + 1]);
    if (!is_name_char(c) && c != '.' && !is_sign && !is_separator)
      break;
    ++at;
  }
  return at;
}

/* ---- tokens ---- */

/* To the end of a directive, which continues after a backslash and inside comments. */
static size_t skip_directive(struct fxd_text text, size_t at) {
  while (at < text.size && text.data[at] != '\n') {
    size_t past = skip_comment(text, at);
    if (past == at)
      past = text.data[at] == '\\' ? at + 2 : at + 1;
    at = past;
  }
  return at < text.size ? at : text.size;
}

static void lex(struct rewriter *r, size_t from, size_t to, bool has_directives);
static void process(struct rewriter *r, bool is_macro);
static bool is_all_attributes(const struct rewriter *r);

/* A macro's replacement is processed separately. */
static void read_directive(struct rewriter *r, size_t at, size_t end) {
  struct fxd_text text = {r->text.data, end};
  size_t from = at + 1;
  while (from < end && (text.data[from] == ' ' || text.data[from] == '\t'))
    ++from;
  if (end - from < 7 || memcmp(text.data + from, "define", 6) != 0 ||
      !isspace((unsigned char)text.data[from + 6]))
    return;
  for (from += 6; from < end && isspace((unsigned char)text.data[from]); ++from)
    ;
  size_t name = from;
  while (from < end && is_name_char(text.data[from]))
    ++from;
  size_t length = from - name;
  if (from < end && text.data[from] == '(')
    while (from < end && text.data[from++] != ')')
      ;
  struct rewriter body = {.text = text, .macros = r->macros, .found = r->found, .flags = r->flags};
  lex(&body, from, end, false);
  if (r->found && length && length < 256 && is_all_attributes(&body)) {
    char key[256];
    memcpy(key, text.data + name, length);
    key[length] = 0;
    if (!fxs_map_put(r->found, key, NULL))
      fxd_out_of_memory();
  } else if (!r->found) {
    process(&body, true);
    for (size_t i = 0; i < body.edits.count; ++i)
      FXD_PUSH(&r->edits, body.edits.items[i]);
    fxs_vector_free(&body.edits);
  }
  fxs_vector_free(&body.tokens);
}

static void lex(struct rewriter *r, size_t from, size_t to, bool has_directives) {
  struct fxd_text text = {r->text.data, to};
  bool is_line_start = has_directives;
  for (size_t at = from; at < to;) {
    char c = text.data[at];
    if (isspace((unsigned char)c) || c == '\\') {
      is_line_start |= c == '\n' && has_directives;
      ++at;
      continue;
    }
    size_t end = skip_comment(text, at);
    if (end > at) {
      at = end;
      continue;
    }
    if (c == '#' && is_line_start) {
      end = skip_directive(text, at);
      read_directive(r, at, end);
      at = end;
      continue;
    }
    is_line_start = false;
    struct token token = {at, at + 1, c};
    if (isdigit((unsigned char)c)) {
      token.end = skip_number(text, at);
      token.kind = '0';
    } else if (c == '"' || c == '\'') {
      token.end = skip_literal(text, at);
      token.kind = '"';
    } else if ((end = skip_raw_string(text, at)) > at) {
      token.end = end;
      token.kind = '"';
    } else if (is_name_char(c)) {
      while (token.end < to && is_name_char(text.data[token.end]))
        ++token.end;
      token.kind = 'i';
    }
    FXD_PUSH(&r->tokens, token);
    at = token.end;
  }
}

static char kind_of(const struct rewriter *r, int i) {
  return i >= 0 && (size_t)i < r->tokens.count ? r->tokens.items[i].kind : 0;
}

static bool is_word(const struct rewriter *r, int i, const char *word) {
  size_t length = strlen(word);
  if (kind_of(r, i) != 'i')
    return false;
  const struct token *token = &r->tokens.items[i];
  return token->end - token->at == length && memcmp(r->text.data + token->at, word, length) == 0;
}

static bool is_any_word(const struct rewriter *r, int i, const char *const *words) {
  for (; *words; ++words)
    if (is_word(r, i, *words))
      return true;
  return false;
}

/* The bracket that matches the one at i, or NOTHING. */
static int match(const struct rewriter *r, int i) {
  static const char opening[] = "([{<", closing[] = ")]}>";
  char kind = kind_of(r, i);
  const char *open = kind ? strchr(opening, kind) : NULL;
  const char *close = kind ? strchr(closing, kind) : NULL;
  int step = open ? 1 : -1, depth = 0;
  char other = open ? closing[open - opening] : close ? opening[close - closing] : 0;
  for (; other && kind_of(r, i); i += step) {
    if (kind_of(r, i) == '>' && kind_of(r, i - 1) == '-')
      continue; /* an arrow */
    depth += kind_of(r, i) == kind;
    depth -= kind_of(r, i) == other;
    if (!depth)
      return i;
  }
  return NOTHING;
}

/* ---- attributes ---- */

static int name_index(const struct rewriter *r, int i) {
  for (size_t n = 0; n < NAME_COUNT; ++n)
    if (is_word(r, i, names[n]))
      return (int)n;
  return NOTHING;
}

static bool has_scope(const struct rewriter *r, int i, int name) {
  return is_word(r, i, "sycl") ||
         (is_word(r, i, "intel") && strcmp(names[name], "reqd_sub_group_size") == 0);
}

/* The attribute whose tokens begin at i, in a list that ends before token last; *next is the token
 * after its comma. using_scope: the token of the list's own scope, or NOTHING. */
static struct element read_element(const struct rewriter *r, int i, int last, int using_scope,
                                   int *next) {
  const struct token *tokens = r->tokens.items;
  int first = i, scope = using_scope, name = i;
  if (kind_of(r, i + 1) == ':' && kind_of(r, i + 2) == ':' && i + 3 < last) {
    scope = i;
    name = i + 3;
  }
  int index = scope == NOTHING ? NOTHING : name_index(r, name);
  int close = kind_of(r, name + 1) == '(' ? match(r, name + 1) : NOTHING;
  struct element element = {tokens[first].at, tokens[name].at, 0, tokens[first].end, NOTHING};
  if (index != NOTHING && has_scope(r, scope, index) && close != NOTHING && close < last &&
      (close + 1 == last || kind_of(r, close + 1) == ',')) {
    element.name = index;
    element.args_at = tokens[name + 1].end;
    element.end = tokens[close].end;
  }
  for (; i < last && kind_of(r, i) != ','; ++i)
    if (strchr("([{", kind_of(r, i)) && match(r, i) != NOTHING)
      i = match(r, i);
  *next = i + 1;
  return element;
}

static int list_start(const struct rewriter *r, const struct specifier *s, int *using_scope) {
  int first = s->first + 2;
  *using_scope = NOTHING;
  if (is_word(r, first, "using") && kind_of(r, first + 2) == ':') {
    *using_scope = first + 1;
    return first + 3;
  }
  return first;
}

/* The number of kernel attributes; *out_others: of other attributes. */
static int count_ours(const struct rewriter *r, const struct specifier *s, int *out_others) {
  int using_scope, ours = 0;
  *out_others = 0;
  if (s->is_macro)
    return 1;
  for (int i = list_start(r, s, &using_scope), last = s->last - 1; i < last;) {
    struct element element = read_element(r, i, last, using_scope, &i);
    ours += element.name != NOTHING;
    *out_others += element.name == NOTHING;
  }
  return ours;
}

static bool read_specifier(const struct rewriter *r, int i, struct specifier *out) {
  *out = (struct specifier){i, i, false};
  if (kind_of(r, i) == '[' && kind_of(r, i + 1) == '[') {
    out->last = match(r, i);
    return out->last != NOTHING && match(r, i + 1) == out->last - 1;
  }
  if (kind_of(r, i) != 'i' || !r->macros || !r->macros->count)
    return false;
  const struct token *token = &r->tokens.items[i];
  char name[256];
  size_t length = token->end - token->at;
  if (length >= sizeof name)
    return false;
  memcpy(name, r->text.data + token->at, length);
  name[length] = 0;
  out->is_macro = fxs_map_has(r->macros, name);
  return out->is_macro;
}

/* The replacement of a macro, if it consists of attributes only. */
static bool is_all_attributes(const struct rewriter *r) {
  struct specifier s;
  int i = 0, ours = 0, others;
  for (; (size_t)i < r->tokens.count && read_specifier(r, i, &s) && !s.is_macro; i = s.last + 1)
    ours += count_ours(r, &s, &others);
  return ours && (size_t)i == r->tokens.count;
}

/* ---- edits ---- */

static struct edit *add_edit(struct rewriter *r, size_t at, size_t end) {
  struct edit edit = {.at = at, .end = end};
  FXD_PUSH(&r->edits, edit);
  return &r->edits.items[r->edits.count - 1];
}

static void blank(struct rewriter *r, size_t at, size_t end) {
  add_edit(r, at, end)->is_blank = true;
}

/* The arguments, joined into one line: the line breaks stay at the original place. */
static void write_args(const struct rewriter *r, const struct element *e, struct fxs_strbuf *out) {
  for (size_t i = e->args_at; i + 1 < e->end; ++i) {
    char c = r->text.data[i];
    bool is_splice = c == '\\' && i + 1 < e->end && r->text.data[i + 1] == '\n';
    fxs_strbuf_putc(out, c == '\n' || c == '\r' || is_splice ? ' ' : c);
  }
}

/* The expanded annotation, as the macros would produce it. */
static void write_out(const struct rewriter *r, const struct element *e, bool is_gnu,
                      struct fxs_strbuf *out) {
  static const char *const sizes[] = {"count(", "at(0, ", "at(1, ", "at(2, ", NULL};
  static const char *const aspects[] = {"mask(", NULL};
  if (strcmp(names[e->name], "vec_type_hint") == 0)
    return;
  unsigned line = 1, column = 1;
  for (size_t i = 0; i < e->at; ++i, ++column)
    if (r->text.data[i] == '\n') {
      ++line;
      column = 0;
    }
  fxs_strbuf_printf(out, "%s\"falx.%s@%u:%u\", __builtin_LINE(), %u",
                    is_gnu ? "__attribute__((annotate(" : "[[clang::annotate(", names[e->name],
                    line, column, column);
  for (const char *const *call = strcmp(names[e->name], "device_has") == 0 ? aspects : sizes; *call;
       ++call) {
    fxs_strbuf_printf(out, ", __falx_attribute::constant<__falx_attribute::%s", *call);
    write_args(r, e, out);
    fxs_strbuf_puts(out, ")>");
  }
  fxs_strbuf_puts(out, is_gnu ? ")))" : ")]]");
}

/* In place, as a macro. */
static void name_macro(struct rewriter *r, const struct element *e, char form) {
  struct edit *edit = add_edit(r, e->at, e->name_at);
  for (size_t i = e->at + 6; i < e->name_at; ++i)
    fxs_strbuf_putc(&edit->text, ' ');
  fxs_strbuf_printf(&edit->text, "__fx%c_", form);
}

enum way {
  AS_LIST,   /* in place, among attributes of a declaration */
  AS_GNU,    /* in place, as a GNU attribute */
  MOVED_GNU, /* expanded elsewhere */
  MOVED
};

/* Appends what must be expanded elsewhere to moved. */
static void edit_list(struct rewriter *r, const struct specifier *s, enum way way,
                      struct fxs_strbuf *moved) {
  const struct token *tokens = r->tokens.items;
  bool is_host = r->flags & FXD_REWRITE_HOST, keeps_text = r->flags & FXD_REWRITE_PREPROCESSED;
  int using_scope, last = s->last - 1, first = list_start(r, s, &using_scope);
  bool loses_scope = using_scope != NOTHING && (way < MOVED_GNU || (is_host && !keeps_text));
  if (loses_scope)
    blank(r, tokens[s->first + 2].at, tokens[first - 1].end);
  if (way == AS_GNU)
    blank(r, tokens[s->first].at, tokens[s->first + 1].end);
  for (int i = first, next; i < last; i = next) {
    struct element e = read_element(r, i, last, using_scope, &next);
    if (e.name == NOTHING) {
      if (loses_scope && kind_of(r, i) == 'i') {
        const struct token *scope = &tokens[using_scope];
        struct edit *edit = add_edit(r, e.at, e.at);
        fxs_strbuf_append(&edit->text, r->text.data + scope->at, scope->end - scope->at);
        fxs_strbuf_puts(&edit->text, "::");
      }
      continue;
    }
    if (way >= MOVED_GNU && is_host && !keeps_text) {
      name_macro(r, &e, 't');
    } else if (way >= MOVED_GNU) {
      if (!is_host)
        write_out(r, &e, way == MOVED_GNU, moved);
      blank(r, e.at, e.end);
    } else if (keeps_text) {
      blank(r, e.at, e.end);
      struct edit *edit = add_edit(r, e.end, e.end);
      struct fxs_strbuf text = {0};
      write_out(r, &e, way == AS_GNU, &text);
      if (text.length && way == AS_LIST) /* brackets exist already */
        fxs_strbuf_append(&edit->text, text.data + 2, text.length - 4);
      else
        fxs_strbuf_puts(&edit->text, fxs_strbuf_text(&text));
      fxs_strbuf_free(&text);
    } else {
      name_macro(r, &e, way == AS_GNU ? 'g' : 'a');
    }
    if (way == AS_GNU && next - 1 < last)
      blank(r, tokens[next - 1].at, tokens[next - 1].end);
  }
  if (way == AS_GNU)
    blank(r, tokens[s->last - 1].at, tokens[s->last].end);
}

/* ---- places ---- */

struct place {
  enum { DECLARATION, LAMBDA, FUNCTION } kind;
  int open, close;     /* the parentheses of the parameters */
  bool is_after_words; /* mutable, noexcept … come between them and the attribute */
};

static bool ends_declarator(const struct rewriter *r, int i) {
  static const char *const words[] = {"requires", "override", "final", "try", NULL};
  char kind = kind_of(r, i);
  return !kind || strchr("{;=", kind) || (kind == '-' && kind_of(r, i + 1) == '>') ||
         is_any_word(r, i, words);
}

static bool is_lambda(const struct rewriter *r, int before) {
  while (kind_of(r, before) == ']' && match(r, before) != NOTHING &&
         kind_of(r, match(r, before) + 1) == '[')
    before = match(r, before) - 1; /* an attribute */
  if (kind_of(r, before) == '>')
    before = match(r, before) - 1;
  return before >= 0 && kind_of(r, before) == ']' &&
         (match(r, before) < 1 || !is_word(r, match(r, before) - 1, "operator"));
}

/* Rewrites the attributes in the tokens first to last. */
static struct place find_place(const struct rewriter *r, int first, int last) {
  static const char *const words[] = {"const",     "volatile",  "mutable", "noexcept",
                                      "constexpr", "consteval", "static",  NULL};
  static const char *const with_parentheses[] = {"noexcept", "throw", NULL};
  static const char *const no_declarators[] = {"requires", "__attribute__", "alignas", "decltype",
                                               "explicit", "__declspec",    NULL};
  struct place place = {DECLARATION, NOTHING, NOTHING, false};
  if (!ends_declarator(r, last + 1))
    return place;
  for (int i = first - 1; i >= 0;) {
    if (kind_of(r, i) == '&' || is_any_word(r, i, words)) {
      --i;
    } else if (kind_of(r, i) != ')' || match(r, i) < 1) {
      return place;
    } else if (is_any_word(r, match(r, i) - 1, with_parentheses)) {
      i = match(r, i) - 2;
    } else {
      place.close = i;
      break;
    }
    place.is_after_words = true;
  }
  if (place.close == NOTHING)
    return place;
  place.open = match(r, place.close);
  if (is_any_word(r, place.open - 1, no_declarators))
    return place;
  place.kind = is_lambda(r, place.open - 1) ? LAMBDA : FUNCTION;
  return place;
}

/* ---- entry points ---- */

/* A macro, with its arguments. */
static void move_macro(struct rewriter *r, const struct specifier *s, struct fxs_strbuf *moved) {
  size_t at = r->tokens.items[s->first].at, end = r->tokens.items[s->last].end;
  if (!(r->flags & FXD_REWRITE_HOST)) {
    fxs_strbuf_putc(moved, ' ');
    fxs_strbuf_append(moved, r->text.data + at, end - at);
  }
  blank(r, at, end);
}

/* Whether the tokens are an argument by themselves, which only a macro can take. */
static bool is_argument(const struct rewriter *r, int first, int last) {
  char before = kind_of(r, first - 1), after = kind_of(r, last + 1);
  return (before == '(' || before == ',') && (after == ',' || after == ')');
}

/* A sequence of specifiers. is_bare: a macro, or an argument of one, that contains nothing else,
 * so that the context is unknown; GNU attributes fit best. Returns the last token. */
static int edit_unit(struct rewriter *r, int first, bool is_bare) {
  FXS_VECTOR(struct specifier) unit = {0};
  struct specifier s;
  int last = first - 1, ours = 0, others;
  while (read_specifier(r, last + 1, &s)) {
    if (s.is_macro && kind_of(r, s.last + 1) == '(' && match(r, s.last + 1) != NOTHING &&
        !is_lambda(r, s.first - 1))
      s.last = match(r, s.last + 1);
    FXD_PUSH(&unit, s);
    last = s.last;
    ours += count_ours(r, &s, &others);
  }
  struct place place = find_place(r, first, last);
  struct fxs_strbuf moved = {0};
  is_bare |= is_argument(r, first, last);
  bool is_gnu = is_bare || place.kind == LAMBDA, only_ours = true;
  for (size_t i = 0; ours && i < unit.count; ++i) {
    struct specifier *item = &unit.items[i];
    int here = count_ours(r, item, &others);
    bool stays =
        !is_gnu || (only_ours && !others && !(place.kind == LAMBDA && place.is_after_words));
    only_ours = only_ours && !others;
    if (!here)
      continue;
    if (item->is_macro) {
      if (!stays)
        move_macro(r, item, &moved);
    } else if (place.kind == FUNCTION && !is_bare) {
      edit_list(r, item, MOVED, &moved);
    } else {
      edit_list(r, item, !is_gnu ? AS_LIST : stays ? AS_GNU : MOVED_GNU, &moved);
    }
  }
  if (moved.length) {
    const struct token *tokens = r->tokens.items;
    size_t at = place.kind == LAMBDA     ? tokens[place.close].end
                : place.kind == FUNCTION ? tokens[place.open].at
                                         : tokens[first].at;
    add_edit(r, at, at)->text = moved;
  }
  fxs_vector_free(&unit);
  return last;
}

/* ---- SYCL_EXTERNAL ---- */

/* Whether the declaration after token i is of device_global variables: clang accepts the
 * attribute that SYCL_EXTERNAL expands to on functions only, and variables are device code
 * without it. */
static bool declares_device_global(const struct rewriter *r, int i) {
  bool is_found = false;
  for (++i; kind_of(r, i) == 'i' || kind_of(r, i) == ':' || kind_of(r, i) == '['; ++i) {
    if (kind_of(r, i) == '[') { /* an attribute, or the element type of an array */
      if (is_found || kind_of(r, i + 1) != '[' || (i = match(r, i)) == NOTHING)
        return is_found;
    } else if (is_word(r, i, "device_global") && kind_of(r, i + 1) == '<') {
      is_found = true;
      if ((i = match(r, i + 1)) == NOTHING)
        return false;
    }
  }
  return is_found && kind_of(r, i) && strchr(";={,", kind_of(r, i));
}

/* Whether token i, in front of the next one, is a specifier or a part of a type. Words in capitals
 * are macros, which may be anything. */
static bool is_specifier(const struct rewriter *r, int i) {
  const struct token *token = &r->tokens.items[i];
  if (memchr(r->text.data + token->end, '#', token[1].at - token->end)) /* a directive between */
    return false;
  if (token->kind == ':')
    return kind_of(r, i + 1) == ':' || (i > 0 && kind_of(r, i - 1) == ':');
  if (token->kind != 'i')
    return token->kind == '*' || token->kind == '&';
  bool is_macro = true;
  for (size_t at = token->at; at < token->end; ++at)
    is_macro = is_macro && !islower((unsigned char)r->text.data[at]);
  return !is_macro;
}

/* Where the specifier in front of token i begins, as int, or range<1>; NOTHING: none is there. */
static int specifier_before(const struct rewriter *r, int i) {
  unsigned depth = 0;
  int at = i - 1;
  if (i > 0 && kind_of(r, at) == '>') {
    do {
      depth += kind_of(r, at) == '>';
      depth -= kind_of(r, at) == '<';
    } while (depth && --at >= 0);
    if (--at < 0 || is_word(r, at, "template"))
      return NOTHING;
  }
  return at >= 0 && is_specifier(r, at) ? at : NOTHING;
}

/* Token i is SYCL_EXTERNAL. */
static void place_external(struct rewriter *r, int i) {
  const struct token *tokens = r->tokens.items;
  bool is_host = r->flags & FXD_REWRITE_HOST;
  bool is_linkage =
      is_word(r, i + 1, "extern") && kind_of(r, i + 2) == '"' && kind_of(r, i + 3) != '{';
  bool is_variable = declares_device_global(r, i);
  int first = i, next = i;
  while ((next = specifier_before(r, next)) != NOTHING)
    first = next;
  if (!is_linkage && !is_variable && (first == i || is_host))
    return;
  blank(r, tokens[i].at, tokens[i].end);
  if (is_host || is_variable)
    return;
  if (is_linkage)
    fxs_strbuf_puts(&add_edit(r, tokens[i + 2].end, tokens[i + 2].end)->text, " SYCL_EXTERNAL");
  else
    fxs_strbuf_puts(&add_edit(r, tokens[first].at, tokens[first].at)->text, "SYCL_EXTERNAL ");
}

static void process(struct rewriter *r, bool is_macro) {
  struct specifier s;
  for (int i = 0; (size_t)i < r->tokens.count; ++i) {
    if (!r->found && is_word(r, i, "SYCL_EXTERNAL"))
      place_external(r, i);
    if (!read_specifier(r, i, &s))
      continue;
    i = edit_unit(r, i, is_macro && i == 0);
  }
}

void fxd_find_attribute_macros(struct fxd_text text, struct fxs_map *macros) {
  struct rewriter r = {.text = text, .found = macros};
  lex(&r, 0, text.size, true);
  fxs_vector_free(&r.tokens);
}

static int compare_edits(const void *left, const void *right) {
  const struct edit *a = left, *b = right;
  if (a->at != b->at)
    return a->at < b->at ? -1 : 1;
  return (a->end > b->end) - (a->end < b->end);
}

bool fxd_rewrite(struct fxd_text text, const struct fxs_map *macros, unsigned flags,
                 struct fxs_strbuf *out) {
  struct rewriter r = {.text = text, .macros = macros, .flags = flags};
  lex(&r, 0, text.size, true);
  process(&r, false);
  bool has_edits = r.edits.count > 0;
  size_t at = 0;
  if (has_edits)
    qsort(r.edits.items, r.edits.count, sizeof *r.edits.items, compare_edits);
  for (size_t i = 0; i < r.edits.count; ++i) {
    struct edit *edit = &r.edits.items[i];
    fxs_strbuf_append(out, text.data + at, edit->at - at);
    fxs_strbuf_puts(out, fxs_strbuf_text(&edit->text));
    for (size_t k = edit->at; edit->is_blank && k < edit->end; ++k) {
      char c = text.data[k];
      bool is_splice = c == '\\' && k + 1 < edit->end && text.data[k + 1] == '\n';
      fxs_strbuf_putc(out, isspace((unsigned char)c) || is_splice ? c : ' ');
    }
    at = edit->end;
    fxs_strbuf_free(&edit->text);
  }
  fxs_strbuf_append(out, text.data + at, text.size - at);
  fxs_vector_free(&r.edits);
  fxs_vector_free(&r.tokens);
  if (out->has_failed)
    fxd_out_of_memory();
  return has_edits;
}
