import CalendarModel
import Glibc

/// Many changes of a folder's files that take effect together or not at all.
///
/// `prepare` writes the new contents into a hidden subfolder, which other programs ignore. `commit` records what is
/// about to be done in a journal there, carries it out, and removes the journal. Whatever interrupts it, the
/// next program that opens the folder undoes everything that the journal lists (`CalendarFiles.rollBack`).
///
/// ```swift
/// let transaction = try FolderTransaction(changes, in: folder, files: files)
/// try transaction.prepare { count in !isCanceled }   // may take long; on any thread
/// var results = FolderTransaction.Results()
/// try transaction.commit(expecting: [:], &results)  // short, on the store's thread
/// ```
final class FolderTransaction: Sendable {
  /// A change to a file, which is created if `before` is nil, and removed if `after` is nil.
  struct Change: Sendable {
    let name: ByteString
    let before: [UInt8]?
    let after: [UInt8]?

    var inverse: Change { Change(name: name, before: after, after: before) }
  }

  /// The reason why nothing was changed.
  enum Failure: Error {
    case canceled
    case fault(FileFault)
  }

  /// What a commit has done, even if it failed.
  struct Results {
    /// The stamps of the new and replaced files.
    fileprivate(set) var stamps: [ByteString: FileStamp] = [:]
    /// The replaced and removed files that other programs may still write to.
    fileprivate(set) var old: [(name: ByteString, file: ReplacedFile)] = []
    /// The replaced files that have other hard links.
    fileprivate(set) var linked: [ByteString] = []
    /// The files whose newer version, by another program, was lost.
    fileprivate(set) var overwritten: [ByteString] = []
  }

  /// The maximum number of replaced files that are kept open until the commit ends.
  private static let maximumOpenCount = 64

  static let prefix: ByteString = ".handspan-import-"
  static let journal: ByteString = "journal"

  let changes: [Change]
  let folder: ByteString
  private let files: CalendarFiles
  /// The name of the subfolder.
  private let name: ByteString
  /// The open subfolder, whose lock tells other processes that the transaction is alive.
  private let staging: StagingFolder

  /// - Throws: the fault if the subfolder cannot be created.
  init(_ changes: [Change], in folder: ByteString, files: CalendarFiles) throws(FileFault) {
    (self.changes, self.folder, self.files) = (changes, folder, files)
    name = "\(Self.prefix.text)\(TemporaryName.randomDigits())"
    let parent = try files.openFolder(folder)
    guard files.canWrite(".", in: parent), try !files.attributes(of: parent).isWriteProtected else {
      throw .system(EACCES)
    }
    try files.requireSuccess(files.calls.createFolder(name, in: parent.rawValue, mode: 0o700))
    let descriptor = try Descriptor(adopting: files.calls.open(name, in: parent.rawValue))
    _ = files.lock(descriptor, waiting: 50)
    staging = StagingFolder(descriptor)
  }

  /// Writes the new contents of all files, durably.
  ///
  /// - Parameter proceed: called with the number of files written so far; returns whether to go on.
  /// - Throws: the reason why nothing was changed. The subfolder is then removed, if possible.
  func prepare(_ proceed: (Int) -> Bool) throws(Failure) {
    do throws(FileFault) {
      let parent = try files.openFolder(folder)
      for (index, change) in changes.enumerated() {
        guard proceed(index) else { throw .system(ECANCELED) }
        // The old contents are needed to undo a replacement. A removed file is moved here.
        if let before = change.before, change.after != nil { try write(before, as: "b\(index)", in: parent) }
        if let after = change.after, change.before == nil { try write(after, as: "a\(index)", in: parent) }
      }
      guard proceed(changes.count) else { throw .system(ECANCELED) }
      try writeJournal(in: parent)
    } catch {
      discard()
      throw error == .system(ECANCELED) ? .canceled : .fault(error)
    }
  }

  /// Carries out the changes.
  ///
  /// - Parameters:
  ///   - stamps: the current stamps of the files to be replaced or removed.
  ///   - results: what was done with the files.
  ///   - proceed: returns whether to go on.
  /// - Throws: the reason why nothing was changed.
  func commit(
    expecting stamps: [ByteString: FileStamp], _ results: inout Results, _ proceed: () -> Bool = { true }
  ) throws(Failure) {
    do throws(FileFault) {
      let parent = try files.openFolder(folder)
      // No other file has that name in the subfolder, so no rename has to refuse to replace one.
      try files.requireSuccess(
        files.calls.rename(path("new"), to: path(Self.journal), in: parent.rawValue, noReplace: false))
      try files.makeDurable(staging.descriptor)
      try files.makeDurable(parent)
      for (index, change) in changes.enumerated() {
        guard proceed() else { throw .system(ECANCELED) }
        try carryOut(change, index, in: parent, expecting: stamps[change.name], &results)
      }
      try files.makeDurable(parent)
      try files.requireSuccess(files.calls.remove(path(Self.journal), in: parent.rawValue))
    } catch {
      files.rollBack(name, in: folder)
      throw error == .system(ECANCELED) ? .canceled : .fault(error)
    }
    // From here on, the changes stay, once the folder is durable without the journal. Either of these calls
    // ensures that.
    try? files.makeDurable(staging.descriptor)
    discard()
    if let parent = try? files.openFolder(folder) { try? files.makeDurable(parent) }
  }

