/* What the files of falx-image share. */
#ifndef FALX_TOOLS_FALX_IMAGE_H
#define FALX_TOOLS_FALX_IMAGE_H

#include <stdbool.h>

#define TOOL "falx-image"

/* The symbol, and its name in the source behind it where that is another. */
void falx_image_print_name(const char *symbol);

/* falx-image --why: which images of the files export symbol, a mangled name or a name in the source
 * with or without parameters, and which import it. False if a file cannot be read, or none of them
 * knows the symbol. */
bool falx_image_why(const char *symbol, char *const paths[], int count);

#endif
