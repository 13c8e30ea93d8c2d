import CalendarModel

/// A file that can no longer be read; its last known contents are still shown.
package struct StaleFile: Hashable, Sendable {
  package var calendar: CalendarID
  /// The file's name within a folder.
  package var file: ByteString?
  /// The file, as the user named it.
  package var path: String
  /// What became of it; `vanished` if it is gone.
  package var error: StoreError
}

/// A file that was cut off, by its writer's end or before it was opened: it can be read, and is changed only once
/// somebody has said what to do with it; see `CalendarStore.settle`.
package struct DamagedFile: Hashable, Sendable {
  package var calendar: CalendarID
  /// The file's name within a folder.
  package var file: ByteString?
  /// The file, as the user named it.
  package var path: String
  /// Whether the last version that was whole is still known.
  package var canRestore: Bool
  /// Whether what is there can be used as it is: there is something of a calendar in it.
  package var canUse: Bool
}
