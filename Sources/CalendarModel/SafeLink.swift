/// A link that is safe to open from a calendar: a web, mail or telephone address. Anything else that a file may name
/// (programs, files, scripts) stays plain text.
package struct SafeLink: Hashable, Sendable {
  /// Where it leads, in full, to be shown before it is opened.
  package let target: String

  /// Schemes whose links name a host, and those whose links name somebody.
  private static let (hosted, direct) = (["http", "https"], ["mailto", "tel"])

  /// The link that a text is as a whole; nil if it is none, or none that may be opened.
  package init?(_ text: String) {
    let trimmed = text.drop(while: \.isWhitespace)
    let end = trimmed.lastIndex { !$0.isWhitespace }.map(trimmed.index(after:)) ?? trimmed.endIndex
    let link = trimmed[..<end]
    guard let colon = link.firstIndex(of: ":") else { return nil }
    let scheme = link[..<colon].lowercased()
    let rest = link[link.index(after: colon)...]
    // RFC 3986 2: none of these stands in a URI, and what is not seen could hide where it leads.
    let isClean = link.unicodeScalars.allSatisfy {
      !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint && $0.value > 0x20
        && !(0x7F...0x9F).contains($0.value) && !"<>\"\\^`{|}".unicodeScalars.contains($0)
    }
    guard isClean else { return nil }
    if SafeLink.hosted.contains(scheme) {
      guard rest.hasPrefix("//"), let first = rest.dropFirst(2).first, !"/?#:@".contains(first) else {
        return nil
      }
    } else if !SafeLink.direct.contains(scheme) || rest.isEmpty {
      return nil
    } else if scheme == "mailto", !SafeLink.isOfWords(mail: rest.utf8) {
      return nil
    }
    target = String(link)
  }

  /// The header fields of RFC 6068 that fill a message with words, for somebody to read before it is sent. Mail programs
  /// understand others, too: `attach` takes a file of the user's along.
  private static let fields = ["subject", "cc", "bcc", "body"]

  /// Whether a mail link gives no more than addresses and words. It is as strict as RFC 6068, for what reads it next may
  /// split it at another character; and it goes by bytes, for a combining mark hides what it stands on.
  private static func isOfWords(mail: Substring.UTF8View) -> Bool {
    func parts(_ text: Substring.UTF8View, at separator: Unicode.Scalar, maximum: Int = .max) -> [Substring
      .UTF8View]
    {
      text.split(separator: UInt8(ascii: separator), maxSplits: maximum, omittingEmptySubsequences: false)
    }
    func isClean(_ value: Substring.UTF8View, mayBreakLines: Bool = false) -> Bool {
      let low = Substring(value).lowercased()
      return !value.contains { "?&=#".utf8.contains($0) }
        && (mayBreakLines || !["%0a", "%0d"].contains(where: low.contains))
    }
    let sides = parts(mail, at: "?", maximum: 1)
    guard isClean(sides[0]) else { return false }
    guard sides.count > 1 else { return true }
    return parts(sides[1], at: "&").allSatisfy { field in
      let sides = parts(field, at: "=", maximum: 1)
      let name = Substring(sides[0]).lowercased()
      return sides.count == 2 && fields.contains(name) && isClean(sides[1], mayBreakLines: name == "body")
    }
  }
}
