import CalendarDocument
import CalendarModel
import Testing

@Suite struct FileZoneTests {
  /// Returns the zone that the given lines of a VTIMEZONE define.
  private func zone(
    _ definition: [String], identifier: String = "Custom", problemCount: Int = 0
  ) throws -> Zone {
    let document = try document(
      ["BEGIN:VTIMEZONE", "TZID:\(identifier)"] + definition + ["END:VTIMEZONE"] + [
        "BEGIN:VEVENT", "UID:1", "DTSTAMP:20250101T000000Z", "DTSTART;TZID=\(identifier):20260105T090000",
        "END:VEVENT",
      ])
    #expect(document.problems.count == problemCount)
    guard case .zoned(_, let zone) = try document.first.times.start else {
      throw MissingZone()
    }
    return zone
  }
  private struct MissingZone: Error {}

  private func observance(_ kind: String, _ from: String, _ to: String, _ lines: String...) -> [String] {
    ["BEGIN:\(kind)", "TZOFFSETFROM:\(from)", "TZOFFSETTO:\(to)"] + lines + ["END:\(kind)"]
  }

  private func berlin(spring: String, autumn: String) -> [String] {
    observance("DAYLIGHT", "+0100", "+0200", "DTSTART:19810329T020000", "RRULE:\(spring)")
      + observance("STANDARD", "+0200", "+0100", "DTSTART:19961027T030000", "RRULE:\(autumn)")
  }

