import CalendarModel

/// Identifies an object of a backend.
package struct ObjectKey: Hashable, Sendable {
  package let calendar: CalendarID
  /// The object's name within the calendar; nil if the calendar is a single object.
  package let file: ByteString?

  package init(calendar: CalendarID, file: ByteString? = nil) {
    self.calendar = calendar
    self.file = file
  }

  init(_ event: EventID) {
    self.init(calendar: event.calendar, file: event.file)
  }
}

/// Identifies a version of an object, for example by an ETag, a modification time or a counter. Only the
/// backend interprets it.
package struct ObjectVersion: Hashable, Sendable {
  let token: any Hashable & Sendable

  /// Creates a version that is identified by `token`.
  package init(_ token: some Hashable & Sendable) { self.token = token }

  package static func == (a: ObjectVersion, b: ObjectVersion) -> Bool {
    AnyHashable(a.token) == AnyHashable(b.token)
  }

  package func hash(into hasher: inout Hasher) { token.hash(into: &hasher) }
}

/// An object that was read from storage.
package struct StoredObject: Sendable {
  /// The object's name within the calendar; nil if the calendar is a single object.
  package var name: ByteString?
  /// An iCalendar object.
  package var bytes: [UInt8]
  /// The version to pass to a later write.
  package var version: ObjectVersion
  /// Whether this object is read-only; other objects of its calendar may be writable.
  package var isReadOnly: Bool

  package init(name: ByteString?, bytes: [UInt8], version: ObjectVersion, isReadOnly: Bool = false) {
    (self.name, self.bytes, self.version, self.isReadOnly) = (name, bytes, version, isReadOnly)
  }
}

/// A request to create, replace or remove an object.
package struct ObjectWrite: Sendable {
  package var key: ObjectKey
  /// The new contents; nil to remove the object.
  package var bytes: [UInt8]?
  /// The version that the stored object must have; nil if the object must not exist.
  package var version: ObjectVersion?
  /// The location to report in errors.
  package var location: CalendarLocation

  package init(key: ObjectKey, bytes: [UInt8]?, version: ObjectVersion?, location: CalendarLocation) {
    (self.key, self.bytes, self.version, self.location) = (key, bytes, version, location)
  }
}

/// The result of a write.
package struct WriteReceipt: Sendable {
  /// The object as it is now stored; nil if it was removed. The backend may have normalized it.
  package var object: StoredObject?
  /// The file that was replaced, if another program may still write to it.
  var replacedFile: ReplacedFile?
  /// Whether the file had other hard links, which still refer to the old contents.
  var hasOtherHardLinks = false
  /// Whether another program's version was overwritten and is lost.
  var overwroteOtherVersion = false

  package init(_ object: StoredObject?) { self.object = object }
}
