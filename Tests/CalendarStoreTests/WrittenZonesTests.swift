import CalendarModel
import Foundation
import ICalendar
import Testing

@testable import CalendarDocument
@testable import CalendarStore

/// VTIMEZONE definitions that are written for the system's zones.
@Suite struct WrittenZonesTests {
  private static let table = "/usr/share/zoneinfo/zone.tab"

  private struct NoZones: ZoneProvider {
    func zone(named identifier: String) -> Zone? { nil }
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: table), "the time zone database is not installed"),
    arguments: [1970, 2003, 2026])
  func everyZoneIsWrittenCorrectlyUntil2100(year: Int) throws {
    let names = SystemZones.shared.names
    #expect(names.count > 400)
    for name in names {
      let zone = try #require(SystemZones.shared.zone(named: name))
      let renamedZone = Zone(identifier: "/own/\(name)", rules: zone.rules)
      let text = try ICalendarText(
        ICalendarText.bytes(ofNewLines: ZoneWriter(renamedZone, fromYearBefore: year).lines))
      var problems = ProblemCollector()
      var zones = DocumentZones(text: text, systemZones: NoZones())
      let readZone = try #require(
        zones.zone(named: renamedZone.identifier, in: text, problems: &problems), "\(name)")
      let start = WallTime(try #require(Day(year: year, month: 1, day: 1))).seconds
      let end = WallTime(try #require(Day(year: 2100, month: 1, day: 1))).seconds
      // Every 61 hours: at a different hour of the day each time, and never on the hour.
      let seconds = stride(from: start + 1_234, to: end, by: 61 * 3_600)
      let firstDifference = seconds.first { second in
        let moment = Instant(seconds: second)
        return readZone.rules.offset(at: moment) != zone.rules.offset(at: moment)
      }
      let differingTime = firstDifference.map { WallTime(seconds: $0).description } ?? ""
      #expect(firstDifference == nil, "\(name) differs at \(differingTime)")
    }
  }

  private static let typelibs = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map {
    "/usr/lib/\($0)/girepository-1.0/ICalGLib-3.0.typelib"
  }

  /// Compares the offsets that libical reads from the written definitions with those of Python's zoneinfo.
  @Test(
    .enabled(
      if: typelibs.contains { FileManager.default.fileExists(atPath: $0) }
        && FileManager.default.fileExists(atPath: table), "gir1.2-ical-3.0 or tzdata is not installed"))
  func libicalReadsWrittenZonesCorrectly() throws {
    let lines = try SystemZones.shared.names.filter { $0 != "UTC" }.flatMap { name in
      ZoneWriter(try #require(SystemZones.shared.zone(named: name)), fromYearBefore: 1990).lines
    }
    let folder = TemporaryFolder()
    let path = folder.path("zones.ics")
    try Data(ICalendarText.bytes(ofNewLines: lines)).write(to: URL(fileURLWithPath: path))
    let process = Process()
    // Only Debian's own Python finds the libraries that Debian installs.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    process.arguments = [
      tests.appendingPathComponent("Differential/written-zones.py").path, path, "1990", "2100",
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(output)")
    #expect(output.hasSuffix(" zones compared\n"))
  }
}
