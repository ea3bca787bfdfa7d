#include "compiler/ir/printf_format.h"

#include <string.h>

const char *fxc_printf_text(LLVMValueRef pointer, size_t *out_length) {
  while (LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) != LLVMGetElementPtr)
    pointer = LLVMGetOperand(pointer, 0);
  LLVMValueRef variable = LLVMIsAGlobalVariable(pointer);
  LLVMValueRef bytes =
      variable && LLVMIsGlobalConstant(variable) ? LLVMGetInitializer(variable) : NULL;
  *out_length = 0;
  if (bytes && LLVMIsNull(bytes))
    return "";
  if (!bytes || !LLVMIsConstantString(bytes))
    return NULL;
  const char *text = LLVMGetAsString(bytes, out_length);
  *out_length = strnlen(text, *out_length);
  return text;
}

void fxc_printf_format(const char *format, size_t length, bool has_short, struct fxs_strbuf *out) {
  for (const char *at = format, *end = format + length; at < end;) {
    fxs_strbuf_putc(out, *at);
    if (*at++ != '%')
      continue;
    if (at < end && *at == '%') {
      fxs_strbuf_putc(out, *at++);
      continue;
    }
    for (; at < end && strchr("-+ #0123456789.*", *at); at++)
      fxs_strbuf_putc(out, *at);
    while (!has_short && at < end && *at == 'h')
      at++;
    bool is_long = false;
    for (; at < end && strchr("ljztL", *at); at++)
      is_long = *at != 'L';
    if (is_long && at < end && !strchr("aAeEfFgGcs", *at))
      fxs_strbuf_putc(out, 'l');
  }
}
