/* Information collected before the checkers run. */
#ifndef FALX_COMPILER_VERIFY_ROLES_H
#define FALX_COMPILER_VERIFY_ROLES_H

#include "compiler/verify/checker.h"

/* Fills in what holds for the whole module. */
void fxc_find_roles(struct fxc_verifier *v);
/* Fills in v->function. */
void fxc_enter_function(struct fxc_verifier *v, LLVMValueRef function);
/* Counts a call in v->function. */
void fxc_note_call(struct fxc_verifier *v, LLVMValueRef instruction);

#endif
