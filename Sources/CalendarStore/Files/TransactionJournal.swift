import CalendarModel
import Glibc

/// The journal of an unfinished `FolderTransaction`: what has to be undone, and where.
struct TransactionJournal: Sendable {
  /// A change that may have been made.
  struct Entry: Sendable {
    enum Kind: String { case create, replace, remove }

    let kind: Kind
    let index: Int
    /// The digest of the new contents.
    let digest: UInt64
    let name: ByteString
  }

  /// The calendar's folder, without symbolic links.
  let folder: ByteString
  /// The inode number of that folder; 0 on a network file system, where it may change.
  let folderInode: UInt64
  /// The random name of the transaction's subfolder.
  let stagingName: ByteString
  /// The changes that have to be undone; empty before the first change is made and after the last.
  var entries: [Entry] = []

  static let stagingPrefix: ByteString = ".handspan-import-"
  private static let heading = "Handspan-Import: 1"

  init(folder: ByteString, folderInode: UInt64) {
    (self.folder, self.folderInode) = (folder, folderInode)
    stagingName = "\(Self.stagingPrefix.text)\(TemporaryName.randomDigits())"
  }

  /// The journal in its stored form.
  var bytes: [UInt8] {
    var bytes = Array(
      "\(Self.heading)\n\(Self.encoded(folder))\n\(folderInode)\n\(Self.encoded(stagingName))\n".utf8)
    for entry in entries {
      bytes += "\(entry.kind.rawValue) \(entry.index) \(entry.digest) \(Self.encoded(entry.name))\n".utf8
    }
    return bytes
  }

  /// Parses a stored journal; nil if it is incomplete.
  init?(_ bytes: [UInt8]) {
    guard bytes.last == 0x0A else { return nil }
    var remaining = bytes.dropLast()
    func nextLine() -> Substring? {
      guard !remaining.isEmpty else { return nil }
      let line = remaining.prefix { $0 != 0x0A }
      remaining = remaining[line.endIndex...].dropFirst()
      return Substring(decoding: line, as: UTF8.self)
    }
    guard nextLine() == Substring(Self.heading), let folder = nextLine().flatMap(Self.decoded),
      let folderInode = nextLine().flatMap({ UInt64($0) }),
      let stagingName = nextLine().flatMap(Self.decoded),
      stagingName.hasPrefix(Self.stagingPrefix), !stagingName.bytes.contains(ByteString.slash)
    else { return nil }
    (self.folder, self.folderInode, self.stagingName) = (folder, folderInode, stagingName)
    while let line = nextLine() {
      let fields = line.split(separator: " ")
      guard fields.count == 4, let kind = Entry.Kind(rawValue: String(fields[0])), let index = Int(fields[1]),
        let digest = UInt64(fields[2]), let name = Self.decoded(fields[3]), name.isCalendarFile,
        !name.bytes.contains(ByteString.slash)
      else { return nil }
      entries.append(Entry(kind: kind, index: index, digest: digest, name: name))
    }
  }

  private static func encoded(_ name: ByteString) -> String {
    name.bytes.map { String($0, radix: 16) }.joined(separator: ".")
  }

  private static func decoded(_ text: Substring) -> ByteString? {
    let bytes = text.split(separator: ".").map { UInt8($0, radix: 16) }
    // The system would take NUL for the end of the name.
    return bytes.contains(nil) || bytes.contains(0) ? nil : ByteString(bytes: bytes.compactMap { $0 })
  }
}

/// The journals of unfinished transactions: `$XDG_STATE_HOME/handspan/imports/`, with a file for each. They are not
/// stored with the calendar, because a calendar's folder may contain files from anyone.
///
/// The name of a journal begins with a digest of the path of the calendar's folder, so that opening a folder reads no
/// journals of others.
struct TransactionJournals: Sendable {
  let folder: String
  let files: CalendarFiles
  private static let suffix = ".journal"
  /// The maximum size of a journal in bytes, which is enough for about 400,000 files.
  private static let limit = 64 << 20

  /// Stores a journal durably, in place of its previous state.
  func store(_ journal: TransactionJournal) throws(FileFault) {
    let bytes = journal.bytes
    guard bytes.count <= Self.limit else { throw .tooLarge(Self.limit) }
    do { try UserFolders.createFolder(folder) } catch { throw .system(EACCES) }
    let temporaryName = TemporaryName.make()
    _ = try files.create(FilePath(folder: folder, name: temporaryName), bytes: bytes)
    let parent = try files.openFolder(ByteString(folder))
    try files.requireSuccess(
      files.calls.rename(temporaryName, to: name(of: journal), in: parent.rawValue, noReplace: false))
    try files.makeDurable(parent)
  }

  /// Waits until no other process of this user carries out a transaction.
  ///
  /// - Parameter milliseconds: the maximum time to wait; after it, the transactions are carried out at the same time.
  /// - Returns: the turn, which ends when the descriptor is closed; nil if the folder cannot be opened.
  func takeTurn(waiting milliseconds: Int) -> Descriptor? {
    guard let turn = try? files.openFolder(ByteString(folder)) else { return nil }
    _ = files.lock(turn, waiting: milliseconds)
    return turn
  }

  /// Removes a journal whose transaction has left nothing behind.
  func remove(_ journal: TransactionJournal) {
    guard let parent = try? files.openFolder(ByteString(folder)) else { return }
    _ = files.calls.remove(name(of: journal), in: parent.rawValue)
    try? files.makeDurable(parent)
  }

  /// Returns the journals of the transactions in a folder.
  ///
  /// - Parameter path: the folder, without symbolic links.
  func journals(of path: ByteString) -> [TransactionJournal] {
    guard let listing = opendir(folder) else { return [] }
    let prefix = ByteString(Self.prefix(for: path))
    var names: [ByteString] = []
    while let name = nextName(in: listing) {
      if name.hasPrefix(prefix), name.hasSuffix(ByteString(Self.suffix)) { names.append(name) }
    }
    closedir(listing)
    return names.sorted().compactMap { name in
      guard
        let contents = try? files.read(FilePath(folder: folder, name: name), limit: Self.limit),
        let journal = TransactionJournal(contents.bytes), journal.folder == path
      else { return nil }
      return journal
    }
  }

  private func name(of journal: TransactionJournal) -> ByteString {
    "\(Self.prefix(for: journal.folder))\(journal.stagingName.text.dropFirst())\(Self.suffix)"
  }

  private static func prefix(for folder: ByteString) -> String {
    "\(String(FileFingerprint.digest(folder.bytes), radix: 16))-"
  }
}
