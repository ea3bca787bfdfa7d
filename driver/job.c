/* Runs jobs: as many at once as there are processors.
 *
 * Signals are handled synchronously: the relevant ones are blocked and waited for, so that none
 * interrupts the code at an arbitrary point. Each job gets its own process group, which is
 * killed as a whole; its standard error is buffered until it has ended, so that messages do not
 * mix and appear in the order in which jobs fail. */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "driver/driver.h"
#include "support/file.h"
#include "support/process.h"

#define GRACE_SECONDS 2 /* between asking a job to end and killing it */

struct fxd_job *fxd_job_new(struct fxd_driver *driver) {
  struct fxd_job *job = fxd_alloc(driver, sizeof *job);
  job->index = driver->jobs.count;
  FXD_PUSH(&driver->jobs, job);
  return job;
}

void fxd_job_waits(struct fxd_job *job, const struct fxd_job *other) {
  FXD_PUSH(&job->waits, other->index);
}

static void write_stderr(const char *data, size_t size) {
  while (size) {
    ssize_t written = write(STDERR_FILENO, data, size);
    if (written <= 0 && errno != EINTR)
      return;
    if (written > 0) {
      data += written;
      size -= (size_t)written;
    }
  }
}

static void print_job(const struct fxd_job *job) {
  struct fxs_strbuf line = {0};
  fxs_strbuf_putc(&line, ' ');
  fxs_process_quote(&line, job->argv.items);
  if (job->stdin_path)
    fxs_strbuf_printf(&line, " <%s", job->stdin_path);
  fxs_strbuf_putc(&line, '\n');
  if (line.has_failed)
    fxd_out_of_memory();
  write_stderr(line.data, line.length);
  fxs_strbuf_free(&line);
}

static void end_words(struct fxd_job *job) {
  fxd_word(&job->argv, NULL);
  job->argv.count--;
}

void fxd_jobs_print(struct fxd_driver *driver) {
  for (size_t i = 0; i < driver->jobs.count; ++i) {
    end_words(driver->jobs.items[i]);
    if (driver->jobs.items[i]->argv.count)
      print_job(driver->jobs.items[i]);
  }
}

/* The kernel rejects sets smaller than its own. */
static int processor_count(void) {
  for (int processors = 1024; processors <= 1 << 20; processors *= 2) {
    size_t size = CPU_ALLOC_SIZE(processors);
    cpu_set_t *set = CPU_ALLOC(processors);
    int count = set && sched_getaffinity(0, size, set) == 0 ? CPU_COUNT_S(size, set) : 0;
    bool is_too_small = set && !count && errno == EINVAL;
    if (set)
      CPU_FREE(set);
    if (!is_too_small)
      return count ? count : 1;
  }
  return 1;
}

/* Copies the job's buffered messages to our standard error. */
static void show_output(struct fxd_job *job) {
  struct fxs_file said;
  if (job->stderr_path && fxs_file_read(job->stderr_path, &said) == 0) {
    write_stderr((const char *)said.data, said.size);
    fxs_file_free(&said);
  }
}

bool fxd_job_said(const struct fxd_job *job) {
  struct stat info;
  return !job->stderr_path || stat(job->stderr_path, &info) != 0 || info.st_size > 0;
}

static void finish(struct fxd_job *job, int status) {
  job->status = status;
  job->state = status ? FXD_JOB_FAILED : FXD_JOB_DONE;
  if (status || !job->hides_output)
    show_output(job);
  if (status > 128 && job->pid)
    fxd_error("'%s' was ended by signal %d (%s)", job->argv.items[0], status - 128,
              strsignal(status - 128));
}

/* Huge pages for a compiler's heap: 5% less CPU time. Other C libraries ignore it; the user's
 * settings are kept. */
static int spawn(struct fxd_job *job, const struct fxs_process_options *options) {
  bool sets_it = job->is_compilation && !getenv("GLIBC_TUNABLES") &&
                 setenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1", 0) == 0;
  int error = fxs_process_spawn(job->argv.items, options, &job->pid);
  if (sets_it)
    unsetenv("GLIBC_TUNABLES");
  return error;
}

static void start(struct fxd_driver *driver, struct fxd_job *job) {
  job->state = FXD_JOB_RUNNING;
  int status = job->prepare ? job->prepare(driver, job) : 0;
  if (status || job->is_skipped) {
    finish(job, status);
    return;
  }
  end_words(job);
  if (driver->options.is_verbose && job->argv.count)
    print_job(job);
  if (job->action) {
    finish(job, job->action(driver, job));
    return;
  }
  if (driver->temp_folder)
    job->stderr_path = fxd_printf(driver, "%s/messages-%zu", driver->temp_folder, job->index);
  struct fxs_process_options options = {.stdin_path = job->stdin_path,
                                        .stdout_path = job->stdout_path,
                                        .stderr_path = job->stderr_path,
                                        .has_own_group = !driver->reads_stdin};
  int error = spawn(job, &options);
  if (error) {
    fxd_error("cannot run '%s': %s; is the installation complete?", job->argv.items[0],
              strerror(error));
    job->pid = 0;
    finish(job, error == ENOENT ? 127 : 126);
  }
}

