/* ends.exe <way>: a process that exits in the given way; prints what it observes, up to the very
 * end. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static bool (*use)(void), (*lives)(void), (*is_shut_down)(void), (*is_held)(void);
static void (*hold)(void);
static bool (*has_slept)(bool);
static bool (*look_at)(const char *, char *, size_t);

__declspec(dllimport) void late_ask(bool (*question)(void)); /* late.c */

static void find(HMODULE library, const char *name, void *function) {
  FARPROC found = GetProcAddress(library, name);
  if (!found)
    exit(2);
  memcpy(function, &found, sizeof found);
}

static HMODULE load(void) {
  HMODULE library = LoadLibraryA("lifetime.dll");
  if (!library)
    exit(3);
  find(library, "test_use", &use);
  find(library, "test_lives", &lives);
  find(library, "test_is_shut_down", &is_shut_down);
  find(library, "test_hold", &hold);
  find(library, "test_is_held", &is_held);
  find(library, "test_futex", &has_slept);
  find(library, "test_seam", &look_at);
  late_ask(is_shut_down);
  return library;
}

static void say(const char *text) {
  DWORD written;
  WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), text, (DWORD)strlen(text), &written, NULL);
}

static void at_exit(void) {
  say(lives() ? "in atexit: lives, " : "in atexit: refused, ");
}

static DWORD WINAPI held(void *unused) {
  (void)unused;
  hold();
  return 0;
}

static bool is_way(char **arguments, const char *way) {
  return arguments[1] && !strcmp(arguments[1], way);
}

int main(int count, char **arguments) {
  (void)count;
  HMODULE library = load();
  if (is_way(arguments, "closed")) {
    FreeLibrary(library);
    say(GetModuleHandleA("lifetime.dll") ? "unloaded: no, " : "unloaded: yes, ");
    library = load();
    say(use() ? "used: yes, " : "used: no, ");
    FreeLibrary(library);
    say(GetModuleHandleA("lifetime.dll") ? "unloaded: no" : "unloaded: yes");
    late_ask(NULL);
    return 0;
  }
  if (is_way(arguments, "futex")) {
    late_ask(NULL);
    say(has_slept(true) ? "woken, " : "not woken, ");
    say(has_slept(false) ? "no time" : "over time");
    return 0;
  }
  if (is_way(arguments, "seam")) {
    char before[200], after[200];
    late_ask(NULL);
    FILE *file = fopen("stamped", "w");
    bool is_fine = file && look_at("stamped", before, sizeof before);
    if (is_fine) {
      fputs("more", file);
      fflush(file);
      is_fine = look_at("stamped", after, sizeof after) && strcmp(before, after) != 0;
    }
    say(is_fine ? "fine" : before);
    return 0;
  }
  if (is_way(arguments, "unused")) {
    say("used: no, ");
    return 0;
  }
  say(use() ? "used: yes, " : "used: no, ");
  atexit(at_exit);
  if (is_way(arguments, "held")) {
    HANDLE thread = CreateThread(NULL, 0, held, NULL, 0, NULL);
    while (thread && !is_held())
      Sleep(1);
  }
  return 0;
}
