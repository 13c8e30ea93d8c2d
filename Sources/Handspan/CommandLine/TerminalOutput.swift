import CalendarText
import Glibc

/// Everything that the program prints for people goes through here, because much of it comes from files.
enum TerminalOutput {
  /// Writes text to standard output.
  static func printLines(_ text: String) {
    write([text], .kept)
    print()
  }

  /// Writes text to standard output, on one line.
  ///
  /// - Parameter parts: the parts of the line. They are not joined, because each of them may be long.
  static func printLine(_ parts: [String]) {
    write(parts, .replaced)
    print()
  }

  /// Writes text to standard output, on one line.
  static func printLine(_ text: String) { printLine([text]) }

  /// Writes parts of a text to standard output, one after the other, without a line break at the end.
  static func write(_ parts: [String], _ lineBreaks: TerminalText.LineBreaks) {
    var text = TerminalText(lineBreaks)
    for part in parts { text.append(part) }
    print(String(decoding: text.bytes, as: UTF8.self), terminator: "")
  }

  /// Writes text to standard error, on one line.
  static func printError(_ text: String) {
    // Flushes standard output first, to keep the order of the output if both streams have the same destination.
    fflush(nil)
    let bytes = Array("handspan: \(TerminalText.line(text))\n".utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
