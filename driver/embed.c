/* Fat objects: embeds device bitcode in the host object, in a section that linkers leave out. */
#include <stdlib.h>
#include <string.h>

#include "driver/driver.h"
#include "support/elf.h"
#include "support/file.h"
#include "support/offload.h"

/* argv: program, "--embed-device", object, TARGET=BITCODE… */
static bool embed(char *const argv[]) {
  const char *object = argv[2];
  struct fxs_strbuf contents = {0};
  struct fxs_file host = {0};
  struct fxs_elf elf;
  unsigned char *data = NULL;
  size_t size = 0;
  bool is_done = false;
  for (size_t i = 3; argv[i]; ++i) {
    const char *equals = strchr(argv[i], '=');
    const struct fxd_target *target =
        equals ? fxd_target_find(argv[i], (size_t)(equals - argv[i])) : NULL;
    struct fxs_file bitcode;
    if (!target) {
      fxd_error("'%s' is not TARGET=FILE; known targets: %s", argv[i], fxd_target_list());
      goto done;
    }
    int error = fxs_file_map(equals + 1, &bitcode);
    if (error) {
      fxd_error("cannot read '%s': %s", equals + 1, strerror(error));
      goto done;
    }
    const struct fxs_offload_pair strings[] = {
        {"triple", fxd_target_triple(target)},
        {"arch", ""},
        {FXS_OFFLOAD_KEY_TARGET, fxd_target_name(target)},
    };
    fxs_offload_append(&contents, FXS_OFFLOAD_BITCODE, FXS_OFFLOAD_KIND_SYCL, strings, 3,
                       bitcode.data, bitcode.size);
    fxs_file_free(&bitcode);
  }
  int error = fxs_file_map(object, &host);
  if (error) {
    fxd_error("cannot read '%s': %s", object, strerror(error));
    goto done;
  }
  if (contents.has_failed)
    fxd_out_of_memory();
  if (!fxs_elf_open(host.data, host.size, &elf) ||
      (error = fxs_elf_add_section(&elf, FXS_OFFLOAD_SECTION, FXS_OFFLOAD_SECTION_TYPE,
                                   contents.data, contents.length, &data, &size)) != 0) {
    fxd_error("cannot add device code to '%s': %s", object,
              error ? strerror(error) : "it is no 64-bit little-endian ELF object");
    goto done;
  }
  error = fxs_file_write(object, data, size);
  if (error)
    fxd_error("cannot write '%s': %s", object, strerror(error));
  is_done = !error;
done:
  free(data);
  fxs_file_free(&host);
  fxs_strbuf_free(&contents);
  return is_done;
}

static int run(struct fxd_driver *driver, struct fxd_job *job) {
  (void)driver;
  return embed(job->argv.items) ? 0 : 1;
}

struct fxd_job *fxd_plan_embed(struct fxd_driver *driver, const char *object,
                               const struct fxd_modules *modules) {
  struct fxd_job *job = fxd_job_new(driver);
  job->action = run;
  fxd_word(&job->argv, driver->self);
  fxd_word(&job->argv, "--embed-device");
  fxd_word(&job->argv, object);
  for (size_t i = 0; i < modules->count; ++i) {
    const struct fxd_module *module = &modules->items[i];
    fxd_word(&job->argv,
             fxd_printf(driver, "%s=%s", fxd_target_name(module->target), module->path));
    if (module->job)
      fxd_job_waits(job, module->job);
  }
  return job;
}

int fxd_embed_main(int argc, char **argv) {
  if (argc < 4) {
    fxd_error("usage: " FXD_TOOL " --embed-device OBJECT TARGET=BITCODE…");
    return 1;
  }
  return embed(argv) ? 0 : 1;
}
