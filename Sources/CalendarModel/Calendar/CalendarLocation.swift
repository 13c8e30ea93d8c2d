/// The location of a calendar, or of an object in it, for messages and for opening it. It is not an
/// identifier: two calendars may have the same location.
package enum CalendarLocation: Hashable, Sendable {
  /// A file or a folder, by its path.
  case path(String)
  /// The name, as shown to the user, of a calendar without a path.
  case name(String)

  /// The path or the name, for use in messages.
  package var text: String {
    switch self {
    case .path(let text), .name(let text): text
    }
  }

  /// The path to open; nil if there is none.
  package var path: String? {
    if case .path(let path) = self { path } else { nil }
  }

  /// The last component, computed from the path alone, because accessing the disk might block until a
  /// server responds.
  package var lastPathComponent: String {
    guard case .path(let path) = self else { return text }
    let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true)
    return names.last.map { String(Substring($0)) } ?? path
  }

  /// Returns the location of an object in the calendar, such as a file in a folder. If the calendar has no
  /// path, returns the calendar's location.
  package func appending(_ object: ByteString?) -> CalendarLocation {
    guard case .path(let path) = self, let object else { return self }
    return .path(path.hasSuffix("/") ? "\(path)\(object)" : "\(path)/\(object)")
  }
}
