import CalendarDocument
import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

@Suite struct SystemZonesTests {
  private let zones = SystemZones()
  private var hasDatabase: Bool {
    FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin")
  }

  @Test func everyListedZoneIsKnown() {
    guard FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/zone.tab") else { return }
    #expect(zones.names.count > 300 && zones.names.contains("America/New_York"))
    #expect(zones.names.filter { zones.zone(named: $0) == nil } == [])
  }

  @Test func clockChangesAreCorrect() throws {
    guard hasDatabase else { return }
    let berlin = try #require(zones.zone(named: "Europe/Berlin"))
    // 2026-03-29 01:00 UTC.
    let change = Instant(seconds: 1_774_746_000)
    #expect(berlin.rules.offset(at: change.adding(seconds: -1)) == 3_600)
    #expect(berlin.rules.offset(at: change) == 7_200)
    let day = try #require(Day(year: 2026, month: 3, day: 29))
    #expect(berlin.time(at: WallTime(day, hour: 2, minute: 30)).wall == WallTime(day, hour: 3, minute: 30))
  }

  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Tokyo",
  ])
  func offsetsAgreeWithTheListOfChanges(name: String) throws {
    guard hasDatabase else { return }
    let rules = try #require(zones.zone(named: name)?.rules as? SystemZoneRules)
    // From 1850 to 2300: before, within and after the lookup table.
    let range = Instant(seconds: -3_786_912_000)..<Instant(seconds: 10_413_792_000)
    let (initial, changes) = rules.transitions(in: range)
    #expect(rules.offset(at: range.lowerBound) == initial)
    var previousOffset = initial
    for change in changes {
      #expect(rules.offset(at: Instant(seconds: change.seconds - 1)) == previousOffset)
      #expect(rules.offset(at: Instant(seconds: change.seconds)) == change.offset)
      previousOffset = change.offset
    }
    // Morocco's list has been short since the 2026 database, in which its clocks no longer change.
    #expect(name == "Asia/Tokyo" || changes.count > (name == "Africa/Casablanca" ? 50 : 100))
  }

  @Test(arguments: [
    "", "Mars/Olympus", "../../../etc/passwd", "/usr/share/zoneinfo/Europe/Berlin", "Europe", "leapseconds",
    "tzdata.zi",
    "zone.tab", "Europe/Berlin\0", "W. Europe Standard Time", "Europe/../Europe/Berlin",
    String(repeating: "A", count: 5_000),
  ])
  func invalidZoneNamesAreUnknown(name: String) {
    #expect(zones.zone(named: name) == nil)
  }

  @Test(arguments: ["UTC", "Etc/UTC", "Z"]) func universalTimeNeedsNoDatabase(name: String) {
    #expect(zones.zone(named: name)?.rules.offset(at: Instant(seconds: 0)) == 0)
  }

  @Test(arguments: [
    ("Eastern Standard Time", "2026-07-05T13:00:00Z"), ("Tokyo Standard Time", "2026-07-05T00:00:00Z"),
    ("Nepal Standard Time", "2026-07-05T03:15:00Z"), ("FLE Standard Time", "2026-07-05T06:00:00Z"),
    ("UTC-11", "2026-07-05T20:00:00Z"), ("tzone://Microsoft/Utc", "2026-07-05T09:00:00Z"),
  ])
  func windowsZoneNamesAreRecognized(name: String, expected: String) throws {
    guard hasDatabase else { return }
    let file = Samples.calendar(
      Samples.event(uid: "a", start: "DTSTART;TZID=\"\(name)\":20260705T090000", end: "DURATION:PT1H"))
    let document = try CalendarDocument(
      bytes: Array(file.utf8), calendar: CalendarID("/c"), file: nil, zones: zones)
    #expect(document.problems.isEmpty)
    #expect(document.events.first?.times.start.time(in: .utc).description == expected)
  }

  @Test func localZoneHasAName() {
    #expect(!zones.local.identifier.isEmpty)
  }

  @Test func extremeTimesDoNotTrap() throws {
    guard hasDatabase else { return }
    let rules = try #require(zones.zone(named: "Europe/Berlin")).rules
    for seconds in [Int.min / 2, -1 << 40, 1 << 40, Int.max / 2] {
      #expect(abs(rules.offset(at: Instant(seconds: seconds))) < 86_400)
    }
  }
}
