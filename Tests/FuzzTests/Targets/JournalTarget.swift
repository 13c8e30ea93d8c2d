import CalendarModel
import Foundation

@testable import CalendarStore

/// Any bytes are a journal or refused, and undoing what a journal says changes no other files than calendar files of the
/// folder that have the contents that the journal names.
enum JournalTarget {
  static func check(_ bytes: [UInt8]) throws(Violation) {
    guard let journal = TransactionJournal(bytes) else { return }
    try require(
      TransactionJournal(journal.bytes)?.bytes == journal.bytes, "a journal is not read as it was written")
    for name in journal.entries.map(\.name) + [journal.stagingName] {
      try require(
        !name.bytes.contains(0x2F) && !name.bytes.contains(0) && name != "." && name != "..",
        "\(name) is not the name of a file")
    }
    try Sandbox.shared.check(journal)
  }

  /// Folders with files that a journal must not touch.
  private struct Sandbox {
    static let shared = Sandbox()

    let path: String
    private let folder: String
    private let journals: TransactionJournals
    private let files = CalendarFiles()
    private static let calendar = Array("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n".utf8)
    /// Which files there are, relative to `path`. The journal may name those that are not here.
    private static let untouchable = [
      "outside.ics", "folder/notes.txt", "folder/.hidden.ics", "folder/different.ics",
      "folder/inner/inner.ics",
      "inner.ics",
    ]

    init() {
      let memory = "/dev/shm/"
      let parent = access(memory, W_OK) == 0 ? memory : NSTemporaryDirectory()
      path = parent + "handspan-fuzz-\(getpid())"
      folder = path + "/folder"
      journals = TransactionJournals(folder: path + "/state", files: files)
      atexit { try? FileManager.default.removeItem(atPath: Sandbox.shared.path) }
    }

    func check(_ journal: TransactionJournal) throws(Violation) {
      do { try prepare(for: journal) } catch { preconditionFailure("the files cannot be written: \(error)") }
      files.rollBack(journal, in: ByteString(folder), journals)
      for name in Self.untouchable {
        try require(contents(name) == Array(name.utf8), "\(name) was changed")
      }
      try require(contents("folder/link.ics") == Array("outside.ics".utf8), "the link was changed")
      // A calendar file is removed only if it has the contents that the journal names for it.
      let digest = FileFingerprint.digest(Self.calendar)
      let isNamed = journal.entries.contains {
        $0.name == "calendar.ics" && $0.digest == digest && $0.kind != .remove
      }
      try require(isNamed || contents("folder/calendar.ics") == Self.calendar, "calendar.ics was changed")
    }

    private func contents(_ name: String) -> [UInt8]? {
      FileManager.default.contents(atPath: "\(path)/\(name)").map { Array($0) }
    }

    private func prepare(for journal: TransactionJournal) throws {
      let manager = FileManager.default
      try? manager.removeItem(atPath: path)
      try manager.createDirectory(atPath: folder + "/inner", withIntermediateDirectories: true)
      try manager.createDirectory(atPath: path + "/state", withIntermediateDirectories: true)
      for name in Self.untouchable { try Data(name.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)")) }
      try Data(Self.calendar).write(to: URL(fileURLWithPath: folder + "/calendar.ics"))
      try manager.createSymbolicLink(atPath: folder + "/link.ics", withDestinationPath: "../outside.ics")
      // The subfolder has the files that the transaction would have prepared.
      let staging = "\(folder)/\(journal.stagingName.text)"
      guard journal.stagingName.bytes.count < 200 else { return }
      try? manager.createDirectory(atPath: staging, withIntermediateDirectories: false)
      for entry in journal.entries.prefix(4) {
        for prefix in ["b", "r"] {
          try? Data("staged".utf8).write(to: URL(fileURLWithPath: "\(staging)/\(prefix)\(entry.index)"))
        }
      }
    }
  }
}
