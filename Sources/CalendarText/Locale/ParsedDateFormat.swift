/// The date part of a `strftime` format, which may also contain a time.
struct ParsedDateFormat {
  private(set) var pattern = DatePattern(parts: [])
  /// Whether the month is a name, not a number.
  private(set) var namesMonth = false

  /// Returns nil if the day, the month or the year is missing, or if a part of the date occurs twice.
  init?(_ format: String) {
    var text = ""
    // Whether the format contains a part of a time between the last field and the next one.
    var hasSkippedPart = false
    for token in ParsedDateFormat.tokens(format) {
      switch token {
      case .text(let character): text += character
      case .timePart: hasSkippedPart = true
      case .field(let field, let isName):
        guard !pattern.has(field) else { return nil }
        if !pattern.parts.isEmpty { pattern.parts.append(.text(hasSkippedPart ? " " : separator(text))) }
        pattern.parts.append(.field(field))
        if field == .month { namesMonth = isName }
        (text, hasSkippedPart) = ("", false)
      }
    }
    guard Set(pattern.fields).isSuperset(of: [.day, .month, .year]) else { return nil }
    let suffix = suffix(text)
    if !suffix.isEmpty { pattern.parts.append(.text(suffix)) }
  }

  /// Whether the date consists of numbers, each followed by a word: "%Y年%m月%d日".
  var isSpelledOut: Bool {
    guard !namesMonth, !pattern.has(.weekday), pattern.parts.count == 6 else { return false }
    return pattern.parts.allSatisfy { part in
      guard case .text(let text) = part else { return true }
      return text.first.map { $0.isLetter && !$0.isASCII } ?? false
    }
  }

  /// Returns the text between two fields. A period after the name of a month marks an abbreviation and is
  /// left out.
  private func separator(_ text: String) -> String {
    guard pattern.fields.last == .month, text.hasPrefix(".") else { return text }
    return String(text.dropFirst())
  }

  /// Returns the text that belongs to the last field, such as "日": a word, a period or a closing parenthesis.
  private func suffix(_ text: String) -> String {
    var text = text
    while let last = text.last, last == " " || last == "," || last == "،" { text.removeLast() }
    let isParenthesis =
      text == ")"
      && pattern.parts.contains { if case .text(let text) = $0 { text.contains("(") } else { false } }
    return text == "." || isParenthesis || text.contains(where: \.isLetter) ? text : ""
  }

  // MARK: Tokens

  private enum Token {
    case field(DatePattern.Field, isName: Bool)
    case text(String)
    /// A part of a time or a time zone.
    case timePart
  }

  private static func tokens(_ format: String) -> [Token] {
    var (tokens, remaining): ([Token], Substring) = ([], Substring(format))
    while let character = remaining.popFirst() {
      guard character == "%" else {
        if !isDirectionMark(character) { tokens.append(.text(String(character))) }
        continue
      }
      // Skip the flags for padding, and the modifiers for other calendars and digits.
      while let flag = remaining.first, "-_0^#EO".contains(flag) { remaining.removeFirst() }
      guard let conversion = remaining.popFirst() else { break }
      switch conversion {
      case "a", "A": tokens.append(.field(.weekday, isName: true))
      case "d", "e": tokens.append(.field(.day, isName: false))
      case "b", "B", "h": tokens.append(.field(.month, isName: true))
      case "m": tokens.append(.field(.month, isName: false))
      case "y", "Y": tokens.append(.field(.year, isName: false))
      default: tokens.append(.timePart)
      }
    }
    return tokens
  }

  /// Returns whether a character marks a text direction. Such marks are not needed, because a date is
  /// isolated where it is shown.
  private static func isDirectionMark(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy {
      (0x200E...0x200F).contains($0.value) || (0x202A...0x202E).contains($0.value)
    }
  }
}
