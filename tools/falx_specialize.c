/* falx-specialize: compiles the code of an image with values for its specialization constants
 * into a shared library that contains the new image (docs/specialization.md). Run by the
 * runtime. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compiler/diagnostics.h"
#include "compiler/memory.h"
#include "compiler/passes/spec_constants.h"
#include "compiler/pipeline/pipeline.h"
#include "compiler/target.h"
#include "falx_version.h"
#include "support/file.h"
#include "support/process.h"

#define TOOL "falx-specialize"

static const char help[] =
    "Usage: " TOOL " [options] -o OUT INPUT.bc\n"
    "\n"
    "Compiles the code of an image (property \"code\" of its set \"Falx/specialization\") with\n"
    "values for its specialization constants, and writes a shared library. INPUT.bc may be -,\n"
    "standard input.\n"
    "\n"
    "  --target=TARGET   of the image; without it native_cpu\n"
    "  --set=NAME=HEX    the bytes of a constant, in the order of memory, two small digits each\n"
    "  --kernel=NAME     the kernel that is wanted\n"
    "  --argument=N=HEX  the bytes of its argument N in all launches, as for --set=\n"
    "  --local-size=X,Y,Z\n"
    "                    of the work-groups in all launches, in SYCL's order\n"
    "  --exports         functions that other images import are wanted, too\n"
    "  --time            print the CPU time of each step to standard error\n"
    "  --save-temps=PFX  write the IR after each step to PFX.<n>.<step>.ll\n"
    "  --lines           INPUT.bc begins with more options, a line each, and a blank line\n"
    "  -o FILE           output; - is standard output\n"
    "  --march=CPU, --mtune=CPU, --mattr=LIST, -O0 .. -O3, -g, -fno-falx-vectorize,\n"
    "  -ffalx-vector-width=N\n"
    "                    as for falx-post-link; lists of them may stand in one word, a line each\n"
    "  --help, --version\n";

struct specialize {
  struct fxc_pipeline pipeline;
  struct fxc_job job;
  struct fxc_specialization set;
  const char *output;
  bool has_lines;
  struct fxs_arena arena; /* of the words */
};

static int fail(const char *format, const char *what, const char *why) {
  fputs(TOOL ": error: ", stderr);
  fprintf(stderr, format, what, why);
  fputc('\n', stderr);
  return 1;
}

static const char *value_of(const char *argument, const char *prefix) {
  size_t length = strlen(prefix);
  return strncmp(argument, prefix, length) ? NULL : argument + length;
}

/* ---- Values ---- */

static int digit(char c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The bytes behind the = of NAME=HEX; NULL if there are none. */
static unsigned char *parse_bytes(struct specialize *self, const char *text, size_t *out_size) {
  text += strcspn(text, "=");
  size_t size = *text ? strlen(++text) : 1;
  unsigned char *bytes = fxc_new(&self->arena, size / 2 + 1, 1);
  if (size % 2)
    return NULL;
  for (size_t i = 0; i < size / 2; i++) {
    int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);
    if (high < 0 || low < 0)
      return NULL;
    bytes[i] = (unsigned char)(high << 4 | low);
  }
  *out_size = size / 2;
  return bytes;
}

static bool parse_value(struct specialize *self, const char *text) {
  struct fxc_spec_value value = {
      .name = fxc_must(fxs_arena_strndup(&self->arena, text, strcspn(text, "=")))};
  value.bytes = parse_bytes(self, text, &value.size);
  if (value.bytes)
    fxc_push(&self->set.values, value);
  return value.bytes != NULL;
}

/* INDEX=HEX */
static bool parse_argument(struct specialize *self, const char *text) {
  char *end;
  struct fxc_known_argument known = {.index = (unsigned)strtoul(text, &end, 10)};
  known.bytes = end != text && *end == '=' ? parse_bytes(self, text, &known.size) : NULL;
  if (known.bytes)
    fxc_push(&self->set.arguments, known);
  return known.bytes != NULL;
}

/* X, X,Y or X,Y,Z */
static bool parse_local_size(struct specialize *self, const char *text) {
  for (unsigned d = 0; d < 3; d++) {
    char *end;
    unsigned long extent = strtoul(text, &end, 10);
    if (end == text || !extent || extent > UINT32_MAX)
      return false;
    self->set.local_size[d] = (uint32_t)extent;
    if (!*end)
      return true;
    if (*end != ',')
      return false;
    text = end + 1;
  }
  return false;
}

/* ---- Options ---- */

