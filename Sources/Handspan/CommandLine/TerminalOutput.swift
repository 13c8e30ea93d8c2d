import CalendarText
import Glibc

/// Everything that the program prints for people goes through here, because much of it comes from files.
enum TerminalOutput {
  /// Writes text to standard output.
  static func printLines(_ text: String) { print(TerminalText.lines(text)) }

  /// Writes text to standard output, on one line.
  static func printLine(_ text: String) { print(TerminalText.line(text)) }

  /// Writes text to standard error, on one line.
  static func printError(_ text: String) {
    // Flushes standard output first, to keep the order of the output if both streams have the same destination.
    fflush(nil)
    let bytes = Array("handspan: \(TerminalText.line(text))\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
