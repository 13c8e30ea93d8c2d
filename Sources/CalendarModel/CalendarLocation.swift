/// The location of a calendar, or of an object in it, for messages and for opening it. It is not an
/// identifier: two calendars may have the same location.
package enum CalendarLocation: Hashable, Sendable {
  /// A file or a folder, by its path.
  case path(String)
  /// A calendar without a path, by the name that the user knows.
  case name(String)

  /// The text for messages.
  package var text: String {
    switch self {
    case .path(let text), .name(let text): text
    }
  }

  /// The path to open; nil if there is none.
  package var path: String? {
    if case .path(let path) = self { path } else { nil }
  }

  /// The last component, computed from the path alone: accessing the disk could wait for a server.
  package var lastPathComponent: String {
    guard case .path(let path) = self else { return text }
    let names = path.split(separator: "/", omittingEmptySubsequences: true)
    return names.last.map(String.init) ?? path
  }

  /// The location of an object in it, such as a file of a folder. Without a path it is the calendar's name
  /// alone.
  package func appending(_ object: ByteString?) -> CalendarLocation {
    guard case .path(let path) = self, let object else { return self }
    return .path(path.hasSuffix("/") ? "\(path)\(object)" : "\(path)/\(object)")
  }
}
