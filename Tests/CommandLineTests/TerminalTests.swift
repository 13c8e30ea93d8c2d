import Foundation
import Testing

/// What the program prints if a file contains text that a terminal or a shell would interpret.
@Suite(.enabled(if: hasZones, "the time zone database (tzdata) is not installed")) struct TerminalTests {
  private let program: Program
  /// Sequences that set the window title, write to the clipboard, erase the screen (twice) and ring the bell.
  private static let sequences = "\u{1B}]0;a\u{07}\u{1B}]52;c;YQ==\u{1B}\\\u{1B}[2J\u{9B}2J\u{85}\u{7F}\u{08}"

  init() throws { program = try Program() }

  private func event(_ uid: String, _ lines: String...) -> [String] {
    ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN", "BEGIN:VEVENT", "UID:\(uid)"]
      + ["DTSTAMP:20250101T000000Z", "DTSTART;TZID=Europe/Berlin:20260303T140000"] + lines
      + ["END:VEVENT", "END:VCALENDAR"]
  }

  private func controlCharacters(in text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t" }
  }

  @Test func nothingThatIsPrintedContainsControlCharacters() throws {
    let hostile = Self.sequences
    try FileManager.default.createDirectory(
      atPath: "\(program.folder)/home", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: "\(program.folder)/.config/glib-2.0/settings", withIntermediateDirectories: true)
    try Data("Home \(hostile)".utf8).write(to: URL(fileURLWithPath: "\(program.folder)/home/displayname"))
    try Data("[org/handspan/Handspan]\nlast-opened=['\(program.folder)/home']\n".utf8).write(
      to: URL(fileURLWithPath: "\(program.folder)/.config/glib-2.0/settings/keyfile"))
    try program.write(
      event(
        "one", "DURATION:PT1H", "SUMMARY:Walk\(hostile)", "LOCATION:Park\(hostile)",
        "DESCRIPTION:First\\nsecond\(hostile)"), to: "home/one.ics")
    try program.write(
      event("two\(hostile)", "DURATION:PT1H", "RRULE:FREQ=\(hostile)", "SUMMARY:b"), to: "home/two.ics")
    try program.write(event("two\(hostile)", "DURATION:PT1H", "SUMMARY:b"), to: "home/three.ics")
    let days = ["--from", "2026-03-01", "--to", "2026-03-05"]
    for arguments in [
      ["list", "home"] + days, ["list", "home", "--json"] + days, ["show", "home", "one"],
      ["show", "home", "one", "--json"], ["search", "home", "walk"], ["search", "home", "walk", "--json"],
      ["calendars"], ["calendars", "--json"], ["check", "home"], ["show", "home", "none\(hostile)"],
      ["list", "none\(hostile)"] + days, ["list", "home", "--from", hostile, "--to", "2026-03-05"],
      ["--\(hostile)"], ["move", "home", "one", "--by", "30"], ["delete", "home", "one"],
    ] {
      let outcome = try program.run(arguments: arguments, with: ["GSETTINGS_BACKEND": "keyfile"])
      #expect(!(outcome.output + outcome.errors).isEmpty, "\(arguments)")
      let controls = controlCharacters(in: outcome.output + outcome.errors)
      #expect(controls.isEmpty, "\(arguments): \(controls)")
    }
  }

  @Test func jsonKeepsControlCharactersInEscapedForm() throws {
    let title = "a\u{01}\u{1B}\u{7F}\u{80}\u{9B}\u{9F}z"
    try program.write(event("one", "DURATION:PT1H", "SUMMARY:\(title)"), to: "work.ics")
    struct Row: Decodable { var summary: String }
    let output = try program.run(
      "list", "work.ics", "--from", "2026-03-01", "--to", "2026-03-05", "--json"
    ).output
    #expect(output.contains(#"a\u0001\u001b\u007f\u0080\u009b\u009fz"#), "\(output)")
    #expect(try JSONDecoder().decode([Row].self, from: Data(output.utf8)).map(\.summary) == [title])
  }

  /// Writes the two files of an interrupted split, and returns the command that `check` proposes.
  private func proposedCommand(uid: String, file: String) throws -> String? {
    try FileManager.default.createDirectory(
      atPath: "\(program.folder)/home", withIntermediateDirectories: true)
    try program.write(event(uid, "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=4"), to: "home/\(file)")
    let laterPart = event(
      "new", "DURATION:PT2H", "RRULE:FREQ=WEEKLY;COUNT=2", "RELATED-TO;RELTYPE=SIBLING:\(uid)",
      "X-HANDSPAN-SPLIT-AFTER:2"
    ).map { $0.replacing("20260303T140000", with: "20260317T140000") }
    try program.write(laterPart, to: "home/new.ics")
    let plainUID = uid.replacing(#"\;"#, with: ";").replacing(#"\\"#, with: #"\"#)
    try program.recordSplit(of: plainUID, into: "new", in: "home")
    let output = try program.run("check", "home").output
    #expect(output.contains("2026-03-17"), "\(output)")
    return output.firstRange(of: "handspan delete ").map { range in
      String(output[range.lowerBound...].prefix { $0 != "\n" })
    }
  }

  @Test(arguments: [
    (#"x'\; touch PWNED #"#, "old.ics"), (#"$(touch PWNED)`touch PWNED`"#, "old.ics"),
    ("--force", "old.ics"), ("x", "it's $(touch PWNED)\\; touch PWNED.ics"), (#"'"\\\\' "#, "old.ics"),
    ("x'\u{301}\\; touch PWNED #", "old.ics"),
  ])
  func proposedCommandIsQuotedForTheShell(uid: String, file: String) throws {
    let command = try #require(try proposedCommand(uid: uid, file: file))
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", command]
    shell.currentDirectoryURL = URL(fileURLWithPath: program.folder)
    shell.environment = [
      "PATH": Program.url.deletingLastPathComponent().path + ":/usr/bin:/bin", "TZ": "Europe/Berlin",
      "HOME": program.folder,
      "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
    ]
    try shell.run()
    shell.waitUntilExit()
    #expect(!FileManager.default.fileExists(atPath: "\(program.folder)/PWNED"), "\(command)")
    #expect(shell.terminationStatus == 0, "\(command)")
    #expect(try program.run("check", "home") == Outcome(output: "", errors: "", status: 0))
  }

  @Test func noCommandIsProposedIfATerminalCouldNotShowIt() throws {
    #expect(try proposedCommand(uid: "one\u{1B}[2J", file: "old.ics") == nil)
  }
}
