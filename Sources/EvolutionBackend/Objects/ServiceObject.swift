import CalendarModel
import ICalendar

/// All components with one UID: an event, or a series with its changed occurrences.
struct ServiceObject: Hashable, Sendable {
  /// The event or series first, then the changed occurrences by their original starts.
  let components: [ServiceComponent]

  /// - Returns: nil if there are no components.
  init?(_ components: [ServiceComponent]) {
    guard !components.isEmpty else { return nil }
    self.components = components.sorted { ($0.recurrenceID ?? "") < ($1.recurrenceID ?? "") }
  }

  /// Groups components by UID. Components without a UID cannot be addressed and are left out.
  static func objects(of components: [ServiceComponent]) -> [ServiceObject] {
    let groups = Dictionary(grouping: components.filter { !$0.uid.isEmpty }, by: \.uid)
    return groups.sorted { $0.key < $1.key }.compactMap { ServiceObject($0.value) }
  }

  var uid: ByteString { components[0].uid }

  /// The names of the time zones that the components use.
  var zones: Set<ByteString> { components.reduce(into: []) { $0.formUnion($1.zones) } }

  /// Identifies the version. It changes whenever anything in the object does, including the service's own lines.
  var version: ServiceVersion { ServiceVersion(components.map(\.receivedBytes)) }

  /// Returns an iCalendar object with these components.
  ///
  /// - Parameter definition: returns the VTIMEZONE of a time zone, or nil if there is none.
  func document(definition: (ByteString) -> [UInt8]?) -> [UInt8] {
    var bytes = Array("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Handspan//Handspan//EN\r\n".utf8)
    for zone in zones.sorted() {
      guard let definition = definition(zone) else { continue }
      bytes += definition
      if definition.last != UInt8(ascii: "\n") { bytes += Array("\r\n".utf8) }
    }
    for component in components { bytes += component.bytes }
    return bytes + Array("END:VCALENDAR\r\n".utf8)
  }
}

/// Identifies the version of an object by two independent hashes of its components.
struct ServiceVersion: Hashable, Sendable {
  private let first: Int
  private let second: Int

  fileprivate init(_ components: [[UInt8]]) {
    (first, second) = (ServiceVersion.hash(components, seed: 1), ServiceVersion.hash(components, seed: 2))
  }

  private static func hash(_ components: [[UInt8]], seed: UInt8) -> Int {
    var hasher = Hasher()
    hasher.combine(seed)
    for component in components {
      hasher.combine(component.count)
      component.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
    return hasher.finalize()
  }
}
