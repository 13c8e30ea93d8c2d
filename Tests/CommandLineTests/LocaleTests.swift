import Foundation
import Testing

private let canMakeLocales =
  FileManager.default.isExecutableFile(atPath: "/usr/bin/localedef")
  && FileManager.default.fileExists(atPath: "/usr/share/i18n/locales/fr_FR")

/// Dates in languages without a translation. The tests make the locales, because they may not be installed on
/// the system.
@Suite(.enabled(if: hasZones && canMakeLocales, "localedef or the sources of locales are not installed"))
struct LocaleTests {
  @Test(arguments: [
    ("en_US", "Monday, January 5, 2026"), ("en_GB", "Monday, 5 January 2026"),
    ("fr_FR", "lundi 5 janvier 2026"), ("sv_SE", "måndag 5 januari 2026"), ("ja_JP", "2026年1月5日(月)"),
    ("hu_HU", "2026. január 5., hétfő"),
  ])
  func listNamesDaysAsTheLocaleDoes(locale: String, day: String) throws {
    #expect(try list(in: locale).hasPrefix(day + "\n"))
  }

  /// The expected names come from the system's `date` command.
  @Test(arguments: ["fr_FR", "sv_SE", "nl_NL", "it_IT", "ru_RU", "tr_TR", "pt_BR", "da_DK"])
  func namesAreThoseOfTheSystem(locale: String) throws {
    let locales = try makeLocale(locale)
    let date = Process()
    date.executableURL = URL(fileURLWithPath: "/usr/bin/date")
    date.arguments = ["-d", "2026-01-05", "+%A %-d %B %Y"]
    date.environment = ["LOCPATH": locales, "LC_ALL": locale + ".UTF-8"]
    let pipe = Pipe()
    date.standardOutput = pipe
    try date.run()
    let expected = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    date.waitUntilExit()
    try #require(expected.contains("2026"))
    #expect(try list(in: locale).hasPrefix(expected))
  }

  /// In Egypt, Thursday, January 8, is in the same work week as Sunday, January 4.
  @Test(arguments: [("ar_EG", true), ("en_GB", false)])
  func workWeekLeavesOutTheWeekendOfTheLocale(locale: String, beginsOnSunday: Bool) throws {
    let pictures = try ["2026-01-04", "2026-01-08"].map { date in
      _ = try program.run(
        arguments: ["render", "week.ics", "--date", date, "--view", "workweek", "-o", "\(date).png"],
        with: environment(locale))
      return try Data(contentsOf: URL(fileURLWithPath: "\(program.folder)/\(date).png"))
    }
    #expect((pictures[0] == pictures[1]) == beginsOnSunday)
  }

  private let program: Program

  init() throws {
    program = try Program()
    try program.write(week, to: "week.ics")
  }

  private func list(in locale: String) throws -> String {
    try program.run(
      arguments: ["list", "week.ics", "--from", "2026-01-05", "--to", "2026-01-06"],
      with: environment(locale)
    ).output
  }

  /// Returns the environment variables that select a locale without translations.
  private func environment(_ locale: String) throws -> [String: String] {
    ["LOCPATH": try makeLocale(locale), "LC_ALL": locale + ".UTF-8", "HANDSPAN_LOCALE_DIR": program.folder]
  }

  /// Makes a locale unless it exists, and returns the folder that contains it.
  private func makeLocale(_ locale: String) throws -> String {
    let folder = program.folder + "/locales"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard !FileManager.default.fileExists(atPath: "\(folder)/\(locale).UTF-8") else { return folder }
    let localedef = try Process.run(
      URL(fileURLWithPath: "/usr/bin/localedef"),
      arguments: ["-i", locale, "-f", "UTF-8", "\(folder)/\(locale).UTF-8"])
    localedef.waitUntilExit()
    try #require(localedef.terminationStatus <= 1)
    return folder
  }
}
