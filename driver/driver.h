/* Shared declarations of falx++: options, inputs, jobs, and the locations of tools and folders. */
#ifndef FALX_DRIVER_H
#define FALX_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "support/arena.h"
#include "support/vector.h"

#define FXD_TOOL "falx++"
#define FXD_MAX_TARGETS 4
/* Of clang's front end: "-Xclang", this, "-Xclang", text note the text in bitcode. */
#define FXD_RECORD_OPTION "-record-command-line"
#define FXD_RECORD_WORDS 4

struct fxd_target;
struct fxd_job;
struct fxd_pch;
struct fxd_pch_use;
struct fxs_cache;

enum fxd_where { /* which commands an option is passed to */
                 FXD_NONE = 0,
                 FXD_HOST = 1,
                 FXD_DEVICE = 2,
                 FXD_LINK = 4,
                 FXD_COMPILE = FXD_HOST | FXD_DEVICE,
                 FXD_HOST_LINK = FXD_HOST | FXD_LINK,
                 FXD_ALL = FXD_COMPILE | FXD_LINK
};

enum fxd_stage {
  FXD_STAGE_PREPROCESS,
  FXD_STAGE_SYNTAX,
  FXD_STAGE_ASSEMBLY,
  FXD_STAGE_OBJECT,
  FXD_STAGE_LINK
};

enum fxd_input_kind {
  FXD_INPUT_SYCL,    /* C++: also compiled for the devices */
  FXD_INPUT_SOURCE,  /* anything else that clang compiles */
  FXD_INPUT_BITCODE, /* device code, from -fsycl-device-only */
  FXD_INPUT_LINKER   /* objects, archives, libraries, linker scripts */
};

struct fxd_words { /* a growing argv, NULL-terminated when given to a job */
  char **items;
  size_t count, capacity;
};

/* One command-line argument, in order. */
struct fxd_arg {
  unsigned where;  /* enum fxd_where; inputs: FXD_LINK */
  char *words[2];  /* the second may be NULL */
  ptrdiff_t input; /* index into inputs, or -1 */
};

struct fxd_input {
  char *path;     /* as written; "-" is standard input */
  char *stem;     /* last component without its extension */
  char *language; /* of -x; NULL: by extension */
  enum fxd_input_kind kind;
  bool is_header;                            /* to be precompiled */
  struct fxd_words host_words, device_words; /* for kernel attributes (attributes.c) */
  bool names_device_global; /* other than by reference; in its or in a third-party header's text */
  bool has_precompiled; /* the host compilation uses a precompiled header, which must come first */
  /* ---- set by the plan ---- */
  char *object;                             /* its replacement on the link line; NULL: none */
  const struct fxd_job *job;                /* that creates object; NULL: none */
  struct fxd_job *devices[FXD_MAX_TARGETS]; /* that create bitcodes, by index of target */
  char *bitcodes[FXD_MAX_TARGETS];
  const struct fxd_job *integration; /* that creates the next two; NULL: not needed */
  const struct fxd_job *check;       /* that diagnoses misplaced device_globals; NULL: not needed */
  char *int_header, *int_footer;     /* for the host compilation */
};

struct fxd_library_ref { /* -l */
  char *name;
  bool wants_static; /* -Bstatic was in force */
};

struct fxd_target_arg { /* -Xsycl-target-…: for one target or, if NULL, for all */
  const struct fxd_target *target;
  char *text;
};

