/// A SUMMARY split into a leading emoji, which is the event's icon, and the title after it.
///
/// As long as neither part changes, `summary` is exactly the original text, including the white space between
/// the parts.
package struct IconTitle: Hashable, Sendable {
  /// The emoji; nil if there is none. If this is nil and the title begins with an emoji, that emoji becomes
  /// the icon when the text is read again.
  package var icon: Character? { didSet { if oldValue == nil { updateGap() } } }
  /// The text after the icon.
  package var title: String { didSet { if title.isEmpty != oldValue.isEmpty { updateGap() } } }
  /// The white space between the icon and the title.
  private var gap: Substring

  /// Creates a title with an icon, separated by a space.
  package init(icon: Character?, title: String) {
    self.icon = icon
    self.title = title
    gap = ""
    updateGap()
  }

  package init(_ summary: String) {
    let hasIcon = summary.first?.isIcon ?? false
    let remainder = hasIcon ? summary.dropFirst() : summary[...]
    gap = hasIcon ? remainder.prefix(while: \.isWhitespace) : ""
    title = String(remainder.dropFirst(gap.count))
    icon = hasIcon ? summary.first : nil
  }

  /// The SUMMARY as written in the file.
  package var summary: String { icon.map { "\($0)\(gap)\(title)" } ?? title }

  private mutating func updateGap() { gap = title.isEmpty ? "" : " " }
}

extension Character {
  /// Whether the character is an emoji that is displayed as a picture, such as a face, a flag, a keycap or
  /// a family of several people.
  ///
  /// Digits, symbols such as © and the text forms of pictographs are not icons (UTS #51: a character without
  /// emoji presentation is a picture only if U+FE0F follows, and U+FE0E turns a character into text).
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
  /// Whether the scalar is a regional indicator, two of which form a flag.
  fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }
}
