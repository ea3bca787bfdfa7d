/* The driver's exit handlers, held back until the adapter ends.
 *
 * The driver registers functions with atexit when it starts, which is long after the program's
 * static objects were made, so the process would run them first: from then on every call answers
 * CUDA_ERROR_DEINITIALIZED, while destructors of the program may still submit and wait
 * (docs/lifetime.md). Its import of __cxa_atexit therefore leads here, from before cuInit until the
 * adapter ends. Where the driver has no such import, or somebody else has loaded it before, nothing
 * is held back: compute-sanitizer, for one, has handlers of its own that must run before those. */
#include "adapters/cuda/cuda.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined __x86_64__
enum { SLOT_OF_CALLS = R_X86_64_JUMP_SLOT, SLOT_OF_DATA = R_X86_64_GLOB_DAT };
#elif defined __aarch64__
enum { SLOT_OF_CALLS = R_AARCH64_JUMP_SLOT, SLOT_OF_DATA = R_AARCH64_GLOB_DAT };
#else
enum { SLOT_OF_CALLS = -1, SLOT_OF_DATA = -1 };
#endif

typedef int register_function(void (*function)(void *), void *argument, void *dso);
register_function __cxa_atexit; /* the C library's, by the C++ ABI */

enum { MOST_HANDLERS = 64, MOST_SLOTS = 4 };

static struct {
  void (*function)(void *);
  void *argument, *dso;
} handlers[MOST_HANDLERS];   /* lock */
static size_t handler_count; /* lock */
static bool is_held;         /* lock */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct slot {
  void **at, *before;
} slots[MOST_SLOTS];
static size_t slot_count;
static bool is_exiting;

static int hold(void (*function)(void *), void *argument, void *dso) {
  pthread_mutex_lock(&lock);
  bool is_kept = is_held && handler_count < MOST_HANDLERS;
  if (is_kept) {
    handlers[handler_count].function = function;
    handlers[handler_count].argument = argument;
    handlers[handler_count++].dso = dso;
  }
  pthread_mutex_unlock(&lock);
  return is_kept ? 0 : __cxa_atexit(function, argument, dso);
}

/* The loader has made the table of imports read-only, or will not write it any more. */
static bool write_slot(void **at, const void *value) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *begin = (char *)((uintptr_t)at & ~(uintptr_t)(page - 1));
  if (mprotect(begin, page, PROT_READ | PROT_WRITE) != 0)
    return false;
  memcpy(at, &value, sizeof value);
  return true;
}

struct imports {
  const ElfW(Sym) * symbols;
  const char *names;
  const ElfW(Rela) * tables[2]; /* of calls, of data */
  size_t sizes[2];
};

static struct imports imports_of(const struct link_map *map) {
  struct imports found = {0};
  for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++)
    switch (entry->d_tag) {
    case DT_SYMTAB:
      found.symbols = (const void *)entry->d_un.d_ptr;
      break;
    case DT_STRTAB:
      found.names = (const void *)entry->d_un.d_ptr;
      break;
    case DT_JMPREL:
      found.tables[0] = (const void *)entry->d_un.d_ptr;
      break;
    case DT_PLTRELSZ:
      found.sizes[0] = entry->d_un.d_val;
      break;
    case DT_RELA:
      found.tables[1] = (const void *)entry->d_un.d_ptr;
      break;
    case DT_RELASZ:
      found.sizes[1] = entry->d_un.d_val;
      break;
    default:
      break;
    }
  return found;
}

static void note_exit(void) {
  is_exiting = true;
}

void cud_exit_hold(void *library) {
  struct link_map *map = NULL;
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || !map || atexit(note_exit) != 0)
    return;
  const struct imports imports = imports_of(map);
  register_function *replacement = hold;
  void *value;
  memcpy(&value, &replacement, sizeof value);
  is_held = true;
  for (int i = 0; imports.symbols && imports.names && i < 2; i++)
    for (size_t k = 0; imports.tables[i] && k < imports.sizes[i] / sizeof(ElfW(Rela)); k++) {
      const ElfW(Rela) *entry = &imports.tables[i][k];
      const int type = (int)ELF64_R_TYPE(entry->r_info);
      const ElfW(Sym) *symbol = &imports.symbols[ELF64_R_SYM(entry->r_info)];
      if ((type != SLOT_OF_CALLS && type != SLOT_OF_DATA) || slot_count == MOST_SLOTS ||
          strcmp(imports.names + symbol->st_name, "__cxa_atexit") != 0)
        continue;
      struct slot *slot = &slots[slot_count];
      slot->at = (void **)(map->l_addr + entry->r_offset);
      slot->before = *slot->at;
      slot_count += write_slot(slot->at, value);
    }
}

void cud_exit_release(void) {
  for (; slot_count; slot_count--)
    write_slot(slots[slot_count - 1].at, slots[slot_count - 1].before);
  pthread_mutex_lock(&lock);
  is_held = false;
  pthread_mutex_unlock(&lock);
  for (; handler_count; handler_count--) {
    void (*function)(void *) = handlers[handler_count - 1].function;
    if (is_exiting)
      function(handlers[handler_count - 1].argument);
    else /* in the order in which they came: the last one is to run first */
      break;
  }
  for (size_t i = 0; i < handler_count; i++)
    __cxa_atexit(handlers[i].function, handlers[i].argument, handlers[i].dso);
  handler_count = 0;
}
