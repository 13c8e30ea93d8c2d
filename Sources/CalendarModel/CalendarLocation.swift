/// Where a calendar, or an object in one, is: what a user is told, and what can be opened. It names nothing: two
/// calendars may say the same.
public enum CalendarLocation: Hashable, Sendable {
  /// A file or a folder, by its path.
  case path(String)
  /// What has no path, by the name that the user knows.
  case name(String)

  /// As it is told.
  public var text: String {
    switch self {
    case .path(let text), .name(let text): text
    }
  }

  /// What can be opened; nil for what has no path.
  public var path: String? {
    if case .path(let path) = self { path } else { nil }
  }

  /// Its last name, told from the path alone: looking at the disk could wait for a server.
  public var lastName: String {
    guard case .path(let path) = self else { return text }
    let names = path.split(separator: "/", omittingEmptySubsequences: true)
    return names.last.map(String.init) ?? path
  }

  /// An object in it: a file of a folder. What has no path is told by its calendar's name alone.
  public func appending(_ object: ByteString?) -> CalendarLocation {
    guard case .path(let path) = self, let object else { return self }
    return .path(path.hasSuffix("/") ? "\(path)\(object)" : "\(path)/\(object)")
  }
}
