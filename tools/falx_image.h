/* Shared declarations of falx-image. */
#ifndef FALX_TOOLS_FALX_IMAGE_H
#define FALX_TOOLS_FALX_IMAGE_H

#include <stdbool.h>

#define TOOL "falx-image"

/* The symbol, followed by its name in the source if that differs. */
void falx_image_print_name(const char *symbol);

/* falx-image --why: lists the images in the files that export or import symbol, a mangled name
 * or a source name with or without parameters. False if a file cannot be read, or none contains
 * the symbol. */
bool falx_image_why(const char *symbol, char *const paths[], int count);

#endif
