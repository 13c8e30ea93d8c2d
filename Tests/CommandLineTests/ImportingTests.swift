import Foundation
import Testing

@Suite(.enabled(if: hasZones, "the time zone database (tzdata) is not installed")) struct ImportingTests {
  private let program: Program

  init() throws {
    program = try Program()
    try program.write(week, to: "week.ics")
    try FileManager.default.createDirectory(
      atPath: program.folder + "/home", withIntermediateDirectories: true)
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: program.folder + "/home").sorted() }
  }

  private func listing(_ name: String) throws -> String {
    try program.run("list", name, "--from", "2026-01-01", "--to", "2026-02-01").output
  }

  @Test func importedAndExportedEventsAreTheSame() throws {
    let outcome = try program.run("import", "week.ics", "--into", "home")
    #expect(outcome.status == 0 && outcome.output.hasSuffix(" are new\n"))
    #expect(try listing("home") == listing("week.ics"))
    #expect(try program.run("export", "home", "--to", "out.ics").status == 0)
    #expect(try listing("out.ics") == listing("week.ics"))
    #expect(try program.run("check", "out.ics").status == 0)
  }

  @Test func secondImportChangesNothing() throws {
    _ = try program.run("import", "week.ics", "--into", "home")
    let originalNames = try names
    let secondImport = try program.run("import", "week.ics", "--into", "home", "--json")
    #expect(secondImport.output.hasPrefix("{\"new\": 0, \"updated\": 0, \"same\": "))
    #expect(try names == originalNames)
  }

  @Test func dryRunChangesNothing() throws {
    #expect(try program.run("import", "week.ics", "--into", "home", "--dry-run").status == 0)
    #expect(try names.isEmpty)
  }

  @Test func brokenFileChangesNothing() throws {
    try program.write(
      ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", "DTSTART:20260105T090000Z"], to: "truncated.ics")
    let outcome = try program.run("import", "week.ics", "truncated.ics", "--into", "home")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "handspan: truncated.ics: The end of the file is missing. Get the file again, and then import it.\n"
    )
    #expect(try names.isEmpty)
  }

  @Test func unknownEventIsNotExported() throws {
    let outcome = try program.run("export", "week.ics", "--uid", "nobody", "--to", "out.ics")
    #expect(outcome.status == 1)
    #expect(!FileManager.default.fileExists(atPath: program.folder + "/out.ics"))
  }

  @Test func calendarIsNotReplacedByItsOwnExport() throws {
    let originalBytes = try program.bytes("week.ics")
    #expect(try program.run("export", "week.ics", "--to", "week.ics").status == 1)
    #expect(try program.bytes("week.ics") == originalBytes)
  }
}
