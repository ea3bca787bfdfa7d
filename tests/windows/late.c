/* late.dll: a library loaded before lifetime.dll, so that it is unloaded after it. */
#include <stdbool.h>
#include <string.h>
#include <windows.h>

__declspec(dllexport) void late_ask(bool (*question)(void));
BOOL WINAPI DllMain(HINSTANCE instance, DWORD reason, LPVOID reserved);

static bool (*is_shut_down)(void);

void late_ask(bool (*question)(void)) {
  is_shut_down = question;
}

BOOL WINAPI DllMain(HINSTANCE instance, DWORD reason, LPVOID reserved) {
  (void)instance, (void)reserved;
  if (reason == DLL_PROCESS_DETACH && is_shut_down) {
    const char *text = is_shut_down() ? "at the end: shut down" : "at the end: lives";
    DWORD written;
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), text, (DWORD)strlen(text), &written, NULL);
  }
  return TRUE;
}
