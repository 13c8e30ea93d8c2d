import CalendarText

/// What is printed has no control characters other than line breaks and tabs, and everything else unchanged.
enum TerminalTarget {
  static func check(_ bytes: [UInt8]) throws(Violation) {
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = TerminalText.lines(text)
    let line = TerminalText.line(text)
    for scalar in lines.unicodeScalars + line.unicodeScalars {
      try require(
        scalar == "\n" || scalar == "\t"
          || !(0..<0x20).contains(scalar.value)
            && !(0x7F..<0xA0).contains(scalar.value),
        "U+\(String(scalar.value, radix: 16)) is printed")
    }
    try require(!line.unicodeScalars.contains("\n"), "there is a line break in a line")
    try require(Array(TerminalText.lines(lines).utf8) == Array(lines.utf8), "lines are not idempotent")
    try require(Array(TerminalText.line(line).utf8) == Array(line.utf8), "a line is not idempotent")
    func remaining(_ text: String) -> [Unicode.Scalar] {
      text.unicodeScalars.filter {
        $0.properties.generalCategory != .control && $0 != "\u{FFFD}" && $0 != " " && $0 != "\u{2028}"
          && $0 != "\u{2029}"
      }
    }
    try require(remaining(lines) == remaining(text), "lines do not have the same characters")
    try require(remaining(line) == remaining(text), "a line does not have the same characters")
  }
}
