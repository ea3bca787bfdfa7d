/* A cache in a private folder: bytes and files under keys, shared between processes.
 *
 * The cache is content-agnostic. Any failure (no folder, no permission, a full disk, a damaged
 * entry, concurrent writers) is a miss, never an error; the cache's `reason` says why. Hits have
 * been verified: the whole key is stored and compared byte by byte, and a digest detects torn,
 * truncated or modified entries.
 *
 *   an entry of bytes   fxs_cache_find, fxs_cache_put
 *   an entry of a file  that other programs write and read by path, with a note beside it:
 *                       fxs_cache_find_file, fxs_cache_build_begin
 *
 * Trust model, format and limits: docs/caches.md.
 *
 * A struct fxs_cache may be used by one thread at a time; it holds nothing open and needs no
 * destruction, and any number of them, in any threads and processes, may refer to one folder.
 * Readers take no lock and never wait. Writers are serialised, each for the duration of one entry;
 * the lock of a process that dies is released. */
#ifndef FALX_SUPPORT_CACHE_H
#define FALX_SUPPORT_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Statistics since the struct was initialised. */
struct fxs_cache_stats {
  uint64_t hits, misses;
  uint64_t kept, not_kept;   /* entries requested to be stored */
  uint64_t counted, removed; /* entries scanned when a limit was reached; entries evicted */
  uint64_t checked;          /* files read to verify their checksums */
};

enum { FXS_CACHE_KIND_SIZE = 24, FXS_CACHE_NAME_SIZE = 160 };

struct fxs_cache {
  /* ---- Set by the caller, who owns the strings; all else zero. ---- */
  const char *path; /* of the folder, absolute; the first put creates it, with its parents */
  /* The kind of content, in at most FXS_CACHE_KIND_SIZE - 1 letters: files are named
   * DIGEST.falx-KIND. Caches of different kinds may share a folder and do not see each other. */
  const char *kind;
  /* Limits in bytes on disk of ordinary and of protected entries. Each class evicts only its own
   * entries: ordinary entries never displace protected ones. 0: none are stored. */
  uint64_t limit, protected_limit;
  const char *limit_setting; /* setting that messages name; may be NULL */

  /* ---- Set by each call. ---- */
  char name[FXS_CACHE_NAME_SIZE]; /* of the entry's file */
  char reason[256];               /* why nothing was found or stored; empty on success */
  struct fxs_cache_stats stats;
};

/* A piece of a key; data may be NULL if size is 0. */
struct fxs_cache_part {
  const void *data;
  size_t size; /* bytes */
};

/* A key must cover everything that the entry depends on, including the version of its producer,
 * in an order that is the same in every process. Parts are delimited: "ab", "c" is a different
 * key than "a", "bc". Keys also differ by protection, and between bytes and files. */
struct fxs_cache_key {
  const struct fxs_cache_part *parts;
  size_t count;
  bool is_protected; /* the class of the entry */
};

/* The location of a user's caches: "$XDG_CACHE_HOME/falx/LEAF", otherwise
 * "$HOME/.cache/falx/LEAF". xdg and home are the values of these variables, or NULL. False if
 * neither is an absolute path, the text does not fit, the folder belongs to someone else (sudo)
 * or there is no home: nothing must be stored there. The first put creates a $XDG_CACHE_HOME
 * that does not exist. */
bool fxs_cache_place(const char *xdg, const char *home, const char *leaf, char *path, size_t size);

/* ---- Entries of bytes ---- */

/* True on a hit: *out_bytes is allocated with malloc, never NULL, and freed by the caller. On a
 * miss false, *out_bytes NULL and *out_size 0. */
bool fxs_cache_find(struct fxs_cache *cache, const struct fxs_cache_key *key, void **out_bytes,
                    size_t *out_size);

/* Stores a copy of the bytes; false, with the reason, if it is not stored. An intact entry of
 * that key is kept. May wait a tenth of a second for other writers. */
bool fxs_cache_put(struct fxs_cache *cache, const struct fxs_cache_key *key, const void *bytes,
                   size_t size);

/* ---- Entries of files ---- */

/* A file of the cache in use. It is not removed or changed until fxs_cache_file_end or the end
 * of the process. */
struct fxs_cache_file {
  char *path;          /* absolute, for programs that read it */
  uint64_t size;       /* bytes */
  unsigned char *note; /* what the builder stored beside the file; never NULL */
  size_t note_size;    /* bytes */
  int hold;            /* private */
};

/* Judges an entry by its note; false: a miss, and the next entry built replaces it. */
struct fxs_cache_judge {
  bool (*accepts)(void *user, const void *note, size_t size); /* NULL: accepts any */
  void *user;
};

/* True on a hit: the caller must end *out_file. On a miss *out_file is zero. The file's checksum
 * has been verified; if that was done since the last system start, only its times are compared. */
bool fxs_cache_find_file(struct fxs_cache *cache, const struct fxs_cache_key *key,
                         const struct fxs_cache_judge *judge, struct fxs_cache_file *out_file);
/* A zeroed or already ended one is allowed. */
void fxs_cache_file_end(struct fxs_cache_file *file);

/* An entry being built: no one else builds the same one until fxs_cache_build_end. */
struct fxs_cache_build {
  char *folder; /* absolute, empty, private, on the cache's file system: for the builder's files */
  char *path;   /* the file to write, in the folder; other files there are removed at the end */
  struct fxs_cache_build_state *state; /* private */
};

enum fxs_cache_build_answer {
  FXS_CACHE_BUILD,   /* the caller is the builder: it must end *out_build */
  FXS_CACHE_FOUND,   /* the entry exists, perhaps built by another process meanwhile: *out_file */
  FXS_CACHE_WITHOUT, /* neither: `reason` says why */
};

/* Finds the entry or makes the caller its builder. While another process builds it, waits at
 * most wait_ms milliseconds (0: not at all) and then returns WITHOUT. That an entry exceeds its
 * class's limit is detected only when it is committed. */
enum fxs_cache_build_answer fxs_cache_build_begin(struct fxs_cache *cache,
                                                  const struct fxs_cache_key *key,
                                                  const struct fxs_cache_judge *judge, int wait_ms,
                                                  struct fxs_cache_build *out_build,
                                                  struct fxs_cache_file *out_file);
/* Makes build->path, which must be completely written, the entry's file, and stores note beside
 * it. True: the file has moved to *out_file, which the caller must end. False, with the reason:
 * the file is still at build->path. May wait two seconds for other writers. */
bool fxs_cache_build_commit(struct fxs_cache *cache, struct fxs_cache_build *build,
                            const void *note, size_t note_size, struct fxs_cache_file *out_file);
/* Removes the folder and lets others build. A zeroed or already ended one is allowed. */
void fxs_cache_build_end(struct fxs_cache_build *build);

#endif
