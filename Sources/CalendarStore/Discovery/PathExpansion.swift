/// Expands paths in the configuration files of Python programs as Python's `os.path.expanduser` and
/// `os.path.expandvars` do.
struct PathExpansion: Sendable {
  /// The environment variables.
  let variables: [String: String]
  /// Returns the home folder of a user ("" is the current user); nil if it is not known.
  let home: @Sendable (_ user: String) -> String?

  /// Replaces `~` or `~user` at the start.
  func expandingHome(_ path: String) -> String {
    let scalars = path.unicodeScalars
    guard scalars.first == "~" else { return path }
    let user = scalars.dropFirst().prefix { $0 != "/" }
    guard let home = home(String(user)) else { return path }
    let afterUser = scalars[user.endIndex...]
    let folder = home.withoutTrailingSlashes
    return folder == "/" && !afterUser.isEmpty ? String(afterUser) : folder + String(afterUser)
  }

  /// Replaces `$NAME` and `${NAME}`; unknown variables stay as they are.
  func expandingVariables(_ text: String) -> String {
    var result = ""
    var remaining = Substring(text).unicodeScalars
    while let dollar = remaining.firstIndex(of: "$") {
      result += String(remaining[..<dollar])
      remaining = remaining[dollar...]
      guard let (name, end) = variable(at: dollar, in: remaining), let value = value(of: name) else {
        result += "$"
        remaining = remaining.dropFirst()
        continue
      }
      result += value
      remaining = remaining[end...]
    }
    return result + String(remaining)
  }

  /// Names are compared byte by byte.
  private func value(of name: String) -> String? {
    guard let index = variables.index(forKey: name), variables[index].key.utf8.elementsEqual(name.utf8) else {
      return nil
    }
    return variables[index].value
  }

  private func variable(at dollar: String.Index, in text: Scalars) -> (name: String, end: String.Index)? {
    let afterDollar = text[text.index(after: dollar)...]
    if afterDollar.first == "{" {
      guard let end = afterDollar.firstIndex(of: "}") else { return nil }
      return (
        String(afterDollar[afterDollar.index(after: afterDollar.startIndex)..<end]),
        afterDollar.index(after: end)
      )
    }
    let name = afterDollar.prefix { scalar in
      switch scalar {
      case "_", "a"..."z", "A"..."Z", "0"..."9": true
      default: false
      }
    }
    return name.isEmpty ? nil : (String(name), name.endIndex)
  }
}
