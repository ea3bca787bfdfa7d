/* Precompiled <sycl/sycl.hpp>: declarations shared by its files. docs/compile-time.md. */
#ifndef FALX_DRIVER_PCH_H
#define FALX_DRIVER_PCH_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "driver/attributes.h"
#include "driver/driver.h"
#include "support/strbuf.h"

/* ---- pch_options.c: which compilations can use one, and what it depends on ---- */

/* A compilation's options, sorted by their effect on the header. */
struct fxd_pch_options {
  struct fxd_words words;   /* the header is compiled with these: clang and its options */
  struct fxd_words defines; /* other words, "-DNAME=1" */
  struct fxd_words macros;  /* the names that those define, in the same order: the header must not
                             * mention them */
  struct fxd_words guards;  /* nor these names, which the source defines before the header */
  struct fxd_words own;     /* what the source defines before any header and ours test, "NAME=1" */
  bool is_scanned;          /* once: those are words, too */
  bool has_headers;         /* while scanning: standard headers have been included */
  unsigned files_read;      /* while scanning */
  struct fxd_words quoted, folders; /* searched for "name" first; for both forms; in search order */
};
/* Whether one can be used at all. output: NULL or the job's. */
bool fxd_pch_fits(const struct fxd_driver *driver, const struct fxd_input *input,
                  const char *output);
/* argv: of the compilation; without: its words that were added for kernel attributes. False if
 * one of the folders cannot be handled. */
bool fxd_pch_sort_options(struct fxd_driver *driver, const struct fxd_words *argv,
                          const struct fxd_words *without, struct fxd_pch_options *out);
/* The header mentions the name: moves its define to the words. */
void fxd_pch_keep_define(struct fxd_pch_options *options, size_t index);
/* Whether our headers test macros with such names. */
bool fxd_pch_tests(const char *name);
void fxd_pch_free_options(struct fxd_pch_options *options);
/* Identifies the compiler that builds the header: its file, size and time. False if there is
 * none. */
bool fxd_pch_compiler(const struct fxd_driver *driver, struct fxs_strbuf *out);

/* ---- pch_source.c: which sources can use it ---- */

/* Whether the source includes our header, directly or through its own headers, with only
 * standard headers and macros before it. Adds the names of these macros and the include guards of
 * its own headers to the options. The second time, after the compilation, also whether it found
 * the same as the first time. */
bool fxd_pch_scan(struct fxd_driver *driver, const char *path, struct fxd_pch_options *options);

/* ---- pch_record.c: the inputs of a precompiled header ----
 *
 * A record is text: the files read, the names searched for, and the words in these files. It is
 * stored as the note of the header's cache entry. */

/* dependencies: the dependency file that clang wrote. start: when clang started
 * (CLOCK_REALTIME). False if a file has changed since, or cannot be read. */
bool fxd_pch_record(struct fxd_driver *driver, struct fxd_text dependencies, struct timespec start,
                    struct fxs_strbuf *out);
/* Whether all files are unchanged; for fxs_cache_find_file. */
bool fxd_pch_record_holds(void *unused, const void *record, size_t size);
/* Whether the folder contains a file that would be read instead of a recorded one. */
bool fxd_pch_record_meets(struct fxd_text record, const char *folder);
/* Appends the files that the headers probe for (`__has_include`): clang counts them among what a
 * compilation from source reads, and not among the inputs of a precompiled header. */
void fxd_pch_record_probed(struct fxd_driver *driver, struct fxd_text record,
                           struct fxd_words *out);
/* The length of the word that begins there; 0: none does. */
size_t fxd_pch_word_length(const char *at, const char *end);
/* Whether one of the files contains the word, as an identifier or in a comment. */
bool fxd_pch_record_mentions(struct fxd_text record, const char *word);

#endif
