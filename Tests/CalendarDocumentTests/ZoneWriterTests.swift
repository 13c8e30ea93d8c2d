import CalendarModel
import ICalendar
import Testing

@testable import CalendarDocument

/// Clocks that change eleven days later each year, which no recurrence rule can express.
private struct WanderingZone: ZoneRules {
  func offset(at instant: Instant) -> Int {
    let day = WallTime(seconds: instant.seconds).day
    let start = (Day(year: day.year, month: 1, day: 1) ?? .earliest).adding(days: day.year * 11 % 300)
    return (start..<start.adding(days: 30)).contains(day) ? 3600 : 0
  }
}

@Suite struct ZoneWriterTests {
  private func lines(_ zone: Zone, _ year: Int) -> [String] {
    ZoneWriter(zone, fromYearBefore: year).lines.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Compares the written definition with the zone at every fifth hour of the given number of years.
  private func expectSameOffsets(_ zone: Zone, from year: Int, years: Int) throws {
    let renamedZone = Zone(identifier: "/own/\(zone.identifier)", rules: zone.rules)
    let text = try ICalendarText(
      ICalendarText.bytes(ofNewLines: ZoneWriter(renamedZone, fromYearBefore: year).lines))
    var problems = ProblemCollector()
    var zones = DocumentZones(text: text, systemZones: NoZones())
    let readZone = try #require(zones.zone(named: renamedZone.identifier, in: text, problems: &problems))
    #expect(problems.listedProblems.isEmpty)
    let first = WallTime(Day(year: year, month: 1, day: 1) ?? .earliest).seconds
    for hour in stride(from: 0, to: years * 366 * 24, by: 5) {
      let instant = Instant(seconds: first + hour * 3600)
      guard readZone.rules.offset(at: instant) != zone.rules.offset(at: instant) else { continue }
      Issue.record("\(zone.identifier) differs \(hour) hours into \(year)")
      return
    }
  }

  private struct NoZones: ZoneProvider {
    func zone(named identifier: String) -> Zone? { nil }
  }

  @Test func zonesWhoseNamesDifferOnlyInTheirBytesAreDifferent() throws {
    let zones = [("Zone \u{E9}", 3_600), ("Zone e\u{301}", -18_000)].map { name, offset in
      Zone(identifier: name, rules: FixedOffset(seconds: offset))
    }
    #expect(zones[0] != zones[1])
    let lines = zones.flatMap { ZoneWriter($0, fromYearBefore: 2026).lines }
    let text = try ICalendarText(ICalendarText.bytes(ofNewLines: lines))
    var problems = ProblemCollector()
    var readZones = DocumentZones(text: text, systemZones: NoZones())
    for zone in zones {
      let readZone = try #require(readZones.zone(named: zone.identifier, in: text, problems: &problems))
      #expect(
        readZone == zone
          && readZone.rules.offset(at: Instant(seconds: 0)) == zone.rules.offset(at: Instant(seconds: 0)))
    }
  }

  @Test func regularChangesAreWrittenAsARule() throws {
    let berlin = try #require(TestZones().zone(named: "Europe/Berlin"))
    #expect(
      lines(berlin, 2026) == [
        "BEGIN:VTIMEZONE", "TZID:Europe/Berlin", "BEGIN:DAYLIGHT", "DTSTART:20250330T020000",
        "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "END:DAYLIGHT",
        "BEGIN:STANDARD", "DTSTART:20251026T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100",
        "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "END:STANDARD", "END:VTIMEZONE",
      ])
    try expectSameOffsets(berlin, from: 2026, years: 30)
  }

  @Test func constantOffsetIsWrittenAsOneObservance() throws {
    let india = Zone(identifier: "India", rules: FixedOffset(seconds: 19_800))
    #expect(lines(india, 2026).count == 8)
    #expect(lines(india, 2026).contains("TZOFFSETTO:+0530"))
    try expectSameOffsets(india, from: 2026, years: 2)
    try expectSameOffsets(Zone(identifier: "Odd", rules: FixedOffset(seconds: -2_671)), from: 1880, years: 2)
  }

  @Test func irregularChangesAreListed() throws {
    let zone = Zone(identifier: "Wandering", rules: WanderingZone())
    #expect(lines(zone, 2026).contains { $0.hasPrefix("RDATE:") })
    #expect(!lines(zone, 2026).contains { $0.hasPrefix("RRULE:") })
    // Some programs read only the first date of a line.
    #expect(!lines(zone, 2026).contains { $0.contains(",") })
    try expectSameOffsets(zone, from: 2026, years: 8)
  }

  /// A reform introduces a yearly rule, as in the United States in 2007. The irregular changes before the
  /// reform are listed in the definition.
  @Test func irregularChangesAreListedBeforeARegularRule() throws {
    struct Reform: ZoneRules {
      func offset(at instant: Instant) -> Int {
        let day = WallTime(seconds: instant.seconds).day
        let start = Day(year: day.year, month: 4, day: day.year < 2040 ? day.year % 20 + 1 : 7) ?? .earliest
        return (start..<start.adding(days: 100)).contains(day) ? 3600 : 0
      }
      var regularSince: Instant? {
        Day(year: 2040, month: 1, day: 1).map { Instant(seconds: WallTime($0).seconds) }
      }
    }
    let zone = Zone(identifier: "Reform", rules: Reform())
    let written = lines(zone, 2003)
    #expect(written.contains("RRULE:FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=7"))
    #expect(written.contains("RDATE:20100411T000000"))
    try expectSameOffsets(zone, from: 2003, years: 95)
  }

  @Test(arguments: [1, 2, 1600, 9998, 9999])
  func definitionForAnExtremeYearIsWritten(year: Int) throws {
    let berlin = try #require(TestZones().zone(named: "Europe/Berlin"))
    #expect(lines(berlin, year).last == "END:VTIMEZONE")
  }
}
