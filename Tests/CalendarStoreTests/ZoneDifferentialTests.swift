import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// Compares every zone of the database with Python's zoneinfo (Tests/Differential/zones.py).
@Suite struct ZoneDifferentialTests {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Differential/zones.py").path
  private static let systemFolder = "/usr/share/zoneinfo"

  /// Compares the installed files, and those that zic compiles from the same source: with all changes up to 2037 and a
  /// rule at the end (fat), or with as few changes as possible (slim).
  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: systemFolder + "/tzdata.zi"), "tzdata is not installed"),
    arguments: ["", "fat", "slim"])
  func everyZoneAgreesWithPython(form: String) throws {
    let temporaryFolder = TemporaryFolder()
    var folder = Self.systemFolder
    if !form.isEmpty {
      folder = temporaryFolder.path("zoneinfo")
      _ = try run(["zic", "-b", form, "-d", folder, Self.systemFolder + "/tzdata.zi"])
    }
    let database = ZoneDatabase(folder: folder)
    let range = try instant(1900)..<instant(2101)
    let lines = try run([Self.script, folder, "1900", "2101"]).split(separator: "\n")
    #expect(lines.count > 400)
    for line in lines {
      let name = String(line.prefix { $0 != "|" })
      let zone = try #require(database.zone(named: name), "\(name) was not found")
      let rules = SystemZoneRules(zone)
      let (initial, changes) = rules.transitions(in: range)
      let ours = [name, "\(initial)"] + changes.map { "\($0.seconds):\($0.offset)" }
      let expected = line.split(separator: "|").map(String.init)
      #expect(ours == expected, "\(name) differs: \(ours.difference(from: expected).prefix(4))")
      // The lookup agrees with the list of changes.
      for change in changes {
        #expect(rules.offset(at: Instant(seconds: change.seconds)) == change.offset)
        #expect(rules.offset(at: Instant(seconds: change.seconds - 1)) != change.offset)
      }
    }
  }

  private func instant(_ year: Int) throws -> Instant {
    Instant(seconds: WallTime(try #require(Day(year: year, month: 1, day: 1))).seconds)
  }

  /// Runs a command and returns its output. The sbin folders, where zic may be, are searched as well.
  private func run(_ command: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    var environment = ProcessInfo.processInfo.environment
    environment["PATH", default: "/usr/bin:/bin"] += ":/usr/sbin:/sbin"
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(command) failed")
    return String(decoding: output, as: UTF8.self)
  }
}
