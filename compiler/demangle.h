/* C++ names for people. */
#ifndef FALX_COMPILER_DEMANGLE_H
#define FALX_COMPILER_DEMANGLE_H

/* The name as written in the source; a kernel's symbol (_ZTS…) gives the type that names it. What
 * does not demangle comes back as it is. The caller frees. */
char *fxc_demangle(const char *name);

#endif
