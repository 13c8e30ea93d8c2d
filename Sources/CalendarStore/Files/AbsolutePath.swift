import CalendarModel
import Glibc

/// Absolute paths of files that another process may open.
package enum AbsolutePath {
  /// Returns the absolute form of a path, without `.` and `..`.
  ///
  /// After a symbolic link, `..` is the parent of the link's target, so the file system resolves everything up to the
  /// last `..`. Other symbolic links are not resolved, because accessing a slow disk or server would delay opening the
  /// window.
  package static func of(_ path: String, in folder: String) -> String {
    let fullPath = path.utf8.first == UInt8(ascii: "/") ? path : "\(folder)/\(path)"
    var components = Substring(fullPath).utf8.split(separator: UInt8(ascii: "/"))
    components.removeAll { $0.elementsEqual(".".utf8) }
    let rest = components.suffix(while: { !$0.elementsEqual("..".utf8) })
    let parents = joined(components.dropLast(rest.count))
    guard !parents.isEmpty else { return rest.isEmpty ? "/" : joined(rest) }
    // If a folder does not exist, opening the path fails with a message about the path as it was given.
    let resolvedParents = (try? CalendarFiles.resolvedPath(ByteString(parents)))?.text ?? parents
    return (resolvedParents == "/" && !rest.isEmpty ? "" : resolvedParents) + joined(rest)
  }

  private static func joined(_ components: some Collection<Substring.UTF8View>) -> String {
    components.map { "/" + String(Substring($0)) }.joined()
  }
}

extension Array {
  /// Returns the elements after the last one that does not satisfy a condition.
  fileprivate func suffix(while condition: (Element) -> Bool) -> ArraySlice<Element> {
    let start = lastIndex { !condition($0) }.map { $0 + 1 } ?? startIndex
    return self[start...]
  }
}
