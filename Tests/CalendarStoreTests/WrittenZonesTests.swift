import CalendarModel
import Foundation
import ICalendar
import Testing

@testable import CalendarDocument
@testable import CalendarStore

/// The system's zones as a new event's file defines them.
@Suite struct WrittenZonesTests {
  private static let table = "/usr/share/zoneinfo/zone1970.tab"

  private struct NoZones: ZoneProvider {
    func zone(named identifier: String) -> Zone? { nil }
  }

  /// The names of the world's zones, in alphabetical order.
  private func names() throws -> [String] {
    let lines = try String(contentsOfFile: Self.table, encoding: .utf8).split(separator: "\n")
    return lines.filter { !$0.hasPrefix("#") }.compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      return columns.count > 2 ? String(columns[2]) : nil
    }.sorted()
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: table), "the time zone database is not installed"),
    arguments: [1996, 2026])
  func everyZoneIsDefinedAsItIs(year: Int) throws {
    let names = try names()
    #expect(names.count > 250)
    for name in names {
      let zone = try #require(SystemZones.shared.zone(named: name))
      let own = Zone(identifier: "/own/\(name)", rules: zone.rules)
      let text = try ICalendarText(ICalendarText.bytes(ofNew: ZoneWriter(own, around: year).lines))
      var problems = ProblemCollector()
      var zones = DocumentZones(text: text, system: NoZones())
      let read = try #require(zones.zone(named: own.identifier, in: text, problems: &problems), "\(name)")
      let first = WallTime(try #require(Day(year: year, month: 1, day: 1))).seconds
      // Every 61st hour for 26 years, which is another hour of the day each time, at odd minutes.
      let seconds = stride(from: first + 1_234, to: first + 26 * 31_557_600, by: 61 * 3_600)
      let differing = seconds.first { second in
        let moment = Instant(seconds: second)
        return read.rules.offset(at: moment) != zone.rules.offset(at: moment)
      }
      let shown = differing.map { WallTime(seconds: $0).description } ?? ""
      #expect(differing == nil, "\(name) differs at \(shown)")
    }
  }
}