  /// Removes the subfolder of a transaction that was not committed.
  func discard() {
    guard let parent = try? files.openFolder(folder) else { return }
    files.removeStaging(name, in: parent)
  }

  private func carryOut(
    _ change: Change, _ index: Int, in parent: borrowing Descriptor, expecting stamp: FileStamp?,
    _ results: inout Results
  ) throws(FileFault) {
    guard let after = change.after else {
      guard let stamp else { throw .changed }
      return keep(try remove(change.name, to: path("r\(index)"), expecting: stamp), change.name, &results)
    }
    guard change.before == nil else {
      guard let stamp else { throw .changed }
      let filePath = FilePath(folder: folder, name: change.name)
      let result = try files.replace(filePath, with: after, expected: stamp)
      results.stamps[change.name] = result.stamp
      if result.hasOtherNames { results.linked.append(change.name) }
      if result.overwroteOtherVersion { results.overwritten.append(change.name) }
      return keep(result.replaced, change.name, &results)
    }
    try files.publish(path("a\(index)"), as: change.name, in: parent)
    let file = try files.open(change.name, in: parent)
    results.stamps[change.name] = FileStamp(
      try files.attributes(of: file), hash: FileStamp.hash(of: after),
      on: files.calls.fileSystem(of: file.rawValue))
  }

  /// Moves a file into the subfolder. If another program has replaced it since it was checked, that version gets its
  /// name back; see `CalendarFiles.renameForRemoval`.
  ///
  /// - Returns: the file, if another program may still write to it.
  private func remove(
    _ name: ByteString, to kept: ByteString, expecting stamp: FileStamp
  ) throws(FileFault) -> ReplacedFile? {
    let parent = try files.openFolder(folder)
    _ = files.lock(parent, waiting: CalendarFiles.lockTimeout)
    let current = try files.open(name, in: parent)
    let attributes = try files.attributes(of: current)
    let bytes = try files.check(current, attributes, is: stamp)
    let old = try files.fingerprint(of: current, attributes, in: parent, checked: bytes)
    try files.requireSuccess(files.calls.rename(name, to: kept, in: parent.rawValue, noReplace: false))
    let system = files.calls.fileSystem(of: parent.rawValue)
    guard files.fingerprint(of: kept, in: parent.rawValue, on: system) == old else {
      do throws(FileFault) { try files.publish(kept, as: name, in: parent) } catch {
        // Yet another version has the name. `sweep` handles this one.
        let marked = TemporaryName.make(for: old.value, replacedBy: 0)
        _ = files.calls.rename(kept, to: marked, in: parent.rawValue, noReplace: false)
      }
      throw .changed
    }
    return ReplacedFile(current, stamp: stamp).ifPossiblyWritten(in: files)
  }

  /// Keeps a replaced or removed file open, so that late writes are found. If too many are open, the oldest
  /// one that no program has written to is closed.
  private func keep(_ file: ReplacedFile?, _ name: ByteString, _ results: inout Results) {
    guard let file else { return }
    results.old.append((name, file))
    guard results.old.count > Self.maximumOpenCount else { return }
    let position = results.old.firstIndex {
      if case .untouched = $0.file.check(files, isLast: true) { true } else { false }
    }
    if let position { results.old.remove(at: position) }
  }

  private func write(
    _ bytes: [UInt8], as part: ByteString, in parent: borrowing Descriptor
  ) throws(FileFault) {
    let file = try Descriptor(adopting: files.calls.create(path(part), in: parent.rawValue, mode: 0o600))
    try files.writeAll(file, with: bytes)
    files.copySiblingRights(to: file, in: parent)
    try files.makeDurable(file)
  }

  /// Writes the journal under another name, so that an interrupted preparation is not mistaken for a commit.
  private func writeJournal(in parent: borrowing Descriptor) throws(FileFault) {
    let lines = changes.enumerated().map { index, change in
      let digest = change.after.map { FileFingerprint.digest($0) } ?? 0
      let kind = change.before == nil ? "create" : change.after == nil ? "remove" : "replace"
      let name = change.name.bytes.map { String($0, radix: 16) }.joined(separator: ".")
      return "\(kind) \(index) \(digest) \(name)\n"
    }
    try write(Array(lines.joined().utf8), as: "new", in: parent)
  }

  private func path(_ part: ByteString) -> ByteString { "\(name)/\(part)" }
}

/// An open folder. A class can be shared, unlike a `Descriptor`.
private final class StagingFolder: Sendable {
  let descriptor: Descriptor
  init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
}

extension CalendarFiles {
  /// The maximum size of a journal in bytes.
  private static let journalLimit = 256 << 20

