import CalendarModel
import Glibc

/// A set of changes to the files of a folder that take effect together or not at all.
///
/// `prepare` writes the new contents into a hidden subfolder, which other programs ignore. `commit` lists the
/// changes in a journal in the user's state folder, carries them out, and empties the journal. If it is interrupted,
/// even by a power failure, the next window or writing command of this user that opens the folder undoes all changes
/// in the journal (`CalendarFiles.rollBackTransactions`).
///
/// ```swift
/// let transaction = try FolderTransaction(changes, in: folder, files: files, journals)
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

  let changes: [Change]
  let folder: ByteString
  private let files: CalendarFiles
  private let journals: TransactionJournals
  /// The journal without entries.
  private let journal: TransactionJournal
  /// The name of the subfolder.
  private var stagingName: ByteString { journal.stagingName }
  /// The open subfolder. As long as it is locked, other processes know that the transaction is still in progress.
  private let staging: StagingFolder

  /// - Throws: the fault if the journal or the subfolder cannot be created.
  init(
    _ changes: [Change], in folder: ByteString, files: CalendarFiles, _ journals: TransactionJournals
  ) throws(FileFault) {
    (self.changes, self.folder, self.files, self.journals) = (changes, folder, files, journals)
    let parent = try files.openFolder(folder)
    let attributes = try files.attributes(of: parent)
    guard files.canWrite(".", in: parent), !attributes.isWriteProtected else { throw .system(EACCES) }
    journal = TransactionJournal(
      folder: try CalendarFiles.resolvedPath(folder), folderInode: files.inode(of: parent, attributes))
    // Without a journal, an interrupted preparation would leave a subfolder that nobody removes.
    try journals.store(journal)
    do throws(FileFault) {
      try files.requireSuccess(
        files.calls.createFolder(journal.stagingName, in: parent.rawValue, mode: 0o700))
      let descriptor = try Descriptor(adopting: files.calls.open(journal.stagingName, in: parent.rawValue))
      _ = files.lock(descriptor, waiting: 50)
      staging = StagingFolder(descriptor)
    } catch {
      if files.removeStaging(journal.stagingName, in: parent) { journals.remove(journal) }
      throw error
    }
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
      try files.makeDurable(staging.descriptor)
      try files.makeDurable(parent)
      try journals.store(journalOfChanges)
      for (index, change) in changes.enumerated() {
        guard shouldContinue() else { throw .system(ECANCELED) }
        try carryOut(change, index, in: parent, expecting: stamps[change.name], &results)
      }
      try files.makeDurable(parent)
      // From now on, the changes are permanent.
      try journals.store(journal)
    } catch {
      files.rollBack(journalOfChanges, in: folder, journals)
      throw error == .system(ECANCELED) ? .canceled : .fault(error)
    }
    discard()
  }

  /// Removes the subfolder, and then the journal.
  func discard() {
    guard let parent = try? files.openFolder(folder), files.removeStaging(stagingName, in: parent) else {
      return
    }
    try? files.makeDurable(parent)
    journals.remove(journal)
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

  /// The journal with all changes.
  private var journalOfChanges: TransactionJournal {
    var journal = journal
    journal.entries = changes.enumerated().map { index, change in
      TransactionJournal.Entry(
        kind: change.oldBytes == nil ? .create : change.newBytes == nil ? .remove : .replace, index: index,
        digest: change.newBytes.map { FileFingerprint.digest($0) } ?? 0, name: change.name)
    }
    return journal
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
  /// Undoes the interrupted transactions in a folder that have a journal, and removes their subfolders. Errors are
  /// ignored, because the next call tries again.
  func rollBackTransactions(in path: ByteString, _ journals: TransactionJournals) {
    guard let resolvedPath = try? Self.resolvedPath(path) else { return }
    for journal in journals.journals(of: resolvedPath) {
      guard let folder = try? openFolder(path), let folderAttributes = try? attributes(of: folder),
        inode(of: folder, folderAttributes) == journal.folderInode
      else { continue }
      do throws(FileFault) {
        let staging = try Descriptor(adopting: calls.open(journal.stagingName, in: folder.rawValue))
        // A running import holds the lock.
        guard try attributes(of: staging).isFolder, calls.lock(staging.rawValue) >= 0 else { continue }
        rollBack(journal, in: path, journals)
        withExtendedLifetime(staging.rawValue) {}
      } catch {
        // Without the subfolder, nothing is left to undo.
        if error == .system(ENOENT) { journals.remove(journal) }
      }
    }
  }

  /// Undoes what a transaction has done so far, and removes its subfolder and its journal.
  func rollBack(_ journal: TransactionJournal, in path: ByteString, _ journals: TransactionJournals) {
    guard let folder = try? openFolder(path) else { return }
    var isUndone = true
    for entry in journal.entries.reversed() {
      isUndone = undo(entry, in: folder, staging: journal.stagingName) && isUndone
    }
    guard isUndone, (try? makeDurable(folder)) != nil, removeStaging(journal.stagingName, in: folder) else {
      return
    }
    try? makeDurable(folder)
    journals.remove(journal)
  }

  /// Returns the names of the subfolders of interrupted transactions in a folder, including those without a journal,
  /// which are left alone because anyone may have put them there.
  func abandonedStagingFolders(in path: ByteString) -> [ByteString] {
    guard let listing = path.withCString({ opendir($0) }) else { return [] }
    defer { closedir(listing) }
    var names: [ByteString] = []
    while let name = nextName(in: listing) {
      guard name.hasPrefix(TransactionJournal.stagingPrefix),
        let staging = try? Descriptor(adopting: calls.open(name, in: dirfd(listing))),
        let attributes = try? attributes(of: staging), attributes.isFolder, calls.lock(staging.rawValue) >= 0
      else { continue }
      names.append(name)
    }
    return names.sorted()
  }

  /// Returns a path without symbolic links.
  static func resolvedPath(_ path: ByteString) throws(FileFault) -> ByteString {
    guard let resolved = path.withCString({ realpath($0, nil) }) else { throw .lastSystemError }
    defer { free(resolved) }
    return ByteString(cString: resolved)
  }

  /// Returns the inode number of a folder; 0 on a network file system, where it may change.
  func inode(of folder: borrowing Descriptor, _ attributes: stat) -> UInt64 {
    calls.fileSystem(of: folder.rawValue) == .local ? UInt64(attributes.st_ino) : 0
  }

  /// Undoes one change, unless another program has changed the file since.
  ///
  /// - Returns: false if that failed and must be tried again.
  private func undo(
    _ entry: TransactionJournal.Entry, in folder: borrowing Descriptor, staging: ByteString
  ) -> Bool {
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
  private func hasNewContents(
    _ entry: TransactionJournal.Entry, in folder: borrowing Descriptor
  ) -> Bool? {
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
  ///
  /// - Returns: whether there is no such subfolder anymore.
  @discardableResult
  func removeStaging(_ name: ByteString, in folder: borrowing Descriptor) -> Bool {
    do throws(FileFault) {
      let staging = try Descriptor(adopting: calls.open(name, in: folder.rawValue))
      let secondDescriptor = openat(staging.rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard secondDescriptor >= 0, let listing = fdopendir(secondDescriptor) else {
        if secondDescriptor >= 0 { close(secondDescriptor) }
        return false
      }
      var fileNames: [ByteString] = []
      while let fileName = nextName(in: listing) {
        if fileName != ".", fileName != ".." { fileNames.append(fileName) }
      }
      closedir(listing)
      for fileName in fileNames { _ = calls.remove(fileName, in: staging.rawValue) }
    } catch {
      return error == .system(ENOENT)
    }
    return calls.removeFolder(name, in: folder.rawValue) >= 0
  }
}
