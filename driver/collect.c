/* Collects device code from objects, archives and libraries.
 *
 * Files with finished images, such as shared libraries, resolve imports at run time: their names
 * are passed to falx-post-link.
 *
 * Of an archive, all members that the linker takes for the host are used; of the others, those
 * that define what the used device code imports. The names come from the linker itself: if an
 * archive contains device code, link.c first links once with a trace. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/driver.h"
#include "falx/image.h"
#include "support/archive.h"
#include "support/elf.h"
#include "support/file.h"
#include "support/offload.h"

static bool is_same_file(const char *path, size_t length, const char *other) {
  char copy[4096];
  struct stat one, two;
  if (length >= sizeof copy)
    return false;
  memcpy(copy, path, length);
  copy[length] = 0;
  return strcmp(copy, other) == 0 || (stat(copy, &one) == 0 && stat(other, &two) == 0 &&
                                      one.st_dev == two.st_dev && one.st_ino == two.st_ino);
}

static char *stem_of(struct fxd_driver *driver, const char *path) {
  const char *slash = strrchr(path, '/');
  char *stem = fxd_strdup(driver, slash ? slash + 1 : path);
  char *dot = strrchr(stem, '.');
  if (dot && dot != stem)
    *dot = 0;
  return stem;
}

/* name identifies the bytes in messages: a path, or "archive(member)". */
static bool collect_object(struct fxd_driver *driver, const char *name, const unsigned char *data,
                           size_t size, const struct fxd_module *pattern,
                           struct fxd_modules *modules) {
  struct fxs_elf elf;
  if (!fxs_elf_is(data, size))
    return true;
  if (!fxs_elf_open(data, size, &elf))
    return true; /* 32 bits or malformed: left to the linker */
  bool is_image_file = false;
  for (size_t i = 1; i < elf.section_count; ++i) {
    struct fxs_elf_section section;
    struct fxs_offload offload;
    enum fxs_offload_step step = FXS_OFFLOAD_END;
    if (!fxs_elf_section(&elf, i, &section) || !section.data)
      continue;
    is_image_file |= strcmp(section.name, FALX_IMAGE_DESC_SECTION) == 0;
    if (strcmp(section.name, FXS_OFFLOAD_SECTION) != 0)
      continue;
    for (size_t at = 0; (step = fxs_offload_next(section.data, section.size, &at, &offload)) ==
                        FXS_OFFLOAD_RECORD;) {
      const char *target = fxs_offload_string(&offload, FXS_OFFLOAD_KEY_TARGET);
      if (offload.offload_kind != FXS_OFFLOAD_KIND_SYCL ||
          offload.image_kind != FXS_OFFLOAD_BITCODE || !target)
        continue;
      struct fxd_module module = *pattern;
      module.target = fxd_target_find(target, strlen(target));
      if (!module.target) {
        fxd_error("'%s' holds device code for '%s', which this version does not know; it knows %s",
                  name, target, fxd_target_list());
        return false;
      }
      module.image = offload.image;
      module.image_size = offload.image_size;
      module.path = fxd_temp_path(driver, stem_of(driver, module.member ? module.member : name),
                                  fxd_printf(driver, "-%s.bc", fxd_target_name(module.target)));
      FXD_PUSH(modules, module);
    }
    if (step == FXS_OFFLOAD_BROKEN) {
      fxd_error("the device code in '%s' is damaged or of another version; compile it again", name);
      return false;
    }
  }
  if (is_image_file && !pattern->member)
    fxd_word(&driver->image_files, pattern->origin);
  return true;
}

static bool collect_archive(struct fxd_driver *driver, char *path, const struct fxs_file *file,
                            struct fxd_modules *modules) {
  struct fxs_archive archive;
  struct fxs_archive_member member;
  enum fxs_archive_step step;
  fxs_archive_open(file->data, file->size, &archive);
  for (size_t at = 0; (step = fxs_archive_next(&archive, &at, &member)) == FXS_ARCHIVE_MEMBER;) {
    struct fxd_module pattern = {.origin = path};
    char *name = fxd_printf(driver, "%s(%s)", path, member.name);
    const unsigned char *data = member.data;
    size_t size = member.size;
    pattern.member = fxd_strdup(driver, member.name);
    if (!data) {
      const char *slash = strrchr(path, '/');
      struct fxs_file own;
      pattern.thin_path =
          member.name[0] == '/' || !slash
              ? pattern.member
              : fxd_printf(driver, "%.*s/%s", (int)(slash - path), path, member.name);
      int error = fxs_file_map(pattern.thin_path, &own);
      if (error) {
        fxd_error("cannot read '%s', which the thin archive '%s' names: %s", pattern.thin_path,
                  path, strerror(error));
        return false;
      }
      data = own.data;
      size = own.size;
    }
    if (!collect_object(driver, name, data, size, &pattern, modules))
      return false;
  }
  if (step == FXS_ARCHIVE_BROKEN)
    fxd_error("the archive '%s' is damaged; make it again", path);
  return step == FXS_ARCHIVE_END;
}

/* As the linker has it: an archive may be named again, its members come once. */
static bool has_archive(const struct fxd_modules *modules, const char *path) {
  for (size_t i = 0; i < modules->count; ++i)
    if (modules->items[i].member &&
        (!i || modules->items[i].origin != modules->items[i - 1].origin) &&
        is_same_file(path, strlen(path), modules->items[i].origin))
      return true;
  return false;
}