static bool parse_word(struct specialize *self, const char *word) {
  struct fxc_options *options = &self->job.options;
  const char *value;
  if ((value = value_of(word, "--target=")))
    return (options->target = fxc_target_find(value)) != NULL;
  if (!strncmp(word, "-O", 2) && word[2] >= '0' && word[2] <= '3' && !word[3])
    options->opt_level = word[2] - '0';
  else if (!strcmp(word, "-g"))
    options->debug = true;
  else if (!strcmp(word, "--wide-ids"))
    options->wide_ids = true;
  else if (!strcmp(word, "-fno-falx-vectorize"))
    options->no_vectorize = true;
  else if ((value = value_of(word, "-ffalx-vector-width=")))
    options->vector_lanes = (unsigned)strtoul(value, NULL, 10);
  else if ((value = value_of(word, "--march=")))
    options->cpu = value;
  else if ((value = value_of(word, "--mtune=")))
    options->tune = value;
  else if ((value = value_of(word, "--mattr=")))
    options->features = value;
  else if ((value = value_of(word, "--kernel=")))
    self->set.kernel = value;
  else if (!strcmp(word, "--lines"))
    self->has_lines = true;
  else if (!strcmp(word, "--time"))
    self->pipeline.is_timed = true;
  else if ((value = value_of(word, "--save-temps=")))
    self->pipeline.save_temps = value;
  else if (!strcmp(word, "--exports"))
    self->set.has_exports = true;
  else if ((value = value_of(word, "--set=")))
    return parse_value(self, value);
  else if ((value = value_of(word, "--argument=")))
    return parse_argument(self, value);
  else if ((value = value_of(word, "--local-size=")))
    return parse_local_size(self, value);
  else if (word[0] == '-' && word[1])
    return false;
  else
    fxc_push(&self->job.inputs, word);
  return true;
}

static bool parse_lines(struct specialize *self, const char *lines) {
  while (*lines) {
    size_t length = strcspn(lines, "\n");
    const char *word = fxc_must(fxs_arena_strndup(&self->arena, lines, length));
    if (length && !parse_word(self, word)) {
      fail("cannot understand '%s'%s; see " TOOL " --help", word, "");
      return false;
    }
    lines += length + (lines[length] == '\n');
  }
  return true;
}

/* Takes the options from the input; the code after them goes into a file. */
static bool unpack(struct specialize *self, const char *code) {
  struct fxs_file all;
  const char *input = self->job.inputs.items[0];
  int status = fxs_file_read(input, &all);
  if (status) {
    fail("cannot read '%s': %s", input, strerror(status));
    return false;
  }
  const char *text = (const char *)all.data,
             *end = all.size ? memmem(text, all.size, "\n\n", 2) : NULL;
  bool is_fine = end;
  if (end)
    is_fine =
        parse_lines(self, fxc_must(fxs_arena_strndup(&self->arena, text, (size_t)(end - text))));
  else
    fail("'%s' has no blank line behind its options%s", input, "");
  if (is_fine)
    status = fxs_file_write(code, end + 2, all.size - (size_t)(end + 2 - text));
  if (status)
    fail("cannot write '%s': %s", code, strerror(status));
  fxs_file_free(&all);
  self->job.inputs.items[0] = code;
  return is_fine && !status;
}

/* ---- The library ---- */

/* Libraries that generated code may call; unused ones are not recorded as needed. */
static const char *const libraries[] = {"libmvec.so.1", "libm.so.6", "libgcc_s.so.1", "libc.so.6"};
static const char *const folders[] = {
#ifdef FALX_MULTIARCH
    "/lib/" FALX_MULTIARCH,
    "/usr/lib/" FALX_MULTIARCH,
#endif
    "/lib64",
    "/usr/lib64",
    "/lib",
    "/usr/lib"};

static bool link_library(struct specialize *self, const char *object, const char *library) {
  char *linker = NULL;
  struct fxs_strbuf said = {0};
  struct fxs_process_options options = {.joins_stderr = true};
  FXS_VECTOR(char *) words = {0};
  /* A daemon may run without PATH. */
  if (fxs_find_program("ld", &linker) && fxs_find_program("/usr/bin/ld", &linker)) {
    fail("there is no linker 'ld' on PATH%s%s: install binutils", "", "");
    return false;
  }
  const char *fixed[] = {linker,        "-shared", "-z",    "now",  "-z",
                         "noexecstack", "-o",      library, object, "--as-needed"};
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
    fxc_push(&words, (char *)fixed[i]);
  for (size_t l = 0; l < sizeof libraries / sizeof *libraries; l++)
    for (size_t f = 0; f < sizeof folders / sizeof *folders; f++) {
      char *path = fxc_must(fxs_arena_printf(&self->arena, "%s/%s", folders[f], libraries[l]));
      if (access(path, R_OK) == 0) {
        fxc_push(&words, path);
        break;
      }
    }
  fxc_push(&words, NULL);
  int ended = 0, status = fxs_process_run(words.items, &options, &said, &ended);
  bool is_fine = !status && !ended;
  if (!is_fine)
    fail("%s failed: %s", linker, status ? strerror(status) : fxs_strbuf_text(&said));
  fxs_strbuf_free(&said);
  fxs_vector_free(&words);
  free(linker);
  return is_fine;
}

