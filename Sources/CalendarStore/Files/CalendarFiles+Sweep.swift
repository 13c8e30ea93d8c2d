import Glibc

extension CalendarFiles {
  /// Removes what a killed save left in a folder, and nothing else: files of our own naming that nobody is
  /// writing just now. A failure is of no consequence; the next start tries again.
  func sweep(_ path: String) {
    guard let listing = opendir(path) else { return }
    defer { closedir(listing) }
    let folder = dirfd(listing)
    while let entry = readdir(listing) {
      let name = entry.pointee.fileName
      guard TemporaryName.isOurs(name) else { continue }
      guard
        let file = try? Descriptor(
          adopting: openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)),
        let facts = try? file.facts(), facts.isFile, file.lock()
      else { continue }
      unlinkat(folder, name, 0)
    }
  }
}
