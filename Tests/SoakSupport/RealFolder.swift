import CGLib
import CalendarStore
import Glibc

/// The files of a folder, accessed by system calls.
///
/// A file that is rewritten in place is first opened for writing and then compared with the text that was
/// read. Once the file is open, Handspan can detect the writer, so no change by Handspan is overwritten
/// unnoticed.
package struct RealFolder: RewritableFolder, Sendable {
  private let folderPath: String

  package init(path: String) {
    folderPath = path
  }

  package struct SystemCallError: Error, CustomStringConvertible {
    package let description: String

    init(_ call: String) {
      description = "\(call): \(String(cString: strerror(errno)))"
    }
  }

  private func path(_ name: String) -> String { "\(folderPath)/\(name)" }

  package func read(_ name: String) -> [UInt8]? {
    let file = open(path(name), O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return contents(of: file)
  }

  private func contents(of file: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = pread(file, &buffer, buffer.count, off_t(bytes.count)), count > 0 {
      bytes += buffer[..<count]
    }
    return bytes
  }

  package func names() -> [String] {
    guard let listing = opendir(folderPath) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let name = nextName(in: listing)?.text {
      if name.hasSuffix(".ics"), !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  package func remove(_ name: String) { unlink(path(name)) }

  package func rewrite(
    _ name: String, from oldBytes: [UInt8]?, to newBytes: [UInt8], method: RewriteMethod,
    pieces: [RewritePiece]
  ) throws -> RewriteOutcome {
    if method == .byRename { return try rename(name, from: oldBytes, to: newBytes) }
    guard let oldBytes else {
      let file = open(path(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      guard file >= 0 else { return .changedBefore }
      defer { close(file) }
      try write(newBytes, pieces, to: file)
      return .done(isReplaced: false)
    }
    let file = open(path(name), O_RDWR | O_CLOEXEC)
    guard file >= 0 else { return .changedBefore }
    defer { close(file) }
    guard refers(name, to: file), contents(of: file) == oldBytes else { return .changedBefore }
    switch method {
    case .inPlace, .byRename:
      // The file is reopened through its descriptor, which empties it and ensures that it is still the same
      // file.
      let emptiedFile = open("/proc/self/fd/\(file)", O_WRONLY | O_TRUNC | O_CLOEXEC)
      guard emptiedFile >= 0 else { throw SystemCallError("open") }
      defer { close(emptiedFile) }
      try write(newBytes, pieces, to: emptiedFile)
    case .byTruncation:
      let commonLength = zip(oldBytes, newBytes).prefix { $0 == $1 }.count
      guard ftruncate(file, off_t(commonLength)) == 0 else { throw SystemCallError("ftruncate") }
      let changedPieces = pieces.compactMap { piece -> RewritePiece? in
        let range = max(piece.range.lowerBound, commonLength)..<max(piece.range.upperBound, commonLength)
        return range.isEmpty ? nil : RewritePiece(range: range, pause: piece.pause)
      }
      try write(newBytes, changedPieces, to: file)
    case .byOverwriting:
      try write(newBytes, pieces, to: file)
      guard ftruncate(file, off_t(newBytes.count)) == 0 else { throw SystemCallError("ftruncate") }
    }
    return .done(isReplaced: !refers(name, to: file))
  }

  /// Whether the name still refers to the open file.
  private func refers(_ name: String, to file: Int32) -> Bool {
    var (namedFile, openFile) = (stat(), stat())
    return lstat(path(name), &namedFile) == 0 && fstat(file, &openFile) == 0
      && namedFile.st_ino == openFile.st_ino
  }

  private func write(_ bytes: [UInt8], _ pieces: [RewritePiece], to file: Int32) throws {
    for piece in pieces {
      var offset = piece.range.lowerBound
      while offset < piece.range.upperBound {
        let count = bytes.withUnsafeBytes {
          pwrite(file, $0.baseAddress.map { $0 + offset }, piece.range.upperBound - offset, off_t(offset))
        }
        guard count > 0 else { throw SystemCallError("write") }
        offset += count
      }
      if piece.pause > 0 { usleep(piece.pause) }
    }
  }

  /// Replaces a file by renaming a new one onto it. Writes without pauses, because no program reads the new file before
  /// it is renamed.
  private func rename(_ name: String, from oldBytes: [UInt8]?, to newBytes: [UInt8]) throws -> RewriteOutcome
  {
    let temporaryPath = path(".\(name).other")
    unlink(temporaryPath)
    let file = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw SystemCallError("open") }
    defer { unlink(temporaryPath) }
    do {
      defer { close(file) }
      try write(newBytes, [RewritePiece(range: 0..<newBytes.count, pause: 0)], to: file)
    }
    guard let oldBytes else {
      return cglib_rename_noreplace(AT_FDCWD, temporaryPath, path(name)) == 0
        ? .done(isReplaced: false) : .changedBefore
    }
    guard read(name) == oldBytes else { return .changedBefore }
    // The files are exchanged so that the replaced file can be read.
    guard cglib_rename_exchange(AT_FDCWD, temporaryPath, path(name)) == 0 else { return .changedBefore }
    let replacedBytes = read(".\(name).other") ?? []
    return replacedBytes == oldBytes ? .done(isReplaced: false) : .overwrote(replacedBytes)
  }
}