bool fxd_collect(struct fxd_driver *driver, const char *path, struct fxd_modules *modules) {
  struct fxs_file file; /* stays mapped until the process ends: modules point into it */
  char *origin = fxd_strdup(driver, path);
  int error = fxs_file_map(path, &file);
  if (error) {
    fxd_error("cannot read '%s': %s", path, strerror(error));
    return false;
  }
  size_t before = modules->count;
  bool is_fine;
  if (fxs_archive_is(file.data, file.size) && has_archive(&driver->archived, path)) {
    is_fine = true;
  } else if (fxs_archive_is(file.data, file.size)) {
    is_fine = collect_archive(driver, origin, &file, modules);
  } else {
    struct fxd_module pattern = {.origin = origin};
    is_fine = collect_object(driver, origin, file.data, file.size, &pattern, modules);
  }
  if (modules->count == before)
    fxs_file_free(&file);
  return is_fine;
}

static bool is_fat(const void *data, size_t size) {
  struct fxs_elf elf;
  struct fxs_elf_section section;
  struct fxs_offload offload;
  if (!fxs_elf_is(data, size) || !fxs_elf_open(data, size, &elf) ||
      !fxs_elf_find(&elf, FXS_OFFLOAD_SECTION, &section) || !section.data)
    return false;
  for (size_t at = 0;
       fxs_offload_next(section.data, section.size, &at, &offload) == FXS_OFFLOAD_RECORD;)
    if (offload.offload_kind == FXS_OFFLOAD_KIND_SYCL)
      return true;
  return false;
}

bool fxd_has_device_code(const char *path) {
  struct fxs_file file;
  if (fxs_file_map(path, &file))
    return false;
  bool has_code = is_fat(file.data, file.size);
  struct fxs_archive archive;
  struct fxs_archive_member member;
  if (fxs_archive_is(file.data, file.size) && fxs_archive_open(file.data, file.size, &archive))
    for (size_t at = 0;
         !has_code && fxs_archive_next(&archive, &at, &member) == FXS_ARCHIVE_MEMBER;)
      has_code = member.data && is_fat(member.data, member.size);
  fxs_file_free(&file);
  return has_code;
}

static char *find_library(struct fxd_driver *driver, const char *folder,
                          const struct fxd_library_ref *library) {
  char *path;
  if (library->name[0] == ':') {
    path = fxd_printf(driver, "%s/%s", folder, library->name + 1);
    return access(path, R_OK) == 0 ? path : NULL;
  }
  path = fxd_printf(driver, "%s/lib%s.so", folder, library->name);
  if (!library->wants_static && access(path, R_OK) == 0)
    return path;
  path = fxd_printf(driver, "%s/lib%s.a", folder, library->name);
  return access(path, R_OK) == 0 ? path : NULL;
}

bool fxd_collect_libraries(struct fxd_driver *driver, struct fxd_modules *modules) {
  static const char *const system_folders[] = {"/usr/local/lib", "/usr/lib"};
  const struct fxd_options *options = &driver->options;
  size_t system_count = sizeof system_folders / sizeof system_folders[0];
  for (size_t i = 0; i < options->libraries.count; ++i) {
    const struct fxd_library_ref *library = &options->libraries.items[i];
    char *path = NULL;
    for (size_t k = 0; !path && k < options->folders.count + system_count; ++k)
      path = find_library(driver,
                          k < options->folders.count ? options->folders.items[k]
                                                     : system_folders[k - options->folders.count],
                          library);
    if (path && !fxd_collect(driver, path, modules))
      return false;
  }
  return true;
}

bool fxd_extract(const struct fxd_module *module) {
  int error = fxs_file_write(module->path, module->image, module->image_size);
  if (error)
    fxd_error("cannot write '%s': %s", module->path, strerror(error));
  return !error;
}

static bool is_same_name(const char *name, size_t length, const char *member) {
  const char *slash = strrchr(member, '/');
  const char *base = slash ? slash + 1 : member;
  size_t base_length = strlen(base);
  return length >= base_length && memcmp(name + length - base_length, base, base_length) == 0 &&
         (length == base_length || name[length - base_length - 1] == '/');
}

/* Lines are "(archive)member" (GNU), "archive(member)" (lld, gold, mold) or a file's path. */
bool fxd_trace_has(const struct fxd_module *module, const char *trace) {
  for (const char *line = trace; *line;) {
    size_t length = strcspn(line, "\n");
    const char *archive = line, *name = NULL;
    size_t archive_length = length, name_length = 0;
    if (length && line[0] == '(') {
      const char *close = memchr(line, ')', length);
      if (close) {
        archive = line + 1;
        archive_length = (size_t)(close - archive);
        name = close + 1;
        name_length = (size_t)(line + length - name);
      }
    } else if (length && line[length - 1] == ')') {
      const char *open = line + length - 1;
      while (open > line && *open != '(')
        --open;
      archive_length = (size_t)(open - line);
      name = open + 1;
      name_length = (size_t)(line + length - 1 - name);
    }
    if (name ? is_same_name(name, name_length, module->member) &&
                   is_same_file(archive, archive_length, module->origin)
             : module->thin_path && is_same_file(line, length, module->thin_path))
      return true;
    line += length + (line[length] == '\n');
  }
  return false;
}
