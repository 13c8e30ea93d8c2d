import CalendarModel
import Reminders
import Testing

@Suite struct ReminderRecordTests {
  private func reminder(_ key: OccurrenceKey, _ due: ReminderMoment, event: EventID) -> Reminder {
    Reminder(
      id: ReminderID(occurrence: key, due: due), due: Instant(seconds: 100), start: Instant(seconds: 200),
      end: Instant(seconds: 300), isAllDay: true, event: event)
  }

  @Test func everyIdentityIsReadAsItWasWritten() throws {
    let uids = ["a", "-", "tab\tline\nbreak", "%2D", "é\u{301}", " ", String(repeating: "x", count: 3_000)]
    for (number, uid) in uids.enumerated() {
      let calendar = CalendarID("/home/a b/\(uid).ics")
      let file = ByteString(bytes: [0xFF, 0x09, 0x2D])
      let key = OccurrenceKey(
        calendar: calendar, uid: ByteString(uid), file: number.isMultiple(of: 2) ? file : nil,
        duplicate: number,
        originalStart: number.isMultiple(of: 3) ? .wall(WallTime(seconds: -5)) : .instant(Instant(seconds: 7))
      )
      let event = EventID(
        calendar: calendar, file: file, uid: uid, recurrenceID: "2026\t0101", duplicate: number)
      let snoozed = ReminderRecord.Snoozed(
        reminder: reminder(key, .wall(WallTime(seconds: 9)), event: event), until: Instant(seconds: 400))
      let rung = ReminderRecord.Rung(
        id: ReminderID(occurrence: key, due: .instant(Instant(seconds: -1))), due: Instant(seconds: -1))
      let record = ReminderRecord(checked: Instant(seconds: 5), rung: [rung], snoozed: [snoozed])
      #expect(ReminderRecord(text: record.text) == record)
    }
  }

  @Test func whatCannotBeReadIsLeftOut() throws {
    let key = OccurrenceKey(calendar: CalendarID("/a.ics"), uid: "a")
    let record = ReminderRecord(
      checked: Instant(seconds: 5),
      rung: [
        .init(id: ReminderID(occurrence: key, due: .instant(Instant(seconds: 3))), due: Instant(seconds: 3))
      ])
    #expect(ReminderRecord(text: record.text + "rung\tx\nsnoozed\t1\n\nlater\t2\n") == record)
    #expect(ReminderRecord(text: "") == nil)
    #expect(ReminderRecord(text: "handspan-reminders 2\nchecked\t5\n") == nil)
    // The end is missing. What is left is valid, because files are replaced as a whole.
    for length in 0..<record.text.utf8.count {
      _ = ReminderRecord(text: String(decoding: record.text.utf8.prefix(length), as: UTF8.self))
    }
  }

  @Test func theRecordDoesNotGrowWithoutBound() throws {
    let events = try events(
      event("a", "DTSTART:20260301T000000Z", "RRULE:FREQ=MINUTELY", alarm(":PT0S")))
    var now = try utc("2026-03-10T00:00")
    var bell = ReminderBell(
      record: ReminderRecord(checked: now), events: events, finder: ReminderFinder(zone: .utc), at: now)
    for _ in 0..<4 {
      now = now.adding(seconds: 20 * 3600)
      for reminder in bell.ring(at: now).flatMap(\.reminders).prefix(700) {
        bell.snooze(reminder, .minutes(60), at: now)
      }
      bell.complete(events: events, at: now)
    }
    #expect(bell.record.rung.count <= 2_000)
    #expect(bell.record.snoozed.count <= 2_000)
    // A month later, nothing of it is needed.
    _ = bell.ring(at: now.adding(seconds: 100 * WallTime.secondsPerDay))
    #expect(bell.record.rung.allSatisfy { $0.due > now })
  }

  /// The UIDs of a hostile file are a tenth of a megabyte long.
  @Test func theTextIsBoundedAndKeepsTheNewestEntries() throws {
    func key(_ number: Int) -> OccurrenceKey {
      OccurrenceKey(
        calendar: CalendarID("/a.ics"), uid: ByteString("\(number)" + String(repeating: "x", count: 100_000)))
    }
    let rung = (0..<20).map {
      let due = Instant(seconds: $0)
      return ReminderRecord.Rung(id: ReminderID(occurrence: key($0), due: .instant(due)), due: due)
    }
    let event = EventID(calendar: CalendarID("/a.ics"), uid: key(100).uid)
    let snoozed = ReminderRecord.Snoozed(
      reminder: reminder(key(100), .instant(Instant(seconds: 9)), event: event), until: Instant(seconds: 400))
    let record = ReminderRecord(checked: Instant(seconds: 50), rung: rung, snoozed: [snoozed])
    #expect(record.text.utf8.count <= ReminderRecord.maximumLength)
    let kept = try #require(ReminderRecord(text: record.text))
    #expect(kept.snoozed == [snoozed])
    #expect(kept.rung == Array(rung.suffix(9)))
  }
}
