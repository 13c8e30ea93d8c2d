import CalendarModel

/// Names an object of a backend.
package struct ObjectKey: Hashable, Sendable {
  package let calendar: CalendarID
  /// Its name within the calendar; nil where that is a single object.
  package let file: ByteString?

  package init(calendar: CalendarID, file: ByteString? = nil) {
    self.calendar = calendar
    self.file = file
  }

  init(_ event: EventID) {
    self.init(calendar: event.calendar, file: event.file)
  }
}

/// Distinguishes two states of an object: an ETag, a modification stamp or a counter. Only the backend interprets it.
package struct ObjectVersion: Hashable, Sendable {
  let token: any Hashable & Sendable

  /// A version that is told from others by that value.
  package init(_ token: some Hashable & Sendable) { self.token = token }

  package static func == (a: ObjectVersion, b: ObjectVersion) -> Bool {
    AnyHashable(a.token) == AnyHashable(b.token)
  }

  package func hash(into hasher: inout Hasher) { token.hash(into: &hasher) }
}

/// An object as it was read.
package struct StoredObject: Sendable {
  /// Its name within the calendar; nil where that is a single object.
  package var name: ByteString?
  /// An iCalendar object.
  package var bytes: [UInt8]
  /// What it is known by when it is written.
  package var version: ObjectVersion
  /// Whether it cannot be changed, though others of its calendar can.
  package var isReadOnly: Bool

  package init(name: ByteString?, bytes: [UInt8], version: ObjectVersion, isReadOnly: Bool = false) {
    (self.name, self.bytes, self.version, self.isReadOnly) = (name, bytes, version, isReadOnly)
  }
}

/// What is to be written.
package struct ObjectWrite: Sendable {
  package var key: ObjectKey
  /// What it is to be; nil if it is to be removed.
  package var bytes: [UInt8]?
  /// What it has to be until then; nil if it must not be there.
  package var version: ObjectVersion?
  /// What errors are to say that it is.
  package var location: CalendarLocation

  package init(key: ObjectKey, bytes: [UInt8]?, version: ObjectVersion?, location: CalendarLocation) {
    (self.key, self.bytes, self.version, self.location) = (key, bytes, version, location)
  }
}

/// The result of a write.
package struct WriteReceipt: Sendable {
  /// The object as it is read now, which may be put differently than what was handed in; nil if there is none any more.
  package var object: StoredObject?
  /// The file that was there before, while somebody may still write to it.
  var replaced: ReplacedFile?
  /// Whether the file had other names, which did not follow.
  var hasOtherNames = false

  package init(_ object: StoredObject?) { self.object = object }
}
