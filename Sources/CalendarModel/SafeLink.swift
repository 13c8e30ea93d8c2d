/// A link of a kind that may be opened from a calendar: the web, mail or a telephone. Everything else a file may name –
/// programs, files, scripts – stays text.
public struct SafeLink: Hashable, Sendable {
  /// Where it leads, in full, to be shown before it is opened.
  public let target: String

  /// Schemes whose links name a host, and those whose links name somebody.
  private static let (hosted, direct) = (["http", "https"], ["mailto", "tel"])

  /// The link that a text is as a whole; nil if it is none, or none that may be opened.
  public init?(_ text: String) {
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
    }
    target = String(link)
  }
}
