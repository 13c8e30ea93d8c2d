/// Where a file is: a folder, and a name in it.
struct FilePlace: Hashable, Sendable {
  /// The folder, with symbolic links resolved for a file that the user named.
  let folder: String
  /// The name in that folder; never with a slash.
  let name: String
  /// What messages call it: the path as the user gave it.
  let shown: String

  /// The file `name`, found inside a folder that was opened as `folder`.
  init(folder: String, name: String) {
    self.folder = folder
    self.name = name
    shown = "\(folder)/\(name)"
  }

  /// A file that the user named. `resolved` is its absolute path without symbolic links.
  init(resolved: String, shown: String) {
    let parts = resolved.splitPath
    folder = parts.folder
    name = parts.name
    self.shown = shown
  }
}

extension String {
  /// The folder and the last name of a path. Without a slash the folder is the current one.
  ///
  /// By bytes, as the system reads a path: a name may begin with a mark that combines with the slash before it.
  var splitPath: (folder: String, name: String) {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", self) }
    let folder = String(self[..<slash])
    return (folder.isEmpty ? "/" : folder, String(self[utf8.index(after: slash)...]))
  }

  /// The path without slashes at its end.
  var withoutTrailingSlashes: String {
    var path = utf8[...]
    while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
    return String(Substring(path))
  }
}
