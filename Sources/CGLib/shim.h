#pragma once

// GLib's time zones and the user's folders.
#include <gio/gio.h>

// Extended attributes, which Swift's Glibc module leaves out.
#include <sys/xattr.h>

// glibc shows renameat2 only to _GNU_SOURCE, which a module cannot define for its importers. The flag is
// RENAME_NOREPLACE of linux/fs.h: an existing file is never overwritten.
#include <sys/syscall.h>
#include <unistd.h>
static inline int cglib_rename_new(int folder, const char *from, const char *to) {
  return (int)syscall(SYS_renameat2, folder, from, folder, to, 1u);
}
