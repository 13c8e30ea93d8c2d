/// A SUMMARY split into the emoji at its front, which is the event's icon, and the title after it.
///
/// Unchanged parts join to exactly the original text, whatever separated them.
package struct IconTitle: Hashable, Sendable {
  /// One emoji; nil for none. Without it, an emoji at the front of the title is the icon when the text is read again.
  package var icon: Character? { didSet { if oldValue == nil { separate() } } }
  /// What is to be read beside it.
  package var title: String { didSet { if title.isEmpty != oldValue.isEmpty { separate() } } }
  /// The blanks between the two.
  private var gap: Substring

  /// An icon and a title, with a blank between them.
  package init(icon: Character?, title: String) {
    self.icon = icon
    self.title = title
    gap = ""
    separate()
  }

  package init(_ summary: String) {
    let hasIcon = summary.first?.isIcon ?? false
    let rest = hasIcon ? summary.dropFirst() : summary[...]
    gap = hasIcon ? rest.prefix(while: \.isWhitespace) : ""
    title = String(rest.dropFirst(gap.count))
    icon = hasIcon ? summary.first : nil
  }

  /// The text that a file holds.
  package var summary: String { icon.map { "\($0)\(gap)\(title)" } ?? title }

  private mutating func separate() { gap = title.isEmpty ? "" : " " }
}

extension Character {
  /// Whether it is one emoji, shown as a picture: a face, a flag, a keycap, a family of several.
  ///
  /// Digits, signs such as © and the plain text forms of pictographs are none (UTS #51: what has no emoji presentation
  /// of its own needs U+FE0F to be a picture, and U+FE0E takes it away).
  package var isIcon: Bool {
    guard let first = unicodeScalars.first, first.properties.isEmoji else { return false }
    let marks = unicodeScalars.dropFirst()
    if first.isRegionalIndicator { return marks.contains(where: \.isRegionalIndicator) }
    if first.isASCII { return marks.contains("\u{20E3}") }
    guard let next = marks.first else { return first.properties.isEmojiPresentation }
    guard next != "\u{FE0E}" else { return false }
    return first.properties.isEmojiPresentation || next == "\u{FE0F}" || next.properties.isEmojiModifier
  }
}

extension Unicode.Scalar {
  /// Whether it is half of a flag.
  fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }
}