static bool is_ready(const struct fxd_driver *driver, const struct fxd_job *job) {
  if (job->state != FXD_JOB_WAITING)
    return false;
  for (size_t i = 0; i < job->waits.count; ++i)
    if (driver->jobs.items[job->waits.items[i]]->state != FXD_JOB_DONE)
      return false;
  return true;
}

/* Reaps the jobs that have ended; returns how many are still running. */
static int reap(struct fxd_driver *driver, int *first_status) {
  int running = 0;
  for (size_t i = 0; i < driver->jobs.count; ++i) {
    struct fxd_job *job = driver->jobs.items[i];
    int status;
    if (job->state == FXD_JOB_RUNNING && waitpid(job->pid, &status, WNOHANG) == job->pid) {
      /* After the first failure we kill the others: their messages do not matter. */
      if (*first_status) {
        job->state = FXD_JOB_FAILED;
        continue;
      }
      status = fxs_process_exit_status(status);
      if (job->ended && job->ended(driver, job, &status)) {
        job->state = FXD_JOB_WAITING;
        continue;
      }
      finish(job, status);
      *first_status = job->status;
    }
    running += job->state == FXD_JOB_RUNNING;
  }
  return running;
}

static void signal_running(struct fxd_driver *driver, int number) {
  for (size_t i = 0; i < driver->jobs.count; ++i) {
    struct fxd_job *job = driver->jobs.items[i];
    if (job->state == FXD_JOB_RUNNING && job->pid > 0)
      kill(driver->reads_stdin ? job->pid : -job->pid, number);
  }
}

static void stop_running(struct fxd_driver *driver, const sigset_t *signals) {
  const struct timespec grace = {.tv_sec = GRACE_SECONDS};
  int ignored = 1;
  signal_running(driver, SIGTERM);
  while (reap(driver, &ignored))
    if (sigtimedwait(signals, NULL, &grace) < 0 && errno == EAGAIN)
      signal_running(driver, SIGKILL);
}

static void remove_partial_outputs(struct fxd_driver *driver) {
  for (size_t i = 0; i < driver->outputs.count; ++i) {
    const struct fxd_output *output = &driver->outputs.items[i];
    struct stat info;
    if (driver->jobs.items[output->first]->state != FXD_JOB_WAITING &&
        driver->jobs.items[output->last]->state != FXD_JOB_DONE &&
        lstat(output->path, &info) == 0 && S_ISREG(info.st_mode))
      unlink(output->path);
  }
}

/* Signals that our caller ignores (nohup) stay ignored. */
static void add_unless_ignored(sigset_t *signals, int number) {
  struct sigaction action;
  if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN)
    sigaddset(signals, number);
}

int fxd_jobs_run(struct fxd_driver *driver) {
  int limit = processor_count(), status = 0, interrupted = 0, running;
  sigset_t signals, before;
  /* Whose end ends falx-post-link; without memory it does not. */
  setenv("FALX_DRIVER", fxd_printf(driver, "%ld", (long)getpid()), 1);
  signal(SIGCHLD, SIG_DFL);
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  add_unless_ignored(&signals, SIGINT);
  add_unless_ignored(&signals, SIGTERM);
  add_unless_ignored(&signals, SIGHUP);
  sigprocmask(SIG_BLOCK, &signals, &before);
  for (;;) {
    running = reap(driver, &status);
    bool has_started = false;
    for (size_t i = 0; i < driver->jobs.count && !status && running < limit; ++i) {
      struct fxd_job *job = driver->jobs.items[i];
      if (!is_ready(driver, job))
        continue;
      start(driver, job);
      has_started = true;
      running += job->state == FXD_JOB_RUNNING;
      if (job->state == FXD_JOB_FAILED)
        status = job->status;
    }
    if (status)
      break;
    if (has_started)
      continue; /* one that completed at once may have made others ready */
    if (!running)
      break;
    int number = sigwaitinfo(&signals, NULL);
    if (number > 0 && number != SIGCHLD) {
      interrupted = number;
      break;
    }
  }
  if (status || interrupted) {
    stop_running(driver, &signals);
    remove_partial_outputs(driver);
  }
  fxd_pch_end(driver);
  fxd_drop_temp_folder(driver);
  if (interrupted) { /* die as the signal would have killed us */
    signal(interrupted, SIG_DFL);
    raise(interrupted);
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  return interrupted ? 128 + interrupted : status;
}
