import CalendarModel
import Foundation
import TestExtent
import Testing

@Suite struct ShellWordTests {
  /// Returns the words as the shell reads them.
  private func words(in command: String) throws -> [String] {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "printf '%s\\n' \(command)"]
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map(String.init)
  }

  @Test func shellReadsTheText() throws {
    var random = SeededRandom(seed: TestExtent.seed(15))
    let texts = (0..<300).map { _ in random.text(of: "''\\\"$`(;#&|*~!-= ") }
    let command = texts.compactMap(ShellWord.quoted).joined(separator: " ")
    let words = try words(in: command)
    #expect(words.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
  }

  @Test(arguments: ["\n", "a\tb", "\u{1B}[2J", "\u{9B}"])
  func textWithControlCharactersIsNotQuoted(text: String) { #expect(ShellWord.quoted(text) == nil) }
}