  /// Undoes the transactions that were interrupted in a folder, and removes what they left. Errors are ignored,
  /// because the next call tries again.
  func rollBackTransactions(in path: ByteString) {
    guard let listing = path.withCString({ opendir($0) }) else { return }
    var names: [ByteString] = []
    while let entry = readdir(listing) {
      let name = entry.pointee.fileName
      if name.hasPrefix(FolderTransaction.prefix) { names.append(name) }
    }
    closedir(listing)
    for name in names {
      guard let folder = try? openFolder(path),
        let staging = try? Descriptor(adopting: calls.open(name, in: folder.rawValue)),
        let attributes = try? attributes(of: staging), attributes.isFolder,
        // A running import holds the lock.
        calls.lock(staging.rawValue) >= 0
      else { continue }
      rollBack(name, in: path)
    }
  }

  /// Undoes what a transaction has done so far, and removes its subfolder.
  func rollBack(_ name: ByteString, in path: ByteString) {
    guard let folder = try? openFolder(path) else { return }
    let journal: ByteString = "\(name)/\(FolderTransaction.journal)"
    do throws(FileFault) {
      let bytes = try contents(of: try open(journal, in: folder), size: 0, limit: Self.journalLimit)
      var isUndone = true
      for entry in String(decoding: bytes, as: UTF8.self).split(separator: "\n").reversed() {
        isUndone = undo(JournalEntry(entry), in: folder, staging: name) && isUndone
      }
      guard isUndone, (try? makeDurable(folder)) != nil else { return }
      _ = calls.remove(journal, in: folder.rawValue)
    } catch {
      // Without a journal, nothing was done yet. If it cannot be read now, the next call tries again.
      guard error == .system(ENOENT) else { return }
    }
    removeStaging(name, in: folder)
  }

  /// - Returns: whether the change is undone, or need not be, because another program has changed the file since.
  private func undo(
    _ entry: JournalEntry?, in folder: borrowing Descriptor, staging: ByteString
  ) -> Bool {
    guard let entry else { return true }
    switch entry.kind {
    case .create:
      guard let isCurrent = isCurrent(entry, in: folder) else { return false }
      guard isCurrent else { return true }
      let status = calls.remove(entry.name, in: folder.rawValue)
      return status >= 0 || status == -ENOENT
    case .replace:
      guard let isCurrent = isCurrent(entry, in: folder) else { return false }
      guard isCurrent else { return true }
      let kept: ByteString = "\(staging)/b\(entry.index)"
      let status = calls.rename(kept, to: entry.name, in: folder.rawValue, noReplace: false)
      return status >= 0 || status == -ENOENT
    case .remove:
      do throws(FileFault) {
        let kept: ByteString = "\(staging)/r\(entry.index)"
        // If the file was not removed, `publish` is not called, because it might briefly create an empty file.
        _ = try open(kept, in: folder)
        try publish(kept, as: entry.name, in: folder)
        return true
      } catch {
        return error == .system(ENOENT) || error == .system(EEXIST)
      }
    }
  }

  /// Whether a file has the contents that the transaction gave it; nil if that cannot be determined now.
  private func isCurrent(_ entry: JournalEntry, in folder: borrowing Descriptor) -> Bool? {
    do throws(FileFault) {
      let file = try open(entry.name, in: folder)
      let attributes = try attributes(of: file)
      guard attributes.isFile else { return false }
      let bytes = try contents(of: file, size: Int(attributes.st_size), limit: Self.sizeLimit)
      return FileFingerprint.digest(bytes) == entry.digest
    } catch {
      switch error {
      // Another program has removed the file, or put a symbolic link or something larger in its place.
      case .system(ENOENT), .system(ELOOP), .tooLarge: return false
      default: return nil
      }
    }
  }

  /// Removes the subfolder of a transaction.
  func removeStaging(_ name: ByteString, in folder: borrowing Descriptor) {
    guard let staging = try? Descriptor(adopting: calls.open(name, in: folder.rawValue)) else { return }
    let again = openat(staging.rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard again >= 0, let listing = fdopendir(again) else {
      if again >= 0 { close(again) }
      return
    }
    var parts: [ByteString] = []
    while let entry = readdir(listing) {
      let part = entry.pointee.fileName
      if part != ".", part != ".." { parts.append(part) }
    }
    closedir(listing)
    for part in parts { _ = calls.remove(part, in: staging.rawValue) }
    _ = calls.removeFolder(name, in: folder.rawValue)
  }
}

/// A line of a transaction's journal.
private struct JournalEntry {
  enum Kind: String { case create, replace, remove }

  let kind: Kind
  let index: Int
  let digest: UInt64
  let name: ByteString

  init?(_ line: Substring) {
    let fields = line.split(separator: " ")
    guard fields.count == 4, let kind = Kind(rawValue: String(fields[0])), let index = Int(fields[1]),
      let digest = UInt64(fields[2])
    else { return nil }
    let bytes = fields[3].split(separator: ".").compactMap { UInt8($0, radix: 16) }
    let name = ByteString(bytes: bytes)
    guard name.isCalendarFile, !bytes.contains(ByteString.slash) else { return nil }
    (self.kind, self.index, self.digest, self.name) = (kind, index, digest, name)
  }
}
