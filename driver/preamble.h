/* The cache of preambles: what its files share. docs/compile-time.md. */
#ifndef FALX_DRIVER_PREAMBLE_H
#define FALX_DRIVER_PREAMBLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "driver/attributes.h"
#include "driver/driver.h"
#include "support/file.h"
#include "support/strbuf.h"

/* ---- preamble_text.c ---- */

/* The leading includes of a source, by themselves: one directive after the other, no comments. */
struct fxd_cut {
  char *text;
  size_t size;
  size_t bytes;       /* of the source, to the end of the last #include line */
  size_t first_bytes; /* to the end of its first directive */
  unsigned *lines;    /* of the source, for each line of the text */
  size_t line_count;
};
/* False where the source does not begin with includes. What lies in one of the folders is taken for
 * none. own: the absolute path of the source's folder, or NULL: `#include "name"` is none, either.
 * After the last <name>, "name" is left to the source: it is the one that its author edits. */
bool fxd_preamble_cut(struct fxd_driver *driver, struct fxd_text source, const char *own,
                      const struct fxd_words *folders, struct fxd_cut *out);
/* What clang said with a preamble in use, as it would be without one. False: nobody can tell but a
 * compilation without it. */
bool fxd_preamble_mend_messages(struct fxd_text said, const struct fxd_cut *cut,
                                struct fxs_strbuf *out);
/* The same for a dependency list of the source. False where it does not name the source. */
bool fxd_preamble_mend_dependencies(struct fxd_text list, const char *source,
                                    struct fxs_strbuf *out);

/* ---- preamble_base.c ---- */

/* The preamble of our header alone that a source may begin with. */
struct fxd_base {
  struct fxd_text text; /* its line, in the cut's */
  bool is_hoisted;      /* standard headers stand before it in the source */
};
/* False where there is none. */
bool fxd_preamble_base(const struct fxd_cut *cut, struct fxd_base *out);
/* Whether the folder has a header by the name of a standard one, or of ours. */
bool fxd_preamble_has_foreign(const char *folder);
/* Whether all that clang said is of places in the source, and nothing depends on what headers
 * declare first. */
bool fxd_preamble_is_of_source(struct fxd_text said, const char *source);

/* ---- preamble_key.c ---- */

struct fxd_key {
  struct fxd_text text; /* all that the preamble depends on but the headers */
  char *name;           /* a hash of it, in hexadecimal */
  bool is_local;        /* it names the folder that relative paths are of */
};
/* Whether a preamble may be used at all. has_list: a list of dependencies is written. */
bool fxd_preamble_fits(const struct fxd_driver *driver, const struct fxd_input *input,
                       const char *output, bool has_list);
/* The words that decide what the preamble is; and files other than the source of which another
 * text is read (attributes.c). */
void fxd_preamble_words(struct fxd_driver *driver, const struct fxd_input *input,
                        const struct fxd_words *argv, struct fxd_words *out,
                        struct fxd_words *out_remapped);
/* Folders of headers that the words name as seen from here. */
void fxd_preamble_relative(const struct fxd_words *words, struct fxd_words *out);
/* Whether standard headers and ours are found where no one but the system puts them, as far as the
 * words tell; and the folders of headers that they name. */
bool fxd_preamble_is_orderless(struct fxd_driver *driver, const struct fxd_words *words,
                               struct fxd_words *out_folders);
/* The words without those that make no difference to such headers: the folders, as long as these
 * have none of them, and what is for sources. */
void fxd_preamble_shared_words(struct fxd_driver *driver, const struct fxd_words *words,
                               struct fxd_words *out);
/* base: that it continues; NULL: none. False where there is no compiler. */
bool fxd_preamble_key(struct fxd_driver *driver, const struct fxd_words *words,
                      const struct fxd_text *base, struct fxd_text text, struct fxd_key *out);

/* ---- preamble_record.c: what a preamble was made from ---- */

struct fxd_record_input {
  char *path;
  long long size, written, changed, inode; /* bytes, nanoseconds */
  uint64_t sum;                            /* of its text; 0 for a folder */
};

struct fxd_record {
  char *file;         /* the precompiled header, in the store; NULL: the key is left alone */
  uint64_t size, sum; /* of it */
  char *base;         /* the file of the preamble that it continues; NULL: none */
  uint64_t base_size, base_sum;
  FXS_VECTOR(struct fxd_record_input) inputs;
  struct fxd_words folders; /* that clang looks for headers in, present or not */
  struct fxd_words names;   /* looked for there, sorted */
  uint64_t found;           /* a hash of which of the names are in which folder */
  struct fxd_words absent;  /* files that would be included if they were there */
};

struct fxd_making { /* of a preamble, by clang */
  struct fxd_text messages, dependencies;
  struct timespec start;
  bool is_local; /* made in a folder that its key names: folders may be relative */
};
enum fxd_making_result {
  FXD_MAKING_FINE,
  FXD_MAKING_ONCE, /* right for now, but not to be kept */
  FXD_MAKING_BAD,  /* not to be used, and not to be made again as long as nothing changes */
  FXD_MAKING_FAILED
};
enum fxd_making_result fxd_record_make(struct fxd_driver *driver, const struct fxd_making *making,
                                       struct fxd_record *out);
/* Whether a compilation would still read the same. */
bool fxd_record_holds(const struct fxd_record *record);
/* Whether one of the folders has any of the names that headers were looked for by. */
bool fxd_record_meets(const struct fxd_record *record, const struct fxd_words *folders);
/* When the last of the files was changed; nanoseconds. */
long long fxd_record_changed(const struct fxd_record *record);
void fxd_record_write(const struct fxd_record *record, struct fxd_text key, struct fxs_strbuf *out);
/* False where the text is no record, or of another key. */
bool fxd_record_read(struct fxd_driver *driver, struct fxd_text text, struct fxd_text key,
                     struct fxd_record *out);
void fxd_record_free(struct fxd_record *record);

/* ---- preamble_store.c: the folder ---- */

struct fxd_store {
  char *folder;
  uint64_t limit; /* bytes */
};
/* False where there is none to be used: by wish, by its owner or mode, in set-user-id programs. */
bool fxd_store_open(struct fxd_driver *driver, struct fxd_store *out);
char *fxd_store_path(struct fxd_driver *driver, const struct fxd_store *store, const char *name,
                     const char *suffix);
uint64_t fxd_store_sum(const void *data, size_t size);
/* When the key was seen last, in nanoseconds; 0: not within the last day. Notes that it is now. */
long long fxd_store_note(struct fxd_driver *driver, const struct fxd_store *store, const char *name,
                         bool changes_it);
void fxd_store_drop_note(struct fxd_driver *driver, const struct fxd_store *store,
                         const char *name);
/* False while another process has the claim, or where nothing new is kept for want of room. */
bool fxd_store_claim(struct fxd_driver *driver, const struct fxd_store *store, const char *name);
void fxd_store_release(struct fxd_driver *driver, const struct fxd_store *store, const char *name);
/* Removes precompiled headers of the key but the file; NULL: all. */
void fxd_store_drop_others(const struct fxd_store *store, const char *name, const char *file);
/* Marks an entry as just used. */
void fxd_store_touch(const char *path);
/* Removes what has been left behind, and the entries unused for longest, down to the limit. */
void fxd_store_clean(struct fxd_driver *driver, const struct fxd_store *store);

#endif
