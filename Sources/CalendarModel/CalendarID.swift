/// Identifies a calendar. Only the backend that the calendar comes from knows what the key means; everything else may
/// compare it, store it and pass it back.
package struct CalendarID: Hashable, Sendable {
  package let key: String

  package init(_ key: String) {
    self.key = key
  }

  /// Whether it is the same name, byte for byte.
  package static func == (a: CalendarID, b: CalendarID) -> Bool { a.key.utf8.elementsEqual(b.key.utf8) }

  /// Hashes the bytes of the name.
  package func hash(into hasher: inout Hasher) {
    var key = key
    key.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// Identifies an event across reloads of its file.
package struct EventID: Hashable, Sendable {
  /// The calendar that it belongs to.
  package let calendar: CalendarID
  /// The object inside that calendar: the file of a folder; nil for a calendar that is one file.
  package let file: ByteString?
  /// The UID, empty for an event without one.
  package let uid: ByteString
  /// The RECURRENCE-ID's value as written, for an override.
  package let recurrenceID: String?
  /// 0 for the first component of that UID and RECURRENCE-ID in the file, 1 for the next: broken files repeat them.
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

  /// The event of that name, whose UID is that text.
  package init(
    calendar: CalendarID, file: ByteString? = nil, uid: String, recurrenceID: String? = nil,
    duplicate: Int = 0
  ) {
    self.init(
      calendar: calendar, file: file, uid: ByteString(uid), recurrenceID: recurrenceID, duplicate: duplicate)
  }
}
