/* The order of locks, asserted in debug builds. A lock that belongs to a row may be taken by a
 * thread whose locks are all of lower rows. Row 0 is outside the order. */
#ifndef FALX_SUPPORT_LOCK_ORDER_H
#define FALX_SUPPORT_LOCK_ORDER_H

/* A row's number is twice its place, odd where its locks may be taken together, in order of
 * address.
 */
#define FXS_ROW(place) (2u * (place))
#define FXS_ROW_BY_ADDRESS(place) (2u * (place) + 1u)

#ifdef NDEBUG
static inline void fxs_order_take(const void *lock, unsigned row) {
  (void)lock, (void)row;
}
static inline void fxs_order_give(const void *lock, unsigned row) {
  (void)lock, (void)row;
}
#else
/* Before the lock is taken, so that what would wait for good is said instead. */
void fxs_order_take(const void *lock, unsigned row);
void fxs_order_give(const void *lock, unsigned row);
#endif

#endif
