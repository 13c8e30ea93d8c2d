#pragma once

// GLib: the user's folders, file monitors, checksums.
#include <gio/gio.h>

// Extended attributes, which Swift's Glibc module leaves out.
#include <sys/xattr.h>

// glibc declares renameat2 only with _GNU_SOURCE, which a module cannot define for its importers. The flag is
// RENAME_NOREPLACE of linux/fs.h: an existing file is never overwritten.
#include <sys/syscall.h>
#include <unistd.h>
static inline int cglib_rename_new(int folder, const char *from, const char *to) {
  return (int)syscall(SYS_renameat2, folder, from, folder, to, 1u);
}

// The flag is RENAME_EXCHANGE: the file that had the new name gets the old one.
static inline int cglib_rename_exchange(int folder, const char *from, const char *to) {
  return (int)syscall(SYS_renameat2, folder, from, folder, to, 2u);
}

// Makes the kernel fetch the attributes of a name in a folder again if it has cached them. 0x2000 is
// AT_STATX_FORCE_SYNC, 0x100 AT_SYMLINK_NOFOLLOW, 0x7ff STATX_BASIC_STATS; a struct statx has at most 256 bytes.
static inline void cglib_refresh(int folder, const char *name) {
  unsigned long long facts[32];
  (void)syscall(SYS_statx, folder, name, 0x2100, 0x7ffu, facts);
}

// Leases, which glibc also declares only with _GNU_SOURCE: F_SETSIG, F_SETLEASE and F_GETLEASE of linux/fcntl.h. The
// kernel breaks a lease with a signal, by default SIGIO, which ends a program that does not handle it. SIGURG is ignored
// by default; SIGIO is ignored as well, because the kernel falls back to it.
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

// Returns whether an open folder is a mount point: 1 or 0, or -1 if the kernel does not say (before 5.8). Only statx
// knows, and the headers declare it only with _GNU_SOURCE, with which Swift cannot import them.
#include <linux/stat.h>
static inline int cglib_is_mount_root(int folder) {
  struct statx facts;
  if (syscall(SYS_statx, folder, "", 0x1000, STATX_INO, &facts) != 0) return -1;
  if (!(facts.stx_attributes_mask & STATX_ATTR_MOUNT_ROOT)) return -1;
  return (facts.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}

// statfs, which Swift's Glibc module leaves out. The type is a signed word whose width differs; 0 if it is unknown.
#include <stdint.h>
#include <sys/vfs.h>
static inline uint32_t cglib_file_system(int file) {
  struct statfs facts;
  return fstatfs(file, &facts) == 0 ? (uint32_t)facts.f_type : 0;
}
