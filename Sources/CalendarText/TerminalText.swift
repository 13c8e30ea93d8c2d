/// Text for a terminal, which would carry out the control characters of text from a file: these can change the title
/// of its window, write to the clipboard and overwrite what was printed before.
package enum TerminalText {
  /// Returns text without control characters (C0, DEL and C1) other than line breaks and tabs. U+FFFD takes the place of
  /// each one.
  package static func lines(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.replacing("\r\n", with: "\n").unicodeScalars.map { isControl($0) ? "\u{FFFD}" : $0 }))
  }

  /// Returns text on one line, and without control characters other than tabs.
  package static func line(_ text: String) -> String {
    lines(text.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  /// Whether a terminal might carry out a character.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
  }
}