struct fxd_options {
  enum fxd_stage stage;
  bool is_sycl, is_device_only, is_host_only;
  bool has_targets; /* -fsycl-targets= was given */
  const struct fxd_target *targets[FXD_MAX_TARGETS];
  size_t target_count;
  bool prints_only, is_verbose, saves_temps, saves_temps_at_output;
  bool has_no_pch, prepares_pch;
  bool has_named_kernels; /* libraries are told to name every kernel */
  bool allows_undefined, allows_function_pointers, allows_virtual;
  bool is_host_ir, is_host_lto, is_static, is_relocatable;
  bool is_device_link; /* -fsycl-link: the user links the program */
  bool has_dependencies, has_dependency_target, has_colour;
  bool has_auxiliary_files; /* .dwo, .gcno, .json beside the object */
  char *output, *dependency_file;
  char *split, *optimization, *debug, *march, *mtune; /* NULL: not given; whole words */
  char *isas;                    /* of -fsycl-native-isa=, "baseline,v3"; NULL: not given */
  char *sub_group_size;          /* -fsycl-default-sub-group-size=…, the whole word; or NULL */
  char *triple;                  /* of --target=; NULL: the host's */
  char *int_header, *int_footer; /* values of -fsycl-int-header= and -footer=; or NULL */
  char *host_compiler;
  char *dump_folder; /* of -fsycl-dump-device-code=, or NULL */
  char *nvidia_arch; /* "sm_80,sm_90": of -fsycl-targets=nvidia_gpu_sm_80,…, or NULL */
  unsigned checks;   /* of -fsycl-check=: FALX_CHECK_… */
  bool has_wide_ids; /* -fno-sycl-id-queries-fit-in-int */
  bool embeds_ir;    /* -fsycl-embed-ir */
  struct fxd_words host_compiler_words;
  FXS_VECTOR(struct fxd_arg) args;
  FXS_VECTOR(struct fxd_input) inputs;
  FXS_VECTOR(struct fxd_library_ref) libraries;
  FXS_VECTOR(struct fxd_target_arg) frontend_args;
  FXS_VECTOR(struct fxd_target_arg) backend_args;
  FXS_VECTOR(struct fxd_target_arg) linker_args;
  FXS_VECTOR(struct fxd_target_arg) added; /* device code of -fsycl-add-targets= */
  struct fxd_words folders;                /* of -L */
  struct fxd_words features;               /* "+avx2" */
  struct fxd_words vectorizer;             /* its options, as written */
  enum {
    FXD_QUERY_NONE,
    FXD_QUERY_CLANG,
    FXD_QUERY_VERSION,
    FXD_QUERY_HELP,
    FXD_QUERY_CLANGD
  } query;
};

/* One step: a command, or an action inside the driver. */
struct fxd_driver;
struct fxd_job {
  size_t index;
  struct fxd_words argv; /* printed by -v and -###; run unless action is set */
  /* Called in the driver before the command starts, once all its dependencies have succeeded;
   * may add to argv. Returns an exit status. NULL: nothing to do. */
  int (*prepare)(struct fxd_driver *driver, struct fxd_job *job);
  /* Does the work instead of the command. Returns an exit status. */
  int (*action)(struct fxd_driver *driver, struct fxd_job *job);
  /* Called when the command has ended, before its messages are shown; may change its status and
   * output. True: it must run again. NULL: nothing to do. */
  bool (*ended)(struct fxd_driver *driver, struct fxd_job *job, int *status);
  void *context;            /* of prepare, action and ended */
  FXS_VECTOR(size_t) waits; /* indices of jobs to wait for */
  char *stdin_path;         /* NULL: inherited */
  char *stdout_path;        /* the same */
  bool hides_output;        /* discards its messages, unless it fails */
  bool is_compilation;      /* by clang, which has a large heap */
  /* ---- private to the runner ---- */
  bool is_skipped; /* set by prepare: there is nothing to do */
  pid_t pid;
  char *stderr_path;
  int status;
  enum { FXD_JOB_WAITING, FXD_JOB_RUNNING, FXD_JOB_DONE, FXD_JOB_FAILED } state;
};

/* A file for the user. It is complete when job last has succeeded; otherwise it is removed, if
 * job first has started. */
struct fxd_output {
  char *path;
  size_t first, last;
};

struct fxd_module { /* device bitcode of one target */
  const struct fxd_target *target;
  char *path;      /* of the bitcode; if it is inside another file, where to extract it */
  char *origin;    /* the object or archive that contains it; NULL: path exists already */
  char *member;    /* of the archive; NULL for an object */
  char *thin_path; /* the member's own file in a thin archive, else NULL */
  const unsigned char *image; /* inside the mapped origin, which stays mapped */
  size_t image_size;
  const struct fxd_job *job; /* that creates path; NULL: none */
};
struct fxd_modules {
  struct fxd_module *items;
  size_t count, capacity;
};