  @Test(arguments: [
    ("FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"),
    ("FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3;WKST=MO;INTERVAL=1", "freq=yearly;bymonth=10;byday=-1su"),
    (
      "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=25,26,27,28,29,30,31;BYDAY=SU",
      "FREQ=MONTHLY;BYMONTH=10;BYMONTHDAY=-7,-6,-5,-4,-3,-2,-1;BYDAY=SU"
    ),
  ])
  func equivalentRulesGiveTheSameOffsets(spring: String, autumn: String) throws {
    let zone = try zone(berlin(spring: spring, autumn: autumn))
    let expected = TestZones.EuropeanUnion(standardOffset: 3600)
    // Every seventh hour of selected years, some of them centuries later, because the calendar repeats every 400 years.
    for year in [1997, 2026, 2027, 2399, 2400, 2401, 2800, 5000, 9998] {
      let start = WallTime(try #require(Day(year: year, month: 1, day: 1))).seconds
      for hour in stride(from: 0, to: 366 * 24, by: 7) {
        let instant = Instant(seconds: start + hour * 3600)
        #expect(zone.rules.offset(at: instant) == expected.offset(at: instant))
      }
    }
  }

  /// Rare rules, with the days on which they change the clocks in 2025, 2026 and 2028.
  @Test(arguments: [
    (
      "FREQ=YEARLY;BYMONTH=4;BYDAY=FR;BYMONTHDAY=5,6,7,8,9,10,11,12,13,14,15",
      ["2025-04-11", "2026-04-10", "2028-04-07"]
    ),
    ("FREQ=YEARLY;BYMONTH=3;BYDAY=SU;BYSETPOS=-1", ["2025-03-30", "2026-03-29", "2028-03-26"]),
    ("FREQ=YEARLY;BYYEARDAY=100", ["2025-04-10", "2026-04-10", "2028-04-09"]),
    ("FREQ=YEARLY;BYWEEKNO=13;BYDAY=SU", ["2025-03-30", "2026-03-29", "2028-04-02"]),
    ("FREQ=YEARLY;INTERVAL=2;BYMONTH=4;BYMONTHDAY=1", ["2026-04-01", "2028-04-01"]),
    ("FREQ=MONTHLY;INTERVAL=12;BYDAY=-1SU", ["2025-03-30", "2026-03-29", "2028-03-26"]),
  ])
  func rareRulesAreApplied(rule: String, expected: [String]) throws {
    let zone = try zone(
      observance("DAYLIGHT", "+0100", "+0200", "DTSTART:20000331T020000", "RRULE:\(rule)")
        + observance("STANDARD", "+0200", "+0100", "DTSTART:20001001T030000", "RRULE:FREQ=YEARLY"))
    for year in [2025, 2026, 2028] {
      let first = try #require(Day(year: year, month: 1, day: 1))
      let changes = (0..<270).map { first.adding(days: $0) }.filter { day in
        let (before, after) = (WallTime(day).seconds, WallTime(day.adding(days: 1)).seconds)
        return zone.rules.offset(at: Instant(seconds: before))
          < zone.rules.offset(at: Instant(seconds: after))
      }
      #expect(changes.map(\.description) == expected.filter { $0.hasPrefix("\(year)") })
    }
  }

  @Test func offsetBeforeTheFirstChangeIsItsTZOFFSETFROM() throws {
    let zone = try zone(observance("STANDARD", "+0053", "+0100", "DTSTART:18930401T000000"))
    #expect(zone.rules.offset(at: Instant(seconds: -5_000_000_000)) == 53 * 60)
    #expect(zone.rules.offset(at: Instant(seconds: 0)) == 3600)
  }

  @Test(arguments: ["19730401T070000Z", "19730401T020000", "19730401"])
  func untilEndsTheRule(until: String) throws {
    let zone = try zone(
      observance(
        "DAYLIGHT", "-0500", "-0400", "DTSTART:19710401T020000",
        "RRULE:FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=1;UNTIL=\(until)")
        + observance("STANDARD", "-0400", "-0500", "DTSTART:19711001T020000", "RRULE:FREQ=YEARLY;COUNT=4"))
    let summers = (1970...1976).filter { year in
      let july = Day(year: year, month: 7, day: 1).map { WallTime($0).seconds } ?? 0
      return zone.rules.offset(at: Instant(seconds: july)) == -4 * 3600
    }
    #expect(summers == [1971, 1972, 1973])
  }

  @Test func datesWithoutARuleChangeTheOffset() throws {
    let zone = try zone(
      observance(
        "DAYLIGHT", "+000000", "+013015", "DTSTART:20200101T000000", "RDATE:20220101T000000,20240101T000000")
        + observance("STANDARD", "+013015", "+0000", "DTSTART:20210101T000000", "RDATE:20230101T000000"))
    let offsets = (2019...2025).map { year in
      zone.rules.offset(
        at: Instant(seconds: WallTime(Day(year: year, month: 6, day: 1) ?? .earliest).seconds))
    }
    #expect(offsets == [0, 5415, 0, 5415, 0, 5415, 5415])
  }

  @Test func knownNameRefersToTheSystemZone() throws {
    let wrong = observance("STANDARD", "+0500", "+0500", "DTSTART:19700101T000000")
    let berlin = try zone(wrong, identifier: "Europe/Berlin", problemCount: 1)
    #expect(berlin.rules.offset(at: Instant(seconds: 0)) == 3600)
    #expect(try zone(wrong, identifier: "Custom").rules.offset(at: Instant(seconds: 0)) == 5 * 3600)
  }

  @Test(arguments: [
    "/citadel.org/20210210_1/Europe/Berlin", "/freeassociation.sourceforge.net/Europe/Berlin",
  ])
  func nameThatEndsInAKnownZoneRefersToItUnlessDefined(identifier: String) throws {
    let undefined = try document(event: "DTSTART;TZID=\(identifier):20260705T090000")
    #expect(undefined.problems.isEmpty)
    #expect(try undefined.first.times.start.time(in: .utc).wall == wall("2026-07-05T07:00"))
    let defined = try zone(
      observance("STANDARD", "+0500", "+0500", "DTSTART:19700101T000000"), identifier: identifier)
    #expect(defined.rules.offset(at: Instant(seconds: 0)) == 5 * 3600)
  }

  @Test func windowsNameRefersToItsZoneUnlessDefined() throws {
    let undefined = try document(event: "DTSTART;TZID=W. Europe Standard Time:20260705T090000")
    #expect(undefined.problems.isEmpty)
    #expect(try undefined.first.times.start.time(in: .utc).wall == wall("2026-07-05T07:00"))
    let defined = try zone(
      observance("STANDARD", "+0500", "+0500", "DTSTART:19700101T000000"),
      identifier: "W. Europe Standard Time")
    #expect(defined.rules.offset(at: Instant(seconds: 0)) == 5 * 3600)
  }

  @Test func pathsAreNeverLookedUpAsZones() throws {
    struct CheckingProvider: ZoneProvider {
      func zone(named identifier: String) -> Zone? {
        #expect(!identifier.hasPrefix("/") && !identifier.contains("."))
        return nil
      }
    }
    for identifier in ["../../etc/passwd", "/etc/localtime", ":/etc/localtime", "a/../b", "<+03>-3", "+03"] {
      let file = try document(event: "DTSTART;TZID=\"\(identifier)\":20260105T090000").bytes
      _ = try CalendarDocument(bytes: file, calendar: testCalendar, file: nil, zones: CheckingProvider())
    }
  }

  @Test(arguments: [
    ([], "The VTIMEZONE has no readable STANDARD or DAYLIGHT."),
    (
      [
        "BEGIN:STANDARD", "TZOFFSETFROM:+9900", "TZOFFSETTO:+0100", "DTSTART:19700101T000000", "END:STANDARD",
      ],
      "The STANDARD of the VTIMEZONE lacks a readable DTSTART, TZOFFSETFROM or TZOFFSETTO."
    ),
  ])
  func unusableZoneDefinitionIsReported(definition: [String], problem: String) throws {
    let document = try document(
      ["BEGIN:VTIMEZONE", "TZID:X"] + definition + [
        "END:VTIMEZONE", "BEGIN:VEVENT", "DTSTART;TZID=X:20260105T090000", "END:VEVENT",
      ])
    #expect(document.problemTexts.contains(problem))
    #expect(try document.first.times.start == .floating(wall("2026-01-05T09:00")))
  }

  @Test(arguments: [
    "FREQ=SECONDLY", "FREQ=YEARLY;INTERVAL=0", "FREQ=YEARLY;BYDAY=99SU;BYMONTH=1", "FREQ", "",
    "FREQ=YEARLY;UNTIL=never", "RSCALE=HEBREW;FREQ=YEARLY",
  ])
  func unsupportedZoneRuleIsReportedAndAppliedOnce(rule: String) throws {
    let document = try document(
      ["BEGIN:VTIMEZONE", "TZID:X"]
        + observance("STANDARD", "+0000", "+0100", "DTSTART:20000101T000000", "RRULE:" + rule) + [
          "END:VTIMEZONE", "BEGIN:VEVENT", "DTSTART;TZID=X:20260105T090000", "END:VEVENT",
        ])
    #expect(document.problemTexts.contains { $0.hasPrefix("The RRULE of the VTIMEZONE is not supported") })
    #expect(try document.first.times.start.time(in: .utc).wall == wall("2026-01-05T08:00"))
  }

  @Test func thousandsOfCostlyZonesAreReadInBoundedTime() throws {
    let days = (1...31).map(String.init).joined(separator: ",")
    var lines: [String] = []
    for index in 0..<2000 {
      lines += ["BEGIN:VTIMEZONE", "TZID:Z\(index)"]
      lines += observance(
        "STANDARD", "+0000", "+0100", "DTSTART:00010101T000000",
        "RRULE:FREQ=YEARLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12;BYMONTHDAY=\(days)")
      lines += ["END:VTIMEZONE", "BEGIN:VEVENT", "DTSTART;TZID=Z\(index):20260105T090000", "END:VEVENT"]
    }
    let document = try document(lines)
    #expect(document.events.count == 2000)
    #expect(document.problemTexts.contains("The VTIMEZONE has too many clock changes."))
  }
}
