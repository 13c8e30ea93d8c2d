import CalendarModel
import Testing

/// Detecting new minutes, new days and suspends from clock readings.
@Suite struct CurrentMinuteTests {
  private let berlin = Zone(identifier: "Europe/Berlin", rules: FixedOffset(seconds: 3600))
  /// 2026-01-05T23:58:30 in Berlin.
  private let evening = 1_767_653_910

  private func reading(_ seconds: Int, suspended: Int = 0) -> ClockReading {
    ClockReading(
      wall: seconds * 1_000_000, awake: (seconds - evening) * 1_000_000 - suspended * 1_000_000,
      elapsed: (seconds - evening) * 1_000_000)
  }

  @Test func minuteAndDayAreThoseOfTheZone() {
    let current = CurrentMinute(reading(evening), in: berlin)
    #expect(current.minute.description == "2026-01-05T23:58:00")
    #expect(current.today == Day("2026-01-05"))
    #expect(CurrentMinute(reading(evening), in: .utc).minute.description == "2026-01-05T22:58:00")
  }

  @Test func nothingChangesWithinAMinute() {
    var current = CurrentMinute(reading(evening), in: berlin)
    #expect(current.update(reading(evening + 29), in: berlin) == [])
    #expect(current.update(reading(evening + 30), in: berlin) == .minute)
    #expect(current.update(reading(evening + 30), in: berlin) == [])
  }

  @Test func midnightIsReportedOnce() {
    var current = CurrentMinute(reading(evening), in: berlin)
    #expect(current.update(reading(evening + 89), in: berlin) == .minute)
    #expect(current.update(reading(evening + 90), in: berlin) == [.minute, .day])
    #expect(current.today == Day("2026-01-06"))
    #expect(current.update(reading(evening + 150), in: berlin) == .minute)
  }

  @Test func nextCheckIsAtTheNextMinute() {
    #expect(CurrentMinute.next(after: reading(evening), in: berlin).seconds == evening + 30)
    // At the start of a minute, the next check is a whole minute later.
    #expect(CurrentMinute.next(after: reading(evening + 30), in: berlin).seconds == evening + 90)
    // Half a second before the minute begins, and half a second after.
    var late = reading(evening + 29)
    late.wall += 500_000
    #expect(CurrentMinute.next(after: late, in: berlin).seconds == evening + 30)
    late.wall += 1_000_000
    #expect(CurrentMinute.next(after: late, in: berlin).seconds == evening + 90)
  }

  /// Offsets of local mean time include seconds: Amsterdam was 19 minutes and 32 seconds ahead of UTC until 1937.
  @Test func nextMinuteBeginsAtSecondZeroOfTheZone() {
    let amsterdam = Zone(identifier: "LMT", rules: FixedOffset(seconds: 19 * 60 + 32))
    let next = CurrentMinute.next(after: reading(evening), in: amsterdam)
    #expect(amsterdam.time(at: next).wall.second == 0)
    #expect((1...60).contains(next.seconds - evening))
  }

  @Test func suspendIsDetected() {
    var current = CurrentMinute(reading(evening), in: berlin)
    #expect(current.update(reading(evening + 20, suspended: 10), in: berlin) == .suspend)
    #expect(current.update(reading(evening + 21, suspended: 10), in: berlin) == [])
    let morning = current.update(reading(evening + 8 * 3600, suspended: 7 * 3600), in: berlin)
    #expect(morning == [.minute, .day, .suspend])
  }

  @Test func clockSetBackIsAccepted() {
    var current = CurrentMinute(reading(evening + 90), in: berlin)
    #expect(current.today == Day("2026-01-06"))
    var setBack = reading(evening)
    (setBack.awake, setBack.elapsed) = (91_000_000, 91_000_000)
    #expect(current.update(setBack, in: berlin) == [.minute, .day])
    #expect(current.today == Day("2026-01-05"))
  }

  @Test func zoneChangeUpdatesMinuteAndDay() {
    var current = CurrentMinute(reading(evening), in: berlin)
    let tokyo = Zone(identifier: "Asia/Tokyo", rules: FixedOffset(seconds: 9 * 3600))
    #expect(current.update(reading(evening), in: .utc) == .minute)
    #expect(current.update(reading(evening), in: tokyo) == [.minute, .day])
    #expect(current.minute.description == "2026-01-06T07:58:00")
  }

  @Test func timesBefore1970AreRoundedDown() {
    let reading = ClockReading(wall: -1, awake: 0, elapsed: 0)
    #expect(reading.instant.seconds == -1)
    #expect(CurrentMinute(reading, in: .utc).minute.description == "1969-12-31T23:59:00")
  }
}
