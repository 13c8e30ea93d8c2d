import CalendarModel
import Glibc

extension CalendarFiles {
  /// How old, in seconds, a temporary file has to be on a network to be taken for one that nobody writes any more.
  private static let day = 86_400

  /// Removes what a killed save left in a folder, and nothing else: files of our own naming that nobody is
  /// writing just now. A failure is of no consequence; the next start tries again.
  ///
  /// - Returns: what gave way to a killed save and was not what that expected: another program's version (`exchange`).
  @discardableResult
  func sweep(_ path: ByteString) -> [FilePath] {
    guard let listing = path.withCString({ opendir($0) }) else { return [] }
    defer { closedir(listing) }
    let folder = dirfd(listing)
    var names: [ByteString] = []
    var exchanged: [(name: ByteString, expected: Set<UInt64>)] = []
    while let entry = readdir(listing) {
      let name = entry.pointee.fileName
      if TemporaryName.isOurs(name) { names.append(name) }
      if let expected = TemporaryName.expected(at: name) { exchanged.append((name, expected)) }
    }
    guard !names.isEmpty || !exchanged.isEmpty else { return [] }
    // Another machine's lock is not seen there: what is old enough is nobody's, by the clock that its times are of.
    let isRemote = calls.fileSystem(of: folder) == .remote
    let oldest = isRemote ? clock(of: folder).map { $0 - Self.day } : Int.max
    guard let oldest else { return [] }
    for name in names {
      guard let file = try? Descriptor(adopting: calls.open(name, in: folder)),
        let facts = try? facts(of: file), facts.isFile, facts.st_mtim.tv_sec < oldest,
        isRemote || lock(file)
      else { continue }
      _ = calls.remove(name, in: folder)
    }
    // Whoever just exchanges them holds the folder's lock, where there is one.
    guard !exchanged.isEmpty, isRemote || calls.lock(folder) >= 0 else { return [] }
    var others: [FilePath] = []
    for (name, expected) in exchanged {
      var facts = stat()
      guard calls.facts(of: name, in: folder, &facts) >= 0, facts.st_mtim.tv_sec < oldest,
        let found = mark(of: name, in: folder, on: isRemote ? .remote : .local)
      else { continue }
      if found != .other, expected.contains(found.number) {
        _ = calls.remove(name, in: folder)
      } else {
        others.append(FilePath(folder: path.text, name: name))
      }
    }
    return others
  }

  /// Removes what a sweep found, once it is kept elsewhere.
  func discard(_ filePath: FilePath) {
    guard let folder = try? openFolder(filePath.folder) else { return }
    _ = calls.remove(filePath.name, in: folder.number)
  }

  /// The time now by the clock of a folder's file system, in seconds since 1970: that of a file just made there.
  private func clock(of folder: Int32) -> Int? {
    let name = TemporaryName.make()
    guard let file = try? Descriptor(adopting: calls.create(name, in: folder, mode: 0o600)) else {
      return nil
    }
    defer { _ = calls.remove(name, in: folder) }
    return (try? facts(of: file))?.st_mtim.tv_sec
  }
}
