/* Response files: replaces @file by the words in it, GNU style (quotes, backslashes, nesting). */
#include <string.h>

#include "driver/driver.h"
#include "support/file.h"
#include "support/strbuf.h"

#define MAX_DEPTH 64

static bool expand_word(struct fxd_driver *driver, char *word, int depth, struct fxd_words *out);

static bool is_blank(char character) {
  return character && strchr(" \t\n\r\f\v", character) != NULL;
}

static bool expand_text(struct fxd_driver *driver, const char *at, int depth,
                        struct fxd_words *out) {
  struct fxs_strbuf word = {0};
  bool is_fine = true;
  while (is_fine) {
    while (is_blank(*at))
      ++at;
    if (!*at)
      break;
    word.length = 0;
    for (char quote = 0; *at && (quote || !is_blank(*at)); ++at) {
      if (*at == '\\' && at[1])
        fxs_strbuf_putc(&word, *++at);
      else if (quote ? *at == quote : *at == '"' || *at == '\'')
        quote = quote ? 0 : *at;
      else
        fxs_strbuf_putc(&word, *at);
    }
    fxs_strbuf_append(&word, "", 0);
    if (word.has_failed)
      fxd_out_of_memory();
    is_fine = expand_word(driver, fxd_strdup(driver, word.data), depth, out);
  }
  fxs_strbuf_free(&word);
  return is_fine;
}

static bool expand_word(struct fxd_driver *driver, char *word, int depth, struct fxd_words *out) {
  struct fxs_file file;
  /* If the file cannot be read, the word is kept as it is, as in gcc and clang. */
  if (word[0] != '@' || fxs_file_read(word + 1, &file) != 0) {
    fxd_word(out, word);
    return true;
  }
  bool is_fine = depth < MAX_DEPTH;
  if (is_fine)
    is_fine = expand_text(driver, (const char *)file.data, depth + 1, out);
  else
    fxd_error("response file '%s' includes itself", word + 1);
  fxs_file_free(&file);
  return is_fine;
}

bool fxd_expand(struct fxd_driver *driver, int argc, char **argv, struct fxd_words *out) {
  for (int i = 0; i < argc; ++i)
    if (!(i == 0 ? (fxd_word(out, argv[0]), true) : expand_word(driver, argv[i], 0, out)))
      return false;
  return true;
}
