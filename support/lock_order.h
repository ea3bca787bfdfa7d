/* Lock order, asserted in debug builds. A thread may take a lock with a level only if all locks
 * that it holds have lower levels (rows). Row 0 is not checked. */
#ifndef FALX_SUPPORT_LOCK_ORDER_H
#define FALX_SUPPORT_LOCK_ORDER_H

/* A row's number is twice its position, odd if several of its locks may be held, taken in order
 * of address. */
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
/* Call before taking the lock, so that a deadlock is reported instead. */
void fxs_order_take(const void *lock, unsigned row);
void fxs_order_give(const void *lock, unsigned row);
#endif

#endif
