import CalendarDocument
import CalendarModel
import Testing

/// Only the organizer counts the revisions of a meeting (RFC 5546 2.1.4).
@Suite struct CopyRevisionTests {
  private static let ada: Set<String> = ["mailto:ada@example.org"]
  private static let ben: Set<String> = ["mailto:ben@example.org"]
  private static let stamp = Instant(seconds: 1_767_225_600)

  private static func meeting(_ more: String..., sequence: String = "SEQUENCE:1") -> [UInt8] {
    Array(
      ([
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", "BEGIN:VEVENT", "UID:meeting",
        "DTSTAMP:20250101T000000Z",
        "LAST-MODIFIED:20250101T000000Z", "DTSTART:20260105T090000Z", "DTEND:20260105T100000Z", sequence,
      ] + more + [
        "ORGANIZER:mailto:Ada@example.org", "ATTENDEE:mailto:ben@example.org", "END:VEVENT", "END:VCALENDAR",
      ]).map { $0 + "\r\n" }.joined().utf8)
  }

  private static func move(_ event: CalendarEvent, _ scope: EventEdit.Scope = .thisOccurrence) -> EventEdit {
    let day = Day(year: 2026, month: 1, day: 5) ?? .earliest
    let times = EventTimes(
      start: .utc(WallTime(day, hour: 14, minute: 0)), end: .time(.utc(WallTime(day, hour: 15, minute: 0))))
    return EventEdit(
      target: event.id, originalStart: event.isRepeating ? event.times.start : nil, scope: scope,
      change: .move(times))
  }

  /// Returns the lines that an edit changes, without those of the times.
  private func changedLines(_ bytes: [UInt8], by addresses: Set<String>, _ scope: EventEdit.Scope) throws
    -> Set<
      String
    >
  {
    var document = try document(file: bytes)
    let before = Set(String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map(String.init))
    _ = try document.change(
      by: Self.move(document.events[0], scope), ownAddresses: addresses, stamp: Self.stamp)
    let after = Set(String(decoding: document.bytes, as: UTF8.self).split(separator: "\r\n").map(String.init))
    return after.subtracting(before).filter { !$0.hasPrefix("DTSTART") && !$0.hasPrefix("DTEND") }
  }

  @Test func organizerRaisesTheRevision() throws {
    let expected: Set = ["SEQUENCE:2", "DTSTAMP:20260101T000000Z", "LAST-MODIFIED:20260101T000000Z"]
    #expect(try changedLines(Self.meeting(), by: Self.ada, .thisOccurrence) == expected)
    let series = Self.meeting("RRULE:FREQ=DAILY;COUNT=3")
    #expect(try changedLines(series, by: Self.ada, .all) == expected)
    let changed = try changedLines(series, by: Self.ada, .thisOccurrence)
    #expect(changed == expected.union(["RECURRENCE-ID:20260105T090000Z"]))
  }

  /// An attendee, or nobody of whom it is known that he organizes the meeting.
  @Test(arguments: [ben, []]) func attendeeDoesNotRaiseTheRevision(_ addresses: Set<String>) throws {
    let expected: Set = ["LAST-MODIFIED:20260101T000000Z"]
    #expect(try changedLines(Self.meeting(), by: addresses, .thisOccurrence) == expected)
    let series = Self.meeting("RRULE:FREQ=DAILY;COUNT=3")
    #expect(try changedLines(series, by: addresses, .all) == expected)
    let changed = try changedLines(series, by: addresses, .thisOccurrence)
    #expect(changed == expected.union(["RECURRENCE-ID:20260105T090000Z"]))
  }

  /// The attendee has moved the meeting twice; the organizer's next revision has a SEQUENCE that is only one higher.
  @Test func organizersUpdateWinsOverAnAttendeesEdits() throws {
    var copy = try document(file: Self.meeting(sequence: "SEQUENCE:0"))
    for _ in 0..<2 {
      _ = try copy.change(by: Self.move(copy.events[0]), ownAddresses: Self.ben, stamp: Self.stamp)
      _ = try copy.change(
        by: EventEdit(target: copy.events[0].id, change: .set([.status(.tentative)])), ownAddresses: Self.ben,
        stamp: Self.stamp)
    }
    let update = try document(file: Self.meeting("SUMMARY:Updated", sequence: "SEQUENCE:1")).objects()
    #expect(ImportPlan(update, into: [copy], zones: TestZones()).updates.count == 1)
  }
}
