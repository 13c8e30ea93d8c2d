import Foundation
import Testing

private let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("scripts")
private let canCompile = FileManager.default.isExecutableFile(atPath: "/usr/bin/msgfmt")
/// The only locale that nearly every system has. Since glibc 2.39, nothing is translated in this locale, regardless
/// of LANGUAGE.
private let plainLocale = "/usr/lib/locale/C.utf8"

/// The output of commands in the user's language. No German locale has to be installed: the tests use a copy of the
/// plain locale under the name `de_DE`.
@Suite(
  .enabled(if: hasZones && canCompile, "the time zone database or gettext is not installed"),
  .enabled(if: FileManager.default.fileExists(atPath: plainLocale), "there is no C.utf8"))
struct TranslationTests {
  private let program: Program
  private let german: [String: String]

  init() throws {
    program = try Program()
    try program.write(week, to: "week.ics")
    let locales = program.folder + "/locale"
    let compiler = try Process.run(
      scripts.appendingPathComponent("locales"), arguments: [locales])
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    let systemLocales = program.folder + "/de"
    try FileManager.default.createDirectory(atPath: systemLocales, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: plainLocale, toPath: systemLocales + "/de_DE.utf8")
    german = ["LOCPATH": systemLocales, "LC_ALL": "de_DE.UTF-8", "HANDSPAN_LOCALE_DIR": locales]
  }

  @Test func listNamesDaysInTheUserLanguage() throws {
    let outcome = try program.run(
      arguments: ["list", "week.ics", "--from", "2026-01-05", "--to", "2026-01-06"], with: german)
    #expect(outcome.output.hasPrefix("Montag, 5. Januar 2026\n"), "\(outcome.output)")
    #expect(outcome.output.contains("Ganztägig") && outcome.output.contains("Standup"))
  }

  @Test func moveIsConfirmedInTheUserLanguage() throws {
    let outcome = try program.run(
      arguments: ["move", "week.ics", "standup", "--by", "60"], with: german)
    #expect(outcome.output.contains("Montag, 5. Januar 2026"), "\(outcome)")
    #expect(outcome.output.contains("15 Minuten"))
  }

  @Test(arguments: [
    (["move", "week.ics", "nobody", "--by", "60"], "Es gibt keinen Termin"),
    (["move", "week.ics", "standup"], "Geben Sie entweder --to START oder --by MINUTES an."),
    (["stretch", "week.ics", "standup"], "Geben Sie --start START, --end END oder beides an."),
    (["stretch", "week.ics", "fair", "--end", "2026-01-07T09:00"], "Dieser Termin ist ganztägig"),
    (["list", "week.ics", "--from", "2026-01-06", "--to", "2026-01-05"], "liegt nicht nach --from"),
    (["check", "nowhere.ics"], "wurde nicht gefunden"),
  ])
  func errorsAreReportedInTheUserLanguage(arguments: [String], words: String) throws {
    let outcome = try program.run(arguments: arguments, with: german)
    #expect(outcome.errors.contains(words), "\(outcome)")
    #expect(outcome.status != 0)
  }

  @Test func jsonIsTheSameInEveryLanguage() throws {
    let arguments = ["list", "week.ics", "--from", "2026-01-05", "--to", "2026-01-07", "--json"]
    #expect(
      try program.run(arguments: arguments, with: german) == program.run(arguments: arguments))
  }
}
