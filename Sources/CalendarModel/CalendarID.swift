/// Identifies a calendar. Only the backend that the calendar comes from knows what the key means; everything
/// else may compare it, store it and pass it back.
package struct CalendarID: Hashable, Sendable {
  package let key: String

  package init(_ key: String) {
    self.key = key
  }

  /// Compares the keys byte for byte.
  package static func == (a: CalendarID, b: CalendarID) -> Bool { a.key.utf8.elementsEqual(b.key.utf8) }

  package func hash(into hasher: inout Hasher) {
    var key = key
    key.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// Identifies an event across reloads of its file.
package struct EventID: Hashable, Sendable {
  package let calendar: CalendarID
  /// The object inside the calendar: for a folder, the file; nil for a calendar that is a single file.
  package let file: ByteString?
  /// UID; empty if the event has none.
  package let uid: ByteString
  /// For an override, the value of RECURRENCE-ID as written.
  package let recurrenceID: String?
  /// 0 for the first component with this UID and RECURRENCE-ID in the file, 1 for the next, and so on: broken
  /// files repeat them.
  package let duplicate: Int

  package init(
    calendar: CalendarID, file: ByteString? = nil, uid: ByteString, recurrenceID: String? = nil,
    duplicate: Int = 0
  ) {
    self.calendar = calendar
    self.file = file
    self.uid = uid
    self.recurrenceID = recurrenceID
    self.duplicate = duplicate
  }

  /// Creates an identifier from the text of a UID.
  package init(
    calendar: CalendarID, file: ByteString? = nil, uid: String, recurrenceID: String? = nil,
    duplicate: Int = 0
  ) {
    self.init(
      calendar: calendar, file: file, uid: ByteString(uid), recurrenceID: recurrenceID, duplicate: duplicate)
  }
}
