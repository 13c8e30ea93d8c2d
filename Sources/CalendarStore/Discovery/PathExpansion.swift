/// Expands paths in the configuration files of Python programs in the same way as those programs do, with
/// `os.path.expanduser` and `os.path.expandvars`.
struct PathExpansion: Sendable {
  /// The environment variables.
  let variables: [String: String]
  /// Returns the home folder of a user ("" is the current user); nil if it is not known.
  let home: @Sendable (_ user: String) -> String?

  /// Replaces `~` or `~user` at the start.
  func expandingHome(_ path: String) -> String {
    guard path.hasPrefix("~") else { return path }
    let user = path.dropFirst().prefix { $0 != "/" }
    guard let home = home(String(user)) else { return path }
    let rest = path.dropFirst(1 + user.count)
    let folder = home.withoutTrailingSlashes
    return folder == "/" && !rest.isEmpty ? String(rest) : folder + rest
  }

  /// Replaces `$NAME` and `${NAME}`; unknown variables stay as they are.
  func expandingVariables(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      rest = rest[dollar...]
      guard let (name, end) = variable(at: dollar, in: rest), let value = variables[name] else {
        result.append("$")
        rest = rest.dropFirst()
        continue
      }
      result += value
      rest = rest[end...]
    }
    return result + rest
  }

  private func variable(at dollar: String.Index, in text: Substring) -> (name: String, end: String.Index)? {
    let after = text[text.index(after: dollar)...]
    if after.first == "{" {
      guard let end = after.firstIndex(of: "}") else { return nil }
      return (String(after[after.index(after: after.startIndex)..<end]), after.index(after: end))
    }
    let name = after.prefix { $0 == "_" || ($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return name.isEmpty ? nil : (String(name), name.endIndex)
  }
}