struct fxd_driver {
  struct fxs_arena arena;
  struct fxd_options options;
  char *self;              /* this program */
  char *prefix;            /* the installation: bin, lib, include */
  char *clang;             /* the clang++ to use */
  char *post_link;         /* falx-post-link beside this program */
  char *integration;       /* falx-integration, likewise */
  char *library_folder;    /* contains libfalx.so */
  bool is_drop_in;         /* called by the name of another compiler: clang++, icpx, … */
  bool is_c_compiler;      /* the name is that of a C compiler: clang, icx */
  const char *host_triple; /* of --target=, else of this machine */
  bool is_cross;           /* --target= names another architecture than this program's */
  char *temp_folder;       /* NULL until created; removed at the end */
  unsigned temp_count;
  bool has_include_words; /* our headers are not in clang's default search path */
  bool reads_stdin;       /* some job does, so it must not have a process group of its own */
  bool shows_colour;
  struct fxs_cache *cache; /* of precompiled headers; NULL: none */
  bool has_looked_for_cache;
  bool has_failed; /* planning, which has reported why */
  FXS_VECTOR(struct fxd_pch *) pchs;
  FXS_VECTOR(struct fxd_pch_use *) pch_uses;
  FXS_VECTOR(struct fxd_job *) jobs;
  FXS_VECTOR(struct fxd_output) outputs;
  struct fxd_modules modules;   /* device code for the link: of sources and objects */
  struct fxd_modules archived;  /* of archive members, whether taken or not */
  struct fxd_words image_files; /* inputs and libraries with finished images */
  char *trace;                  /* path of the linker's trace; NULL: no archive contains device
                                 * code */
};

