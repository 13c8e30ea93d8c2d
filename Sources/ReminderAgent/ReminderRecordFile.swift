import CalendarStore
import Reminders

/// The file of what has rung and what is to ring again: `$XDG_STATE_HOME/handspan/reminders`.
///
/// It is replaced atomically and durably, so that a program that is killed, or a computer without power, has either the old
/// record or the new one.
package struct ReminderRecordFile: Sendable {
  private static let name = "reminders"
  private let folder: String
  private var path: String { "\(folder)/\(Self.name)" }

  /// - Parameter folder: the folder for the state of the program, which need not exist.
  package init(folder: String = UserFolders.state) { self.folder = folder }

  /// Returns the record; nil if there is none that can be read.
  package func read() -> ReminderRecord? {
    // Entries of another version may be longer.
    guard let bytes = PrivateFile.read(path, limit: 2 * ReminderRecord.maximumLength) else { return nil }
    return ReminderRecord(text: String(decoding: bytes, as: UTF8.self))
  }

  /// Replaces the record, and returns whether the new one is on the disk.
  package func write(_ record: ReminderRecord) -> Bool {
    PrivateFile.write(Array(record.text.utf8), to: path)
  }

  /// Removes the files of interrupted writes. Call this only in the process that writes; there is only one at a time.
  package func removeUnfinished() {
    for name in PrivateFile.names(in: folder)
    where name.hasPrefix(Self.name) && PrivateFile.isUnfinished(name) {
      PrivateFile.remove("\(folder)/\(name)")
    }
  }
}
