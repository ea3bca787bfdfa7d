/* Shadow memory: for each 4 bytes, or each byte in pages where smaller things are accessed, who
 * wrote and read them last in which launch. Pages are made on demand and stay. */
#include "checker/checker.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_BITS = 12, PAGE = 1 << PAGE_BITS, BUCKETS = 1 << 16 };

struct cell {
  uint32_t launch; /* that the rest is of; 0: none */
  struct chk_record writer, atomic, readers[2];
};

struct page {
  struct page *next;
  uintptr_t number;
  pthread_mutex_t lock;
  struct cell *cells; /* one for each 1 << shift bytes */
  uint32_t shift;     /* 2 or 0 */
};

static struct page *pages[BUCKETS]; /* grow at their heads; atomic */

static struct page *find_page(uintptr_t number) {
  struct page **bucket = &pages[(number * 0x9e3779b97f4a7c15u) >> 48], *made = NULL;
  struct page *head = __atomic_load_n(bucket, __ATOMIC_ACQUIRE);
  for (;;) {
    for (struct page *page = head; page; page = page->next)
      if (page->number == number) {
        if (made) {
          free(made->cells);
          free(made);
        }
        return page;
      }
    if (!made) {
      made = calloc(1, sizeof *made);
      if (!made || !(made->cells = calloc(PAGE >> 2, sizeof *made->cells))) {
        free(made);
        return NULL;
      }
      made->number = number;
      made->shift = 2;
      pthread_mutex_init(&made->lock, NULL);
    }
    made->next = head;
    if (__atomic_compare_exchange_n(bucket, &head, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      return made;
  }
}

/* One cell for each byte from now on. */
static bool refine(struct page *page) {
  struct cell *cells = malloc(PAGE * sizeof *cells);
  if (!cells)
    return false;
  for (size_t i = 0; i < PAGE; i++)
    cells[i] = page->cells[i >> 2];
  free(page->cells);
  page->cells = cells;
  page->shift = 0;
  return true;
}

static bool conflicts(const struct chk_access *access, const struct chk_record *other) {
  if (!other->place)
    return false;
  if (other->group != access->own.group)
    return !access->is_local;
  return other->epoch == access->own.epoch &&
         chk_item_of(other->place) != chk_item_of(access->own.place);
}

/* The last reader, and another one: of another group if there is one, else of the same epoch. */
static void note_reader(const struct chk_access *access, struct cell *cell) {
  struct chk_record *last = &cell->readers[0], *other = &cell->readers[1];
  const struct chk_record *own = &access->own;
  if (last->place && last->group != own->group)
    *other = *last;
  else if (last->place && last->epoch == own->epoch &&
           chk_item_of(last->place) != chk_item_of(own->place) &&
           (!other->place || other->group == own->group))
    *other = *last;
  *last = *own;
}

static bool visit(const struct chk_access *access, struct cell *cell,
                  struct chk_finding *out_finding, bool *out_is_written) {
  bool reads = access->flags & FALX_ACCESS_OF_READ, writes = access->flags & FALX_ACCESS_OF_WRITE;
  bool is_atomic = access->flags & FALX_ACCESS_OF_ATOMIC;
  const struct chk_record *found = NULL;
  if (cell->launch != access->launch) {
    memset(cell, 0, sizeof *cell);
    cell->launch = access->launch;
  }
  *out_is_written |= (cell->writer.place && cell->writer.group == access->own.group) ||
                     (cell->atomic.place && cell->atomic.group == access->own.group);
  if (conflicts(access, &cell->writer))
    found = &cell->writer;
  else if (!is_atomic && conflicts(access, &cell->atomic))
    found = &cell->atomic;
  else if (writes && conflicts(access, &cell->readers[0]))
    found = &cell->readers[0];
  else if (writes && conflicts(access, &cell->readers[1]))
    found = &cell->readers[1];
  if (found) {
    out_finding->other = *found;
    out_finding->other_writes = found == &cell->writer || found == &cell->atomic;
    out_finding->other_is_atomic = found == &cell->atomic;
  }
  if (reads && !is_atomic)
    note_reader(access, cell);
  if (writes)
    *(is_atomic ? &cell->atomic : &cell->writer) = access->own;
  return found != NULL;
}

bool chk_shadow_access(const struct chk_access *access, struct chk_finding *out_finding,
                       bool *out_is_written) {
  uintptr_t at = access->address, end = at + access->bytes;
  bool is_found = false;
  *out_is_written = !access->is_local;
  while (at < end) {
    uintptr_t limit = (at | (PAGE - 1)) + 1;
    uintptr_t stop = end < limit ? end : limit;
    struct page *page = find_page(at >> PAGE_BITS);
    if (!page) { /* no memory: nothing is known */
      *out_is_written = true;
      return is_found;
    }
    pthread_mutex_lock(&page->lock);
    if (page->shift && ((at | stop) & 3) && !refine(page)) {
      pthread_mutex_unlock(&page->lock);
      *out_is_written = true;
      return is_found;
    }
    for (; at < stop; at += (uintptr_t)1 << page->shift) {
      struct chk_finding finding;
      struct cell *cell = &page->cells[(at & (PAGE - 1)) >> page->shift];
      if (visit(access, cell, &finding, out_is_written) && !is_found) {
        is_found = true;
        finding.address = at;
        *out_finding = finding;
      }
    }
    pthread_mutex_unlock(&page->lock);
  }
  return is_found;
}
