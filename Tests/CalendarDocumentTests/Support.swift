import CalendarDocument
import CalendarModel
import Testing

/// Three time zones with their current rules. The tests use them instead of the system's database.
struct TestZones: ZoneProvider {
  /// The rules of the European Union: summer time from the last Sunday in March to the last Sunday in
  /// October, changing at 01:00 UTC.
  struct EuropeanUnion: ZoneRules {
    /// The UTC offset outside summer time, in seconds.
    let standardOffset: Int

    func offset(at instant: Instant) -> Int {
      let year = WallTime(seconds: instant.seconds).day.year
      let isSummer = change(month: 3, year: year) <= instant && instant < change(month: 10, year: year)
      return standardOffset + (isSummer ? 3600 : 0)
    }

    private func change(month: Int, year: Int) -> Instant {
      let last = Day(year: year, month: month, day: 31) ?? .earliest
      let sunday = last.adding(days: -(last.weekday.rawValue % 7))
      return Instant(seconds: WallTime(sunday, hour: 1).seconds)
    }
  }

  // A provider returns the same zones again, as the system's database does.
  private static let berlin = Zone(identifier: "Europe/Berlin", rules: EuropeanUnion(standardOffset: 3600))
  private static let tokyo = Zone(identifier: "Asia/Tokyo", rules: FixedOffset(seconds: 9 * 3600))

  func zone(named identifier: String) -> Zone? {
    switch identifier.lowercased() {
    case "europe/berlin": Self.berlin
    case "asia/tokyo": Self.tokyo
    case "utc", "etc/utc": Zone(identifier: identifier, rules: FixedOffset(seconds: 0))
    default: nil
    }
  }
}

let testCalendar = CalendarID("/calendar.ics")
/// 2026-01-01T12:00:00Z
let testStamp = Instant(seconds: 1_767_268_800)

/// Reads a complete file.
func document(file: [UInt8]) throws -> CalendarDocument {
  try CalendarDocument(bytes: file, calendar: testCalendar, file: nil, zones: TestZones())
}

/// Returns a document with the given lines in a VCALENDAR.
func document(_ lines: [String], lineEnding: String = "\r\n") throws -> CalendarDocument {
  let allLines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test"] + lines + ["END:VCALENDAR"]
  return try document(file: Array(allLines.map { $0 + lineEnding }.joined().utf8))
}

func document(event lines: String..., lineEnding: String = "\r\n") throws -> CalendarDocument {
  try document(
    ["BEGIN:VEVENT", "UID:one", "DTSTAMP:20250101T000000Z"] + lines + ["END:VEVENT"], lineEnding: lineEnding)
}

/// Returns a wall time that is written as `2026-01-05T09:00`.
func wall(_ text: String) throws -> WallTime { try #require(WallTime(text)) }

extension CalendarDocument {
  /// The file as text.
  var fileText: String { String(decoding: bytes, as: UTF8.self) }

  /// The first event of the file.
  var first: CalendarEvent {
    get throws { try #require(events.first) }
  }

  /// The reported problems without line numbers.
  var problemTexts: [String] { problems.map(\.text) }

  /// Changes the first event.
  mutating func change(
    _ change: (CalendarEvent) -> EventEdit.Change, stamp: Instant = testStamp
  ) throws -> AppliedEdit {
    let event = try first
    return try apply(EventEdit(target: event.id, change: change(event)), stamp: stamp)
  }
}

/// Returns the removed and added lines as `-line` and `+line`, sorted.
func difference(_ before: String, _ after: String) -> [String] {
  let changes = after.split(separator: "\r\n", omittingEmptySubsequences: false)
    .difference(from: before.split(separator: "\r\n", omittingEmptySubsequences: false))
  return changes.map { change in
    switch change {
    case .remove(_, let line, _): "-\(line)"
    case .insert(_, let line, _): "+\(line)"
    }
  }.sorted()
}
