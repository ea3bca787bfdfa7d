/* Demangled C++ names for messages. */
#ifndef FALX_COMPILER_DEMANGLE_H
#define FALX_COMPILER_DEMANGLE_H

/* The name as written in the source; for a kernel's symbol (_ZTS…) the type that names it. Names
 * that cannot be demangled are returned unchanged. The caller frees. */
char *fxc_demangle(const char *name);

#endif
