/// The location of a calendar, or of an object in it, for messages and for opening it. It is not an identifier: two
/// calendars may have the same location.
package enum CalendarLocation: Hashable, Sendable {
  /// A file or a folder, by its path.
  case path(String)
  /// What has no path, by the name that the user knows.
  case name(String)

  /// As it is told.
  package var text: String {
    switch self {
    case .path(let text), .name(let text): text
    }
  }

  /// What can be opened; nil for what has no path.
  package var path: String? {
    if case .path(let path) = self { path } else { nil }
  }

  /// Its last name, told from the path alone: looking at the disk could wait for a server.
  package var lastName: String {
    guard case .path(let path) = self else { return text }
    let names = path.split(separator: "/", omittingEmptySubsequences: true)
    return names.last.map(String.init) ?? path
  }

  /// An object in it: a file of a folder. What has no path is told by its calendar's name alone.
  package func appending(_ object: ByteString?) -> CalendarLocation {
    guard case .path(let path) = self, let object else { return self }
    return .path(path.hasSuffix("/") ? "\(path)\(object)" : "\(path)/\(object)")
  }
}
