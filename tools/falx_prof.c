/* falx-prof: runs a program with a timeline (docs/tracing.md) and says where its time went; or
 * reads timelines that are there. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "falx_version.h"
#include "support/file.h"
#include "support/log.h"
#include "support/process.h"
#include "support/strbuf.h"
#include "tools/prof/profile.h"

enum { ENDED_BY_SIGNAL = 128 }; /* and the signal's number */

static const char help[] =
    "Usage: falx-prof [-o TRACE.json] [--html FILE] PROGRAM ARGUMENTS...\n"
    "  or:  falx-prof [--html FILE] --read TRACE.json\n"
    "  or:  falx-prof --compare BEFORE.json AFTER.json\n"
    "\n"
    "Runs the program and says where its time went, on standard error; ends with the program's\n"
    "exit status.\n"
    "\n"
    "  -o TRACE.json      keeps the timeline, for ui.perfetto.dev or chrome://tracing\n"
    "  --html FILE        a page with the table and a picture of the timeline\n"
    "  --read TRACE.json  of a timeline that FALX_TRACE=TRACE.json has written\n"
    "  --compare BEFORE.json AFTER.json\n"
    "                     the mean times of two runs beside each other\n"
    "  --help, --version\n";

struct options {
  const char *trace, *page, *read, *before, *after;
  char **program; /* NULL-terminated; or NULL */
};

static int wrong(const char *text, const char *word) {
  fxs_log("falx-prof", FXS_LOG_ERROR, "%s%s%s%s; --help says more", text, *word ? " '" : "", word,
          *word ? "'" : "");
  return 1;
}

/* -1: go on; else the exit status. */
static int read_options(int argc, char **argv, struct options *out_options) {
  int i = 1;
  for (; i < argc && argv[i][0] == '-'; i++) {
    const char *option = argv[i];
    if (strcmp(option, "--") == 0) {
      i++;
      break;
    }
    if (strcmp(option, "--help") == 0) {
      fputs(help, stdout);
      return 0;
    }
    if (strcmp(option, "--version") == 0) {
      printf("falx-prof %s\n", FALX_VERSION);
      return 0;
    }
    const char **place = strcmp(option, "-o") == 0          ? &out_options->trace
                         : strcmp(option, "--html") == 0    ? &out_options->page
                         : strcmp(option, "--read") == 0    ? &out_options->read
                         : strcmp(option, "--compare") == 0 ? &out_options->before
                                                            : NULL;
    if (!place)
      return wrong("unknown option", option);
    if (i + 1 == argc)
      return wrong("a file has to follow", option);
    *place = argv[++i];
    if (place == &out_options->before && i + 1 == argc)
      return wrong("two files have to follow", option);
    if (place == &out_options->before)
      out_options->after = argv[++i];
  }
  if (i < argc)
    out_options->program = argv + i;
  int modes =
      (out_options->program != NULL) + (out_options->read != NULL) + (out_options->before != NULL);
  return modes == 1 ? -1
         : modes    ? wrong("a program, --read or --compare, not several", "")
                    : wrong("no program to run", "");
}

static int compare(const struct options *options) {
  struct profile before, after;
  if (!profile_read(options->before, &before))
    return 1;
  bool is_ok = profile_read(options->after, &after);
  if (is_ok) {
    profile_compare(&before, &after, stdout);
    profile_free(&after);
  }
  profile_free(&before);
  return is_ok ? 0 : 1;
}

/* What the page is about: the program with its arguments, or the timeline that is read. */
static void put_title(const struct options *options, struct fxs_strbuf *out) {
  if (options->read)
    fxs_strbuf_puts(out, options->read);
  for (char **word = options->program; word && *word; word++)
    fxs_strbuf_printf(out, "%s%s", word == options->program ? "" : " ", *word);
}

static bool show(const char *trace, const struct options *options, FILE *file) {
  struct profile profile;
  if (!profile_read(trace, &profile))
    return false;
  profile_print(&profile, file);
  struct fxs_strbuf title = {0};
  put_title(options, &title);
  bool is_ok =
      !options->page || profile_write_page(&profile, fxs_strbuf_text(&title), options->page);
  fxs_strbuf_free(&title);
  profile_free(&profile);
  return is_ok;
}

/* FALX_TRACE of the program: what is set, and the file. */
static bool set_trace(const char *path) {
  const char *topics = getenv("FALX_TRACE");
  struct fxs_strbuf value = {0};
  fxs_strbuf_printf(&value, "%s%s%s", topics ? topics : "", topics ? "," : "", path);
  bool is_ok = !value.has_failed && setenv("FALX_TRACE", fxs_strbuf_text(&value), 1) == 0;
  fxs_strbuf_free(&value);
  return is_ok;
}

static int run(const struct options *options) {
  char *folder = NULL;
  struct fxs_strbuf path = {0};
  int status = 1, problem = options->trace ? 0 : fxs_temp_folder("falx-prof-", &folder);
  if (problem) {
    fxs_log("falx-prof", FXS_LOG_ERROR, "no folder for the timeline: %s", strerror(problem));
    return 1;
  }
  if (options->trace)
    fxs_strbuf_puts(&path, options->trace);
  else
    fxs_strbuf_printf(&path, "%s/trace.json", folder);
  const char *trace = fxs_strbuf_text(&path);
  size_t length = strlen(trace);
  if (path.has_failed || length < 6 || strcmp(trace + length - 5, ".json") != 0 ||
      strchr(trace, ',') || strchr(trace, '%')) {
    wrong("the name of a timeline ends in .json and has no comma and no %:", trace);
    goto done;
  }
  unlink(trace); /* an old one would be taken for the program's */
  problem = set_trace(trace) ? fxs_process_run(options->program, NULL, NULL, &status) : ENOMEM;
  if (problem) {
    fxs_log("falx-prof", FXS_LOG_ERROR, "cannot run %s: %s", options->program[0],
            strerror(problem));
    status = 127;
    goto done;
  }
  if (status > ENDED_BY_SIGNAL)
    fxs_log("falx-prof", FXS_LOG_WARNING,
            "the program ended with status %d, as by signal %d (%s): its last commands may "
            "be missing",
            status, status - ENDED_BY_SIGNAL, strsignal(status - ENDED_BY_SIGNAL));
  if (access(trace, F_OK) != 0)
    fxs_log("falx-prof", FXS_LOG_ERROR,
            "the program has left no timeline: it has not used SYCL, or not this version of Falx");
  if (access(trace, F_OK) != 0 || !show(trace, options, stderr))
    status = status ? status : 1;

done:
  fxs_strbuf_free(&path);
  if (folder)
    fxs_remove_tree(folder);
  free(folder);
  return status;
}

int main(int argc, char **argv) {
  struct options options = {0};
  int status = read_options(argc, argv, &options);
  if (status >= 0)
    return status;
  if (options.before)
    return compare(&options);
  if (options.read)
    return show(options.read, &options, stdout) ? 0 : 1;
  return run(&options);
}
