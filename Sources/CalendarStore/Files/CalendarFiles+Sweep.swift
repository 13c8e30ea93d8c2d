import CalendarModel
import Glibc

extension CalendarFiles {
  /// The age after which a temporary file on a network file system counts as abandoned, in seconds.
  private static let maximumAge = 86_400

  /// Removes the temporary files that interrupted saves left in a folder, unless another process is still
  /// writing them. Errors are ignored, because the next call tries again.
  ///
  /// - Returns: the remaining files, which contain versions written by other programs; see `exchange`.
  @discardableResult
  func sweep(_ path: ByteString) -> [FilePath] {
    guard let listing = path.withCString({ opendir($0) }) else { return [] }
    defer { closedir(listing) }
    let folder = dirfd(listing)
    var names: [ByteString] = []
    var exchangedFiles: [(name: ByteString, expected: Set<UInt64>)] = []
    while let name = nextName(in: listing) {
      if TemporaryName.isTemporary(name) { names.append(name) }
      if let expected = TemporaryName.expectedFingerprints(in: name) {
        exchangedFiles.append((name, expected))
      }
    }
    guard !names.isEmpty || !exchangedFiles.isEmpty else { return [] }
    // On a network file system, the locks of other machines are not visible. There, only files older than
    // `maximumAge`, according to the file system's clock, are removed.
    let isRemote = calls.fileSystem(of: folder) == .remote
    let cutoff = isRemote ? clock(of: folder).map { $0 - Self.maximumAge } : Int.max
    guard let cutoff else { return [] }
    for name in names {
      guard let file = try? Descriptor(adopting: calls.open(name, in: folder)),
        let attributes = try? attributes(of: file), attributes.isFile, attributes.st_mtim.tv_sec < cutoff,
        isRemote || lock(file)
      else { continue }
      _ = calls.remove(name, in: folder)
    }
    // A save in progress holds the folder's lock, if locks are supported.
    guard !exchangedFiles.isEmpty, isRemote || calls.lock(folder) >= 0 else { return [] }
    var otherVersions: [FilePath] = []
    for (name, expected) in exchangedFiles {
      var attributes = stat()
      guard calls.attributes(of: name, in: folder, &attributes) >= 0, attributes.st_mtim.tv_sec < cutoff,
        let fingerprint = self.fingerprint(of: name, in: folder, on: isRemote ? .remote : .local)
      else { continue }
      if fingerprint != .mismatch, expected.contains(fingerprint.value) {
        _ = calls.remove(name, in: folder)
      } else {
        otherVersions.append(FilePath(folder: path.text, name: name))
      }
    }
    return otherVersions
  }

  /// Removes a file that `sweep` returned, after it has been copied elsewhere.
  func discard(_ filePath: FilePath) {
    guard let folder = try? openFolder(filePath.folder) else { return }
    _ = calls.remove(filePath.name, in: folder.rawValue)
  }

  /// Returns the current time of a folder's file system, in seconds since 1970. It is the modification time
  /// of a file created there.
  private func clock(of folder: Int32) -> Int? {
    let name = TemporaryName.make()
    guard let file = try? Descriptor(adopting: calls.create(name, in: folder, mode: 0o600)) else {
      return nil
    }
    defer { _ = calls.remove(name, in: folder) }
    return (try? attributes(of: file))?.st_mtim.tv_sec
  }
}
