/// Expands paths in the configuration files of Python programs as Python's `os.path.expanduser` and
/// `os.path.expandvars` do.
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
    let afterUser = path.dropFirst(1 + user.count)
    let folder = home.withoutTrailingSlashes
    return folder == "/" && !afterUser.isEmpty ? String(afterUser) : folder + afterUser
  }

  /// Replaces `$NAME` and `${NAME}`; unknown variables stay as they are.
  func expandingVariables(_ text: String) -> String {
    var result = ""
    var remaining = text[...]
    while let dollar = remaining.firstIndex(of: "$") {
      result += remaining[..<dollar]
      remaining = remaining[dollar...]
      guard let (name, end) = variable(at: dollar, in: remaining), let value = variables[name] else {
        result.append("$")
        remaining = remaining.dropFirst()
        continue
      }
      result += value
      remaining = remaining[end...]
    }
    return result + remaining
  }

  private func variable(at dollar: String.Index, in text: Substring) -> (name: String, end: String.Index)? {
    let afterDollar = text[text.index(after: dollar)...]
    if afterDollar.first == "{" {
      guard let end = afterDollar.firstIndex(of: "}") else { return nil }
      return (
        String(afterDollar[afterDollar.index(after: afterDollar.startIndex)..<end]),
        afterDollar.index(after: end)
      )
    }
    let name = afterDollar.prefix { $0 == "_" || ($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return name.isEmpty ? nil : (String(name), name.endIndex)
  }
}
