import CalendarModel
import Glibc

/// A set of changes to the files of a folder that take effect together or not at all.
///
/// `prepare` writes the new contents into a hidden subfolder, which other programs ignore. `commit` lists the
/// changes in a journal there, carries them out, and removes the journal. If it is interrupted, even by a power
/// failure, the next Handspan process that opens the folder undoes all changes in the journal
/// (`CalendarFiles.rollBack`).
///
/// ```swift
/// let transaction = try FolderTransaction(changes, in: folder, files: files)
/// try transaction.prepare { count in !isCanceled }  // may take a long time; on any thread
/// var results = FolderTransaction.Results()
/// try transaction.commit(expecting: [:], &results)  // fast; on the store's thread
/// ```
final class FolderTransaction: Sendable {
  /// A change to a file, which is created if `oldBytes` is nil, and removed if `newBytes` is nil.
  struct Change: Sendable {
    let name: ByteString
    let oldBytes: [UInt8]?
    let newBytes: [UInt8]?

    var inverse: Change { Change(name: name, oldBytes: newBytes, newBytes: oldBytes) }
  }

  /// The reason why nothing was changed.
  enum Failure: Error {
    case canceled
    case fault(FileFault)
  }

  /// The effects of a commit, including one that failed.
  struct Results {
    /// The stamps of the created files, and the new stamps of the replaced ones.
    fileprivate(set) var stamps: [ByteString: FileStamp] = [:]
    /// The replaced and removed files that other programs may still write to.
    fileprivate(set) var replacedFiles: [(name: ByteString, file: ReplacedFile)] = []
    /// The replaced files that have other hard links.
    fileprivate(set) var namesWithOtherHardLinks: [ByteString] = []
    /// The files whose newer version, written by another program, was lost.
    fileprivate(set) var overwrittenNames: [ByteString] = []
  }

  /// The maximum number of replaced files that are kept open until the commit ends.
  private static let maximumOpenCount = 64

  static let folderPrefix: ByteString = ".handspan-import-"
  static let journalName: ByteString = "journal"

  let changes: [Change]
  let folder: ByteString
  private let files: CalendarFiles
  /// The name of the subfolder.
  private let stagingName: ByteString
  /// The open subfolder. As long as it is locked, other processes know that the transaction is still in progress.
  private let staging: StagingFolder

  /// - Throws: the fault if the subfolder cannot be created.
  init(_ changes: [Change], in folder: ByteString, files: CalendarFiles) throws(FileFault) {
    (self.changes, self.folder, self.files) = (changes, folder, files)
    stagingName = "\(Self.folderPrefix.text)\(TemporaryName.randomDigits())"
    let parent = try files.openFolder(folder)
    guard files.canWrite(".", in: parent), try !files.attributes(of: parent).isWriteProtected else {
      throw .system(EACCES)
    }
    try files.requireSuccess(files.calls.createFolder(stagingName, in: parent.rawValue, mode: 0o700))
    let descriptor = try Descriptor(adopting: files.calls.open(stagingName, in: parent.rawValue))
    _ = files.lock(descriptor, waiting: 50)
    staging = StagingFolder(descriptor)
  }

