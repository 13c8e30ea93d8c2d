/// Identifies a calendar. Only the calendar's backend interprets the key; all other code can only compare it,
/// store it and pass it back.
package struct CalendarID: Hashable, Sendable {
  package let key: String

  package init(_ key: String) {
    self.key = key
  }

  /// Compares the keys byte for byte, unless they share their storage, as the keys in the events of a
  /// calendar usually do.
  package static func == (a: CalendarID, b: CalendarID) -> Bool {
    let (a, b) = (a.key.utf8, b.key.utf8)
    guard a.count == b.count else { return false }
    let isEqual = a.withContiguousStorageIfAvailable { a in
      b.withContiguousStorageIfAvailable { b in a.baseAddress == b.baseAddress || a.elementsEqual(b) }
    }
    return (isEqual ?? nil) ?? a.elementsEqual(b)
  }

  package func hash(into hasher: inout Hasher) {
    var key = key
    key.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// Identifies an event across reloads of its file.
package struct EventID: Hashable, Sendable {
  package let calendar: CalendarID
  /// The object that contains the event: in a folder, the name of the file; nil if the calendar is a single
  /// file.
  package let file: ByteString?
  /// UID; empty if the event has none.
  package let uid: ByteString
  /// The value of RECURRENCE-ID as written, for an override; nil for any other event.
  package let recurrenceID: String?
  /// 0 for the first component with this UID and RECURRENCE-ID in the file, 1 for the next, and so on: a
  /// malformed file may repeat them.
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

  /// Returns whether two events of a file belong to the same series, because they have the same UID. An event that
  /// does not own its UID is not in the same series as any other event.
  package func isInSameSeries(as other: EventID) -> Bool {
    self == other || (uid == other.uid && ownsUID && other.ownsUID)
  }

  /// Whether changed occurrences with the UID of this event belong to it: it has a UID, and no earlier event in the file
  /// has the same one.
  package var ownsUID: Bool { !uid.isEmpty && (recurrenceID != nil || duplicate == 0) }

  /// Creates an identifier from the text of a UID.
  package init(
    calendar: CalendarID, file: ByteString? = nil, uid: String, recurrenceID: String? = nil,
    duplicate: Int = 0
  ) {
    self.init(
      calendar: calendar, file: file, uid: ByteString(uid), recurrenceID: recurrenceID, duplicate: duplicate)
  }
}
