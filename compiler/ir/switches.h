/* Switches as branches. */
#ifndef FALX_COMPILER_IR_SWITCHES_H
#define FALX_COMPILER_IR_SWITCHES_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Short switches of the function become branches, one for each destination: is the value one of its
 * cases? Those with more than most_destinations, apart from the default one, stay. True if there
 * was any. LLVM's lower-switch makes a binary search instead, every step of which all work-items
 * that run together would have to execute when they diverge. */
bool fxc_take_switches_apart(LLVMValueRef function, unsigned most_destinations);

/* For callers that take any short switch. */
#define FXC_ANY_DESTINATIONS 8

#endif
