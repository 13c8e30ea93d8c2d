/// A link that is safe to open from a calendar: a web, mail or telephone address. Any other link in a
/// calendar (to a program, a file or a script) remains plain text.
package struct SafeLink: Hashable, Sendable {
  /// The complete target, to be shown before it is opened.
  package let target: String

  /// Schemes whose links have a host, and schemes whose links have an address or a number.
  private static let (hostSchemes, addressSchemes) = (["http", "https"], ["mailto", "tel"])

  /// Creates a link from text that contains nothing else. The result is nil if the text is not a link, or not
  /// one that is safe to open.
  package init?(_ text: String) {
    let trimmed = text.drop(while: \.isWhitespace)
    let end = trimmed.lastIndex { !$0.isWhitespace }.map(trimmed.index(after:)) ?? trimmed.endIndex
    let link = trimmed[..<end]
    guard let colon = link.firstIndex(of: ":") else { return nil }
    let scheme = link[..<colon].lowercased()
    let schemeSpecificPart = link[link.index(after: colon)...]
    // RFC 3986 2: none of these can occur in a URI, and invisible characters could hide the target.
    let isClean = link.unicodeScalars.allSatisfy {
      !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint && $0.value > 0x20
        && !(0x7F...0x9F).contains($0.value) && !"<>\"\\^`{|}".unicodeScalars.contains($0)
    }
    guard isClean else { return nil }
    if SafeLink.hostSchemes.contains(scheme) {
      guard schemeSpecificPart.hasPrefix("//"), let first = schemeSpecificPart.dropFirst(2).first,
        !"/?#:@".contains(first)
      else {
        return nil
      }
    } else if !SafeLink.addressSchemes.contains(scheme) || schemeSpecificPart.isEmpty {
      return nil
    } else if scheme == "mailto", !SafeLink.hasOnlyTextFields(mail: schemeSpecificPart.utf8) {
      return nil
    }
    target = String(link)
  }

  /// The header fields of RFC 6068 that only fill in the text of a message, which the user reads before
  /// sending it. Mail programs also understand others: `attach` attaches one of the user's files.
  private static let textFields = ["subject", "cc", "bcc", "body"]

  /// Returns whether a mail link contains only addresses and text. The check is as strict as RFC 6068,
  /// because the mail program may split the link differently. It compares bytes, because in a `String` a
  /// combining mark would hide the character before it.
  private static func hasOnlyTextFields(mail: Substring.UTF8View) -> Bool {
    func parts(_ text: Substring.UTF8View, at separator: Unicode.Scalar, maxSplits: Int = .max) -> [Substring
      .UTF8View]
    {
      text.split(separator: UInt8(ascii: separator), maxSplits: maxSplits, omittingEmptySubsequences: false)
    }
    func isClean(_ value: Substring.UTF8View, mayBreakLines: Bool = false) -> Bool {
      let lowercased = Substring(value).lowercased()
      return !value.contains { "?&=#".utf8.contains($0) }
        && (mayBreakLines || !["%0a", "%0d"].contains(where: lowercased.contains))
    }
    let sides = parts(mail, at: "?", maxSplits: 1)
    guard isClean(sides[0]) else { return false }
    guard sides.count > 1 else { return true }
    return parts(sides[1], at: "&").allSatisfy { field in
      let sides = parts(field, at: "=", maxSplits: 1)
      let name = Substring(sides[0]).lowercased()
      return sides.count == 2 && textFields.contains(name) && isClean(sides[1], mayBreakLines: name == "body")
    }
  }
}