  /// Writes the new contents of all files, durably.
  ///
  /// - Parameter shouldContinue: called with the number of files written so far; returns whether to continue.
  /// - Throws: the reason why nothing was changed. The subfolder is then removed, if possible.
  func prepare(_ shouldContinue: (Int) -> Bool) throws(Failure) {
    do throws(FileFault) {
      let parent = try files.openFolder(folder)
      for (index, change) in changes.enumerated() {
        guard shouldContinue(index) else { throw .system(ECANCELED) }
        // The old contents are needed to undo a replacement. A removed file is moved to the subfolder later.
        if let oldBytes = change.oldBytes, change.newBytes != nil {
          try write(oldBytes, as: "b\(index)", in: parent)
        }
        if let newBytes = change.newBytes, change.oldBytes == nil {
          try write(newBytes, as: "a\(index)", in: parent)
        }
      }
      guard shouldContinue(changes.count) else { throw .system(ECANCELED) }
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
  ///   - results: receives the effects on the files.
  ///   - shouldContinue: returns whether to continue.
  /// - Throws: the reason why nothing was changed.
  func commit(
    expecting stamps: [ByteString: FileStamp], _ results: inout Results,
    _ shouldContinue: () -> Bool = { true }
  ) throws(Failure) {
    do throws(FileFault) {
      let parent = try files.openFolder(folder)
      // No other file in the subfolder has that name, so the rename cannot replace one.
      try files.requireSuccess(
        files.calls.rename(path("new"), to: path(Self.journalName), in: parent.rawValue, noReplace: false))
      try files.makeDurable(staging.descriptor)
      try files.makeDurable(parent)
      for (index, change) in changes.enumerated() {
        guard shouldContinue() else { throw .system(ECANCELED) }
        try carryOut(change, index, in: parent, expecting: stamps[change.name], &results)
      }
      try files.makeDurable(parent)
      try files.requireSuccess(files.calls.remove(path(Self.journalName), in: parent.rawValue))
    } catch {
      files.rollBack(stagingName, in: folder)
      throw error == .system(ECANCELED) ? .canceled : .fault(error)
    }
    // The changes are permanent once the removal of the journal is durable, which either of these calls ensures.
    try? files.makeDurable(staging.descriptor)
    discard()
    if let parent = try? files.openFolder(folder) { try? files.makeDurable(parent) }
  }

  /// Removes the subfolder.
  func discard() {
    guard let parent = try? files.openFolder(folder) else { return }
    files.removeStaging(stagingName, in: parent)
  }

  private func carryOut(
    _ change: Change, _ index: Int, in parent: borrowing Descriptor, expecting stamp: FileStamp?,
    _ results: inout Results
  ) throws(FileFault) {
    guard let newBytes = change.newBytes else {
      guard let stamp else { throw .changed }
      return keepOpen(try move(change.name, to: path("r\(index)"), expecting: stamp), change.name, &results)
    }
    guard change.oldBytes == nil else {
      guard let stamp else { throw .changed }
      let filePath = FilePath(folder: folder, name: change.name)
      let result = try files.replace(filePath, with: newBytes, expected: stamp)
      results.stamps[change.name] = result.stamp
      if result.hasOtherHardLinks { results.namesWithOtherHardLinks.append(change.name) }
      if result.overwroteOtherVersion { results.overwrittenNames.append(change.name) }
      return keepOpen(result.replacedFile, change.name, &results)
    }
    try files.publish(path("a\(index)"), as: change.name, in: parent)
    let file = try files.open(change.name, in: parent)
    results.stamps[change.name] = FileStamp(
      try files.attributes(of: file), hash: FileStamp.hash(of: newBytes),
      on: files.calls.fileSystem(of: file.rawValue))
  }

  /// Moves a file into the subfolder. If another program has replaced the file since it was checked, that
  /// program's version is moved back; see `CalendarFiles.renameForRemoval`.
  ///
  /// - Returns: the file, if another program may still write to it.
  private func move(
    _ name: ByteString, to stagingPath: ByteString, expecting stamp: FileStamp
  ) throws(FileFault) -> ReplacedFile? {
    let parent = try files.openFolder(folder)
    _ = files.lock(parent, waiting: CalendarFiles.lockTimeout)
    let current = try files.open(name, in: parent)
    let attributes = try files.attributes(of: current)
    let bytes = try files.check(current, attributes, is: stamp)
    let oldFingerprint = try files.fingerprint(of: current, attributes, in: parent, contents: bytes)
    try files.requireSuccess(files.calls.rename(name, to: stagingPath, in: parent.rawValue, noReplace: false))
    let system = files.calls.fileSystem(of: parent.rawValue)
    guard files.fingerprint(of: stagingPath, in: parent.rawValue, on: system) == oldFingerprint else {
      do throws(FileFault) { try files.publish(stagingPath, as: name, in: parent) } catch {
        // Yet another version now has the name, so `sweep` handles this one.
        let markedName = TemporaryName.make(for: oldFingerprint.value, replacedBy: 0)
        _ = files.calls.rename(stagingPath, to: markedName, in: parent.rawValue, noReplace: false)
      }
      throw .changed
    }
    return ReplacedFile(current, stamp: stamp).ifPossiblyWritten(in: files)
  }

  /// Keeps a replaced or removed file open, so that late writes are detected. If too many files are open, the
  /// oldest one to which no program has written is closed.
  private func keepOpen(_ file: ReplacedFile?, _ name: ByteString, _ results: inout Results) {
    guard let file else { return }
    results.replacedFiles.append((name, file))
    guard results.replacedFiles.count > Self.maximumOpenCount else { return }
    let position = results.replacedFiles.firstIndex {
      if case .untouched = $0.file.check(files, isLast: true) { true } else { false }
    }
    if let position { results.replacedFiles.remove(at: position) }
  }

  private func write(
    _ bytes: [UInt8], as name: ByteString, in parent: borrowing Descriptor
  ) throws(FileFault) {
    let file = try Descriptor(adopting: files.calls.create(path(name), in: parent.rawValue, mode: 0o600))
    try files.writeAll(file, with: bytes)
    files.copySiblingRights(to: file, in: parent)
    try files.makeDurable(file)
  }

  /// Writes the journal under a different name, so that an interrupted preparation is not mistaken for a commit.
  private func writeJournal(in parent: borrowing Descriptor) throws(FileFault) {
    let lines = changes.enumerated().map { index, change in
      let digest = change.newBytes.map { FileFingerprint.digest($0) } ?? 0
      let kind = change.oldBytes == nil ? "create" : change.newBytes == nil ? "remove" : "replace"
      let name = change.name.bytes.map { String($0, radix: 16) }.joined(separator: ".")
      return "\(kind) \(index) \(digest) \(name)\n"
    }
    try write(Array(lines.joined().utf8), as: "new", in: parent)
  }

  /// Returns the path of a file in the subfolder, relative to the folder.
  private func path(_ name: ByteString) -> ByteString { "\(stagingName)/\(name)" }
}

/// An open folder. A class can be shared, unlike a `Descriptor`.
private final class StagingFolder: Sendable {
  let descriptor: Descriptor
  init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
}

extension CalendarFiles {
  /// The maximum size of a journal in bytes.
  private static let journalLimit = 256 << 20

  /// Undoes the interrupted transactions in a folder, and removes their subfolders. Errors are ignored, because
  /// the next call tries again.
  func rollBackTransactions(in path: ByteString) {
    guard let listing = path.withCString({ opendir($0) }) else { return }
    var names: [ByteString] = []
    while let entry = readdir(listing) {
      let name = entry.pointee.fileName
      if name.hasPrefix(FolderTransaction.folderPrefix) { names.append(name) }
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
    let journal: ByteString = "\(name)/\(FolderTransaction.journalName)"
    do throws(FileFault) {
      let bytes = try contents(of: try open(journal, in: folder), size: 0, limit: Self.journalLimit)
      var isUndone = true
      for entry in String(decoding: bytes, as: UTF8.self).split(separator: "\n").reversed() {
        isUndone = undo(JournalEntry(entry), in: folder, staging: name) && isUndone
      }
      guard isUndone, (try? makeDurable(folder)) != nil else { return }
      _ = calls.remove(journal, in: folder.rawValue)
    } catch {
      // Without a journal, no change was made. If the journal cannot be read now, the next call tries again.
      guard error == .system(ENOENT) else { return }
    }
    removeStaging(name, in: folder)
  }

  /// Undoes one change, unless another program has changed the file since.
  ///
  /// - Returns: false if that failed and must be tried again.
  private func undo(
    _ entry: JournalEntry?, in folder: borrowing Descriptor, staging: ByteString
  ) -> Bool {
    guard let entry else { return true }
    switch entry.kind {
    case .create:
      guard let hasNewContents = hasNewContents(entry, in: folder) else { return false }
      guard hasNewContents else { return true }
      let status = calls.remove(entry.name, in: folder.rawValue)
      return status >= 0 || status == -ENOENT
    case .replace:
      guard let hasNewContents = hasNewContents(entry, in: folder) else { return false }
      guard hasNewContents else { return true }
      let oldContents: ByteString = "\(staging)/b\(entry.index)"
      let status = calls.rename(oldContents, to: entry.name, in: folder.rawValue, noReplace: false)
      return status >= 0 || status == -ENOENT
    case .remove:
      do throws(FileFault) {
        let removedFile: ByteString = "\(staging)/r\(entry.index)"
        // If the file was not removed, `publish` is not called, because it might briefly create an empty file.
        _ = try open(removedFile, in: folder)
        try publish(removedFile, as: entry.name, in: folder)
        return true
      } catch {
        return error == .system(ENOENT) || error == .system(EEXIST)
      }
    }
  }

  /// Returns whether a file has the contents that the transaction gave it; nil if that cannot be determined now.
  private func hasNewContents(_ entry: JournalEntry, in folder: borrowing Descriptor) -> Bool? {
    do throws(FileFault) {
      let file = try open(entry.name, in: folder)
      let attributes = try attributes(of: file)
      guard attributes.isFile else { return false }
      let bytes = try contents(of: file, size: Int(attributes.st_size), limit: Self.sizeLimit)
      return FileFingerprint.digest(bytes) == entry.digest
    } catch {
      switch error {
      // Another program has removed the file, or replaced it with a symbolic link or a larger file.
      case .system(ENOENT), .system(ELOOP), .tooLarge: return false
      default: return nil
      }
    }
  }

  /// Removes the subfolder of a transaction.
  func removeStaging(_ name: ByteString, in folder: borrowing Descriptor) {
    guard let staging = try? Descriptor(adopting: calls.open(name, in: folder.rawValue)) else { return }
    let secondDescriptor = openat(staging.rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard secondDescriptor >= 0, let listing = fdopendir(secondDescriptor) else {
      if secondDescriptor >= 0 { close(secondDescriptor) }
      return
    }
    var fileNames: [ByteString] = []
    while let entry = readdir(listing) {
      let fileName = entry.pointee.fileName
      if fileName != ".", fileName != ".." { fileNames.append(fileName) }
    }
    closedir(listing)
    for fileName in fileNames { _ = calls.remove(fileName, in: staging.rawValue) }
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
