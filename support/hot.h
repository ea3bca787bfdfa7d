/* What every launch of a kernel runs through. */
#ifndef FALX_SUPPORT_HOT_H
#define FALX_SUPPORT_HOT_H

/* The linker puts such functions side by side, so that they take few pages and cache lines: the
 * driver's own part of a launch has displaced all of them when the next one begins. */
#define FXS_HOT __attribute__((hot))
/* The other way: a branch that calls such a function is laid out behind the others. */
#define FXS_COLD __attribute__((cold))
/* A variable of several files of one library: others cannot put theirs in its place, so that it is
 * found without a table of addresses. */
#ifdef _WIN32
#define FXS_OWN
#else
#define FXS_OWN __attribute__((visibility("hidden")))
#endif

#endif
