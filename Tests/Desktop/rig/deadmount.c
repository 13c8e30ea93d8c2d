/* Simulates a mount whose server does not respond: while the file that HANDSPAN_DEAD_WHILE names exists, every call
 * with a path below HANDSPAN_DEAD_PATH blocks, as it would in the kernel. Calls with a descriptor are not intercepted,
 * because opening the file would already have blocked. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void wait_while_dead (const char *path)
{
  static const char *dead_path, *flag_path;
  if (!dead_path)
    {
      flag_path = getenv ("HANDSPAN_DEAD_WHILE");
      dead_path = getenv ("HANDSPAN_DEAD_PATH");
    }
  if (!path || !dead_path || !flag_path || strncmp (path, dead_path, strlen (dead_path)) != 0)
    return;
  while (syscall (SYS_faccessat, AT_FDCWD, flag_path, F_OK) == 0)
    nanosleep (&(struct timespec) { .tv_nsec = 20 * 1000 * 1000 }, NULL);
}

#define NEXT(name) ((__typeof__ (&name)) dlsym (RTLD_NEXT, #name))

#define OPEN(name)                                              \
  int name (const char *path, int flags, ...)                   \
  {                                                             \
    va_list variadic;                                           \
    va_start (variadic, flags);                                 \
    mode_t mode = va_arg (variadic, mode_t);                    \
    va_end (variadic);                                          \
    wait_while_dead (path);                                     \
    return NEXT (name) (path, flags, mode);                     \
  }
OPEN (open)
OPEN (open64)

#define OPENAT(name)                                            \
  int name (int folder, const char *path, int flags, ...)       \
  {                                                             \
    va_list variadic;                                           \
    va_start (variadic, flags);                                 \
    mode_t mode = va_arg (variadic, mode_t);                    \
    va_end (variadic);                                          \
    wait_while_dead (path);                                     \
    return NEXT (name) (folder, path, flags, mode);             \
  }
OPENAT (openat)
OPENAT (openat64)

#define CALL(result, name, parameters, arguments)               \
  result name parameters                                        \
  {                                                             \
    wait_while_dead (path);                                     \
    return NEXT (name) arguments;                               \
  }
CALL (DIR *, opendir, (const char *path), (path))
CALL (char *, realpath, (const char *path, char *resolved), (path, resolved))
CALL (int, stat, (const char *path, struct stat *status), (path, status))
CALL (int, stat64, (const char *path, struct stat64 *status), (path, status))
CALL (int, lstat, (const char *path, struct stat *status), (path, status))
CALL (int, lstat64, (const char *path, struct stat64 *status), (path, status))
CALL (int, fstatat, (int folder, const char *path, struct stat *status, int flags), (folder, path, status, flags))
CALL (int, fstatat64, (int folder, const char *path, struct stat64 *status, int flags), (folder, path, status, flags))
CALL (int, statx, (int folder, const char *path, int flags, unsigned mask, struct statx *status),
      (folder, path, flags, mask, status))
CALL (int, access, (const char *path, int mode), (path, mode))
CALL (int, faccessat, (int folder, const char *path, int mode, int flags), (folder, path, mode, flags))
CALL (int, inotify_add_watch, (int watcher, const char *path, uint32_t mask), (watcher, path, mask))
CALL (ssize_t, readlink, (const char *path, char *target, size_t size), (path, target, size))
