/// Text for a terminal, which would carry out the control characters of text from a file: these can change the title
/// of its window, write to the clipboard and overwrite what was printed before.
///
/// The text is read byte by byte, because a file may contain hundreds of megabytes of it. Texts that are appended one
/// after the other need not be joined first.
package struct TerminalText {
  /// What becomes of line breaks.
  package enum LineBreaks: Sendable {
    case kept
    /// They are replaced by spaces, or left out at the start and the end.
    case replaced
  }

  /// The text so far, as UTF-8.
  package private(set) var bytes: [UInt8] = []
  private let lineBreaks: LineBreaks
  /// Whether a line break was read, which becomes a space if more text follows.
  private var isLineBreakPending = false

  package init(_ lineBreaks: LineBreaks) { self.lineBreaks = lineBreaks }

  /// Returns text without control characters (C0, DEL and C1) other than line breaks and tabs. U+FFFD takes the place of
  /// each one.
  package static func lines(_ text: String) -> String { cleaned(text, .kept) }

  /// Returns text on one line, and without control characters other than tabs.
  package static func line(_ text: String) -> String { cleaned(text, .replaced) }

  private static func cleaned(_ text: String, _ lineBreaks: LineBreaks) -> String {
    var result = TerminalText(lineBreaks)
    result.append(text)
    return String(decoding: result.bytes, as: UTF8.self)
  }

  /// Appends text, with its control characters replaced.
  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  private mutating func append(_ utf8: UnsafeBufferPointer<UInt8>) {
    var position = 0
    while position < utf8.count {
      let start = position
      while position < utf8.count, !TerminalText.mayBeSpecial(utf8[position]) { position += 1 }
      appendVisible(utf8[start..<position])
      guard position < utf8.count else { return }
      let special = TerminalText.special(in: utf8, at: position)
      switch special.kind {
      case .text: appendVisible(utf8[position..<position + special.length])
      case .control: appendVisible(TerminalText.replacement)
      case .lineBreak where lineBreaks == .replaced: isLineBreakPending = true
      // Only a line feed is a line break for every terminal.
      case .lineBreak where special.isLineFeed: bytes.append(UInt8(ascii: "\n"))
      case .lineBreak where special.isControl: appendVisible(TerminalText.replacement)
      case .lineBreak: appendVisible(utf8[position..<position + special.length])
      }
      position += special.length
    }
  }

  private mutating func appendVisible(_ visible: some Collection<UInt8>) {
    guard !visible.isEmpty else { return }
    if isLineBreakPending, !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
    isLineBreakPending = false
    bytes.append(contentsOf: visible)
  }

  /// U+FFFD.
  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

  /// Whether a control character or a line separator may begin with a byte.
  private static func mayBeSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 ? byte != 0x09 : byte == 0x7F || byte == 0xC2 || byte == 0xE2
  }

  private struct Special {
    enum Kind { case text, control, lineBreak }

    var kind: Kind
    var length: Int
    var isLineFeed = false
    /// Whether a line break is a control character.
    var isControl = false
  }

  /// Returns what a byte that `mayBeSpecial` begins.
  private static func special(in utf8: UnsafeBufferPointer<UInt8>, at position: Int) -> Special {
    func byte(_ offset: Int) -> UInt8 { position + offset < utf8.count ? utf8[position + offset] : 0 }
    switch byte(0) {
    case 0x0D where byte(1) == 0x0A: return Special(kind: .lineBreak, length: 2, isLineFeed: true)
    case 0x0A: return Special(kind: .lineBreak, length: 1, isLineFeed: true)
    case 0x0B...0x0D: return Special(kind: .lineBreak, length: 1, isControl: true)
    case 0x00..<0x20, 0x7F: return Special(kind: .control, length: 1)
    // U+0080 to U+009F, of which U+0085 is a line break.
    case 0xC2 where byte(1) == 0x85: return Special(kind: .lineBreak, length: 2, isControl: true)
    case 0xC2 where byte(1) < 0xA0: return Special(kind: .control, length: 2)
    // U+2028 and U+2029.
    case 0xE2 where byte(1) == 0x80 && (0xA8...0xA9).contains(byte(2)):
      return Special(kind: .lineBreak, length: 3)
    default: return Special(kind: .text, length: 1)
    }
  }
}
