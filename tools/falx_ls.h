/* The parts of falx-ls. */
#ifndef FALX_TOOLS_FALX_LS_H
#define FALX_TOOLS_FALX_LS_H

/* --json: everything on standard output, as docs/tools.md says. Returns the exit status. */
int fxl_print_json(void);

#endif
