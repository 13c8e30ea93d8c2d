#pragma once

// GLib and GIO: the user's folders, file monitors, checksums, settings and D-Bus.
#include <gio/gio.h>
// Settings in a key file, for tests.
#define G_SETTINGS_ENABLE_BACKEND
#include <gio/gsettingsbackend.h>
// gettext; GLib declares only its lookups.
#include <libintl.h>

// Extended attributes, which Swift's Glibc module does not include.
#include <sys/xattr.h>

// glibc declares renameat2 only with _GNU_SOURCE, which a module cannot define for its importers. The flag is
// RENAME_NOREPLACE from linux/fs.h: an existing file is never overwritten.
#include <sys/syscall.h>
#include <unistd.h>
static inline int cglib_rename_noreplace(int folder, const char *from, const char *to) {
  return (int)syscall(SYS_renameat2, folder, from, folder, to, 1u);
}

// The flag is RENAME_EXCHANGE: the two files exchange their names.
static inline int cglib_rename_exchange(int folder, const char *from, const char *to) {
  return (int)syscall(SYS_renameat2, folder, from, folder, to, 2u);
}

// Makes the kernel start writing the changed parts of a file, without waiting until they are on disk. glibc declares
// sync_file_range only with _GNU_SOURCE, and not all architectures have it. The flag is SYNC_FILE_RANGE_WRITE.
static inline void cglib_start_writing(int file) {
#if defined(SYS_sync_file_range) && __SIZEOF_LONG__ == 8
  (void)syscall(SYS_sync_file_range, file, 0L, 0L, 2u);
#else
  (void)file;
#endif
}

// Makes the kernel refresh its cached attributes of the file that has the given name in a folder. 0x2100 is
// AT_STATX_FORCE_SYNC | AT_SYMLINK_NOFOLLOW, and 0x7ff is STATX_BASIC_STATS. A struct statx is 256 bytes long.
static inline void cglib_refresh(int folder, const char *name) {
  unsigned long long attributes[32];
  (void)syscall(SYS_statx, folder, name, 0x2100, 0x7ffu, attributes);
}

// Leases, which glibc also declares only with _GNU_SOURCE. The commands are F_SETSIG, F_SETLEASE and F_GETLEASE from
// linux/fcntl.h. The kernel sends a signal when it breaks a lease. The default, SIGIO, terminates a program that does
// not handle it, so SIGURG is used, which is ignored by default. SIGIO is ignored as well, because the kernel sends
// it instead if it cannot queue SIGURG.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
static inline int cglib_lease(int file) {
  struct sigaction action;
  if (sigaction(SIGIO, NULL, &action) == 0 && action.sa_handler == SIG_DFL) signal(SIGIO, SIG_IGN);
  if (fcntl(file, 10, SIGURG) != 0 || fcntl(file, 1024, F_RDLCK) != 0) return -errno;
  return 0;
}
static inline int cglib_holds_lease(int file) { return fcntl(file, 1025) == F_RDLCK; }
static inline void cglib_release_lease(int file) { fcntl(file, 1024, F_UNLCK); }

// Returns 1 if an open folder is a mount point, 0 if it is not, or -1 if the kernel does not report it (before 5.8).
// Only statx provides this, and glibc declares it only with _GNU_SOURCE. 0x1000 is AT_EMPTY_PATH.
#include <linux/stat.h>
static inline int cglib_is_mount_root(int folder) {
  struct statx attributes;
  if (syscall(SYS_statx, folder, "", 0x1000, STATX_INO, &attributes) != 0) return -1;
  if (!(attributes.stx_attributes_mask & STATX_ATTR_MOUNT_ROOT)) return -1;
  return (attributes.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}

// Returns the type of the file system that an open file is on, or 0 if it is unknown. Swift's Glibc module does not
// include statfs. f_type is a signed integer whose width depends on the architecture.
#include <stdint.h>
#include <sys/vfs.h>
static inline uint32_t cglib_file_system(int file) {
  struct statfs attributes;
  return fstatfs(file, &attributes) == 0 ? (uint32_t)attributes.f_type : 0;
}
