import CalendarModel

/// The path of a file: a folder, and a name in it.
struct FilePath: Hashable, Sendable {
  /// The folder, with symbolic links resolved if the user chose the file.
  let folder: ByteString
  /// The name in that folder, without a slash.
  let name: ByteString
  /// The path as the user specified it; nil for a file that was found in a folder.
  private let givenPath: String?

  /// The path for messages.
  var displayPath: String { givenPath ?? "\(folder)/\(name)" }

  /// Creates the path of a file in a folder that was opened as `folder`.
  init(folder: String, name: ByteString) { self.init(folder: ByteString(folder), name: name) }

  /// Creates the path of a file in a folder. The paths of many files can share the folder's bytes.
  init(folder: ByteString, name: ByteString) {
    self.folder = folder
    self.name = name
    givenPath = nil
  }

  /// Creates the path of a file that the user chose. `resolved` is its absolute path without symbolic links.
  init(resolved: ByteString, displayPath: String) {
    (folder, name) = resolved.splitPath
    givenPath = displayPath
  }

  /// The complete path.
  var path: ByteString { ByteString(bytes: folder.bytes + [ByteString.slash] + name.bytes) }
}

extension ByteString {
  static let slash = UInt8(ascii: "/")

  /// The folder and the last component of a path. For a path without a slash, the folder is the current one.
  var splitPath: (folder: ByteString, name: ByteString) {
    guard let slash = bytes.lastIndex(of: Self.slash) else { return (".", self) }
    return (slash == 0 ? "/" : ByteString(bytes: bytes[..<slash]), ByteString(bytes: bytes[(slash + 1)...]))
  }

  /// Whether this is the name of a calendar file. Hidden files belong to other programs.
  var isCalendarFile: Bool { hasSuffix(".ics") && !hasPrefix(".") }
}

extension String {
  /// The path without trailing slashes.
  var withoutTrailingSlashes: String {
    var path = utf8[...]
    while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
    return String(Substring(path))
  }
}

extension CalendarID {
  /// The path of a calendar file or folder, which is its identifier.
  var path: String { key }
}
