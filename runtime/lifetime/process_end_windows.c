/* DllMain (GO-4).
 *
 * At process end Windows first terminates the other threads, wherever they are, then calls
 * DllMain with the loader's lock held. Waiting there for a thread, a lock or an adapter would
 * never end, so DllMain abandons the runtime, and the system reclaims memory and devices. For
 * the same reasons a library that was used is never unloaded earlier. */
#include <windows.h>

#include "runtime/lifetime/lifetime.h"

BOOL WINAPI DllMain(HINSTANCE instance, DWORD reason, LPVOID reserved);

BOOL WINAPI DllMain(HINSTANCE instance, DWORD reason, LPVOID reserved) {
  (void)instance, (void)reserved;
  if (reason == DLL_PROCESS_DETACH)
    fxr_runtime_abandon();
  return TRUE;
}
