import CalendarModel

/// An open file that is missing or unreadable; its last known contents are still shown.
package struct StaleFile: Hashable, Sendable {
  package var calendar: CalendarID
  /// The file's name within a folder; nil if the calendar is a single file.
  package var file: ByteString?
  /// The path of the file, for messages.
  package var path: String
  /// The reason why it cannot be read; `vanished` if the file no longer exists.
  package var error: StoreError
}

/// A truncated file: its writer was interrupted, or it was incomplete when it was opened. It can be read, but
/// not changed until the user decides what to do with it; see `CalendarStore.resolveDamage`.
package struct DamagedFile: Hashable, Sendable {
  package var calendar: CalendarID
  /// The file's name within a folder; nil if the calendar is a single file.
  package var file: ByteString?
  /// The path of the file, for messages.
  package var path: String
  /// Whether the last complete version is still known.
  package var canRestore: Bool
  /// Whether the truncated contents can be used, because they contain part of a calendar.
  package var canUseAsIs: Bool
}