static bool copy_out(struct specialize *self, const char *library) {
  struct fxs_file file;
  int status = fxs_file_read(library, &file);
  if (!status) {
    status = fxs_file_write(self->output, file.data, file.size);
    fxs_file_free(&file);
  }
  if (status)
    fail("cannot write '%s': %s", self->output, strerror(status));
  return !status;
}

static bool specialize(struct specialize *self, const char *folder) {
  const char *code = fxc_must(fxs_arena_printf(&self->arena, "%s/code.bc", folder)),
             *object = fxc_must(fxs_arena_printf(&self->arena, "%s/image.o", folder)),
             *library = fxc_must(fxs_arena_printf(&self->arena, "%s/image.so", folder));
  struct fxc_diagnostics *diagnostics = fxc_diagnostics_create();
  self->pipeline.output = object;
  bool is_fine = !self->has_lines || unpack(self, code);
  fxc_push(&self->pipeline.jobs, self->job);
  is_fine = is_fine && fxc_pipeline_run(&self->pipeline, diagnostics);
  fxc_diagnostics_print(diagnostics, TOOL, stderr);
  fxc_diagnostics_destroy(diagnostics);
  return is_fine && link_library(self, object, library) && copy_out(self, library);
}

/* ---- The folder ---- */

/* Waits for the worker, whose status it returns, and for what that has left behind. */
static int wait_for(pid_t worker) {
  int status;
  fxs_process_wait(worker, -1, &status);
  while (wait(NULL) > 0 || errno == EINTR)
    ;
  return status;
}

/* What the program that wanted the kernel ends by a signal to the group, because it ends itself, is
 * a process of its own that does the work, and its linker: this one stays to remove their files. */
static int specialize_in_folder(struct specialize *self) {
  sigset_t ending;
  char *folder = NULL;
  sigemptyset(&ending);
  sigaddset(&ending, SIGTERM);
  sigaddset(&ending, SIGINT);
  sigaddset(&ending, SIGHUP);
  sigprocmask(SIG_BLOCK, &ending, NULL);
  signal(SIGCHLD, SIG_DFL); /* the program may not wait for its children */
  int status = fxs_temp_folder(TOOL, &folder);
  if (status)
    return fail("cannot make a folder in TMPDIR%s: %s", "", strerror(status));
  prctl(PR_SET_CHILD_SUBREAPER, 1); /* the linker of a worker that has ended */
  pid_t worker = fork();
  if (worker == 0) {
    signal(SIGTERM, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &ending, NULL);
    status = !specialize(self, folder);
  } else {
    status = worker > 0 ? wait_for(worker) : fail("cannot begin%s: %s", "", strerror(errno));
    fxs_remove_tree(folder);
  }
  free(folder);
  return status;
}

int main(int argc, char **argv) {
  struct specialize self = {.pipeline = {.is_pic = true, .producer = TOOL " " FALX_VERSION},
                            .job = {.options = {.target = &fxc_native_cpu,
                                                .opt_level = 2,
                                                .allow_undefined = true,
                                                .allow_function_pointers = true,
                                                .allow_virtual = true},
                                    .split = FXC_SPLIT_OFF}};
  int status = 1;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "--version")) {
      fputs(argv[i][2] == 'h' ? help : TOOL " " FALX_VERSION "\n", stdout);
      status = 0;
      goto done;
    }
    if (!strcmp(argv[i], "-o")) {
      self.output = i + 1 < argc ? argv[++i] : NULL;
    } else if (!parse_lines(&self, argv[i])) {
      goto done;
    }
  }
  if (!self.output || self.job.inputs.count != 1) {
    fail("%s is missing%s; see " TOOL " --help", self.output ? "one input" : "-o", "");
    goto done;
  }
  self.pipeline.specialization = &self.set;
  status = specialize_in_folder(&self);
done:
  fxs_vector_free(&self.set.values);
  fxs_vector_free(&self.set.arguments);
  fxs_vector_free(&self.job.inputs);
  fxs_vector_free(&self.pipeline.jobs);
  fxs_arena_release(&self.arena);
  return status;
}
