/* A small disk that fills up quickly, for tests. */
#ifndef FALX_TESTS_TINY_DISK_H
#define FALX_TESTS_TINY_DISK_H

#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

static inline bool tell_kernel(const char *path, const char *format, unsigned id) {
  char text[64];
  ssize_t length = snprintf(text, sizeof text, format, id, id);
  int file = open(path, O_WRONLY | O_CLOEXEC);
  bool is_fine = write(file, text, (size_t)length) == length;
  close(file);
  return is_fine;
}

/* A file system of that size where nothing is yet, seen by this process alone; false where
 * that may not be. */
static inline bool mount_tiny(const char *at, const char *size) {
  unsigned user = geteuid(), group = getegid();
  if (unshare(CLONE_NEWNS | (user ? CLONE_NEWUSER : 0)) != 0)
    return false;
  if (user && !(tell_kernel("/proc/self/setgroups", "deny", 0) &&
                tell_kernel("/proc/self/uid_map", "%u %u 1", user) &&
                tell_kernel("/proc/self/gid_map", "%u %u 1", group)))
    return false;
  char options[64];
  snprintf(options, sizeof options, "size=%s,mode=700", size);
  return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 && mkdir(at, 0700) == 0 &&
         mount("none", at, "tmpfs", 0, options) == 0;
}

#endif