/* ---- memory.c: the driver exits when out of memory ---- */
void *fxd_alloc(struct fxd_driver *driver, size_t size);
char *fxd_strdup(struct fxd_driver *driver, const char *text);
char *fxd_printf(struct fxd_driver *driver, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
_Noreturn void fxd_out_of_memory(void);
#define FXD_PUSH(vector, item) (fxs_vector_push(vector, item) ? (void)0 : fxd_out_of_memory())
void fxd_word(struct fxd_words *words, const char *word); /* borrows word */
/* The same before the word at the place. */
void fxd_insert_word(struct fxd_words *words, size_t place, const char *word);
void fxd_driver_release(struct fxd_driver *driver);
/* Prints "falx++: error: …". */
void fxd_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void fxd_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- targets.c ---- */
const struct fxd_target *fxd_target_find(const char *name, size_t length);
const struct fxd_target *fxd_target_at(size_t index); /* NULL past the last */
const char *fxd_target_name(const struct fxd_target *target);
const char *fxd_target_triple(const struct fxd_target *target);
/* A list as in AdaptiveCpp's --acpp-targets= ("omp;cuda:sm_80") as one of -fsycl-targets=. */
char *fxd_targets_of_acpp(struct fxd_driver *driver, const char *list);
const char *fxd_target_list(void); /* "native_cpu, spir64, …" */
/* The words that make clang++ compile for the target. */
const char *const *fxd_target_words(const struct fxd_target *target);

/* ---- response.c ---- */
/* Appends argv with @file words replaced by the files' contents. */
bool fxd_expand(struct fxd_driver *driver, int argc, char **argv, struct fxd_words *out);

/* ---- parse.c ---- */
bool fxd_parse(struct fxd_driver *driver, const struct fxd_words *words);

/* ---- plain.c: the names of other compilers, and commands without SYCL ---- */
/* What the name that this program was called by asks for. */
void fxd_take_name(struct fxd_driver *driver, struct fxd_words *words);
bool fxd_wants_sycl(const struct fxd_driver *driver, const struct fxd_words *words);
/* Clang's word for an option of other compilers; else the word. value: NULL or the option's. */
char *fxd_clang_word(struct fxd_driver *driver, char *word, const char *value);
/* Both become clang, or return an exit status after an error. */
int fxd_run_plain(struct fxd_driver *driver, struct fxd_words *words); /* without SYCL */
int fxd_run_query(struct fxd_driver *driver, struct fxd_words *words); /* after fxd_find_tools */

/* ---- plan.c ---- */
/* What clang is told of a SYCL source on the host's side, beside the user's words. */
void fxd_add_source_words(struct fxd_driver *driver, struct fxd_words *argv);

/* ---- clangd.c ---- */
int fxd_print_clangd_config(struct fxd_driver *driver);

/* ---- complete.c: becomes clang, or returns an exit status after an error ---- */
int fxd_complete(struct fxd_driver *driver, const char *word);

/* ---- toolchain.c ---- */
bool fxd_find_tools(struct fxd_driver *driver);
bool fxd_find_clang(struct fxd_driver *driver);
/* After a failure: says so if FALX_CLANG names a clang of another version. */
void fxd_blame_other_clang(const struct fxd_driver *driver);
/* Whether the library to link with is in the linker's search path. */
bool fxd_has_library(const struct fxd_driver *driver);
bool fxd_make_temp_folder(struct fxd_driver *driver);
void fxd_drop_temp_folder(struct fxd_driver *driver);
/* A new name in the temporary folder. */
char *fxd_temp_path(struct fxd_driver *driver, const char *stem, const char *suffix);

/* ---- attributes.c ---- */
/* Sets the input's words if it has kernel attributes, and writes the files they name; also sets
 * names_device_global. */
bool fxd_plan_attributes(struct fxd_driver *driver, struct fxd_input *input);

/* ---- pch.c: the precompiled <sycl/sycl.hpp> ---- */
/* For a compilation of the input with the words so far, including those added for kernel
 * attributes: a precompiled header to use, or NULL. May plan a job that builds it. */
struct fxd_pch_use *fxd_pch_plan(struct fxd_driver *driver, const struct fxd_input *input,
                                 const struct fxd_words *argv, const struct fxd_words *attributes,
                                 const char *output);
/* Appends the words to the job's. */
void fxd_pch_use(struct fxd_driver *driver, struct fxd_job *job, struct fxd_pch_use *use);
/* A job that builds it for such compilations if it does not exist; NULL: it cannot be built,
 * which has been reported and sets has_failed. */
struct fxd_job *fxd_pch_prepare(struct fxd_driver *driver, const struct fxd_input *input,
                                const struct fxd_words *argv);
/* Call when no job runs any more, whatever the outcome; may be called again. */
void fxd_pch_end(struct fxd_driver *driver);

/* ---- plan.c: from options to jobs ---- */
bool fxd_plan(struct fxd_driver *driver);
/* Whether the word is -fsanitize= with this one in its list: -fsanitize=undefined,thread. */
bool fxd_names_sanitizer(const char *word, const char *name);

/* ---- link.c: the jobs from bitcode and objects to an object or a program ---- */
bool fxd_plan_link(struct fxd_driver *driver);
/* Appends what the options say of code, in falx-post-link's words: optimization and debug
 * information; the processor of native_cpu code. */
void fxd_code_words(struct fxd_driver *driver, struct fxd_words *out);
void fxd_processor_words(struct fxd_driver *driver, struct fxd_words *out);
/* From device bitcode to an object with its images. */
void fxd_plan_device_object(struct fxd_driver *driver, const struct fxd_input *input,
                            const char *output);

/* ---- collect.c: device code in objects and archives ---- */
/* Appends the device code of an object, or of all members of an archive; other files have none.
 * False after an error. */
bool fxd_collect(struct fxd_driver *driver, const char *path, struct fxd_modules *modules);
/* The file at path is an object that fxd_embed_main has given device code, or an archive with one
 * (of thin archives it is not known). */
bool fxd_has_device_code(const char *path);
/* The same for the archives that -l options refer to. */
bool fxd_collect_libraries(struct fxd_driver *driver, struct fxd_modules *modules);
/* Writes the bitcode to its path. */
bool fxd_extract(const struct fxd_module *module);
/* Whether the linker's trace lists the archive member. */
bool fxd_trace_has(const struct fxd_module *module, const char *trace);

/* ---- embed.c: fat objects ---- */
/* Plans `falx++ --embed-device OBJECT TARGET=BITCODE…`: embeds device code in the object. */
struct fxd_job *fxd_plan_embed(struct fxd_driver *driver, const char *object,
                               const struct fxd_modules *modules);
int fxd_embed_main(int argc, char **argv);

/* ---- globals.c: device globals that are local symbols ---- */
/* Renames those of the host object as in its device code, so that both can refer to them. False
 * after an error. */
bool fxd_share_globals(struct fxd_driver *driver, const char *object, const char *bitcode);
/* Plans it as a silent job. */
struct fxd_job *fxd_plan_globals(struct fxd_driver *driver, const char *object,
                                 const char *bitcode);

/* ---- integration.c: host compilations between an integration header and footer ---- */
/* Whether a third-party host compiler needs them. */
bool fxd_needs_integration(const struct fxd_options *options);
/* Removes temporary files from the job's dependency file at path. */
void fxd_clean_list(struct fxd_driver *driver, struct fxd_job *job, const char *path);

/* ---- job.c ---- */
struct fxd_job *fxd_job_new(struct fxd_driver *driver);
void fxd_job_waits(struct fxd_job *job, const struct fxd_job *other);
/* Whether the job, which has ended, has written to standard error. */
bool fxd_job_said(const struct fxd_job *job);
/* Runs all jobs, removes partial outputs after a failure, and the temporary folder; returns the
 * exit status. Does not return if a signal ended it. */
int fxd_jobs_run(struct fxd_driver *driver);
void fxd_jobs_print(struct fxd_driver *driver);

#endif
