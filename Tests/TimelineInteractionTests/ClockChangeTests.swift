import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// Drags on days when the clocks change: the axis shows wall time, and the committed times are those that were shown.
@Suite struct ClockChangeTests {
  let springDay = Day(ordinal: 20_541)  // 2026-03-29
  let autumnDay = Day(ordinal: 20_751)  // 2026-10-25

  func drag(_ event: Occurrence, _ part: EventPart, from: String, to: String, on day: Day, zone: Zone)
    -> GestureDriver
  {
    var driver = GestureDriver(first: day, top: "0:00", zone: zone)
    driver.press(from, on: event, part: part)
    driver.move(toY: driver.y(to, on: day))
    return driver
  }

  func utcOccurrence(_ start: String, _ end: String, zone: Zone) throws -> Occurrence {
    let (start, end) = (try #require(WallTime(start)), try #require(WallTime(end)))
    return Occurrence(
      event: CalendarEvent(
        id: EventID(calendar: CalendarID("test.ics"), uid: "utc"),
        times: EventTimes(start: .utc(start), end: .time(.utc(end)))), zone: zone)
  }

  @Test func dropInTheSkippedHourMovesTheEventAnHourLater() {
    let event = occurrence("5:00", "6:00", on: springDay, zone: .spring)
    var driver = drag(event, .body, from: "5:00", to: "2:30", on: springDay, zone: .spring)
    #expect(driver.shownEvent?.snappedOccurrence.label == "2026-03-29 3:30–4:30")
    driver.release()
    #expect(driver.committedLabels == ["2026-03-29 3:30–4:30"])
    #expect(driver.violation == nil)
  }

  @Test func moveAcrossTheClockChangeKeepsTheWallDuration() {
    let event = occurrence("0:30", "1:30", on: springDay, zone: .spring)
    var driver = drag(event, .body, from: "0:30", to: "6:00", on: springDay, zone: .spring)
    driver.release()
    #expect(driver.committedLabels == ["2026-03-29 6:00–7:00"])
  }

  @Test func heightOfAnEventOverTheSkippedHourShowsItsWallDuration() {
    let event = occurrence("1:00", "4:00", on: springDay, zone: .spring)
    #expect(event.duration == 2 * 3_600)
    let driver = drag(event, .body, from: "2:00", to: "2:20", on: springDay, zone: .spring)
    #expect(driver.shownEvent.map { $0.rawBottom - $0.rawTop } == 240)
  }

  @Test func startInTheSkippedHourNeverPassesTheEnd() {
    // 2:45 does not exist; interpreted as 3:45, it would be after the end.
    let event = occurrence("0:30", "3:15", on: springDay, zone: .spring)
    let driver = drag(event, .start, from: "0:30", to: "2:45", on: springDay, zone: .spring)
    let snappedOccurrence = driver.shownEvent?.snappedOccurrence
    #expect((snappedOccurrence?.duration ?? 0) > 0)
    #expect(snappedOccurrence?.end == event.end)
  }

  @Test func dropInTheRepeatedHourUsesItsFirstOccurrence() throws {
    let event = try utcOccurrence("2026-10-25T05:00", "2026-10-25T05:30", zone: .autumn)
    let driver = drag(event, .body, from: "6:00", to: "2:15", on: autumnDay, zone: .autumn)
    #expect(driver.shownEvent?.snappedOccurrence.start.description == "2026-10-25T02:15:00+02:00")
  }

  @Test func eventInTheSecondOccurrenceOfTheRepeatedHourStaysThere() throws {
    let event = try utcOccurrence("2026-10-25T01:00", "2026-10-25T01:30", zone: .autumn)
    #expect(event.start.description == "2026-10-25T02:00:00+01:00")
    let movedDriver = drag(event, .body, from: "2:00", to: "2:15", on: autumnDay, zone: .autumn)
    #expect(movedDriver.shownEvent?.snappedOccurrence.start.description == "2026-10-25T02:15:00+01:00")
    let resizedDriver = drag(event, .end, from: "2:30", to: "2:15", on: autumnDay, zone: .autumn)
    #expect(resizedDriver.shownEvent?.snappedOccurrence.duration == 900)
    #expect(resizedDriver.shownEvent?.snappedOccurrence.start == event.start)
    // The first 2:15 would be before the start.
    let longEvent = try utcOccurrence("2026-10-25T01:00", "2026-10-25T02:30", zone: .autumn)
    let longEventDriver = drag(longEvent, .end, from: "3:30", to: "2:15", on: autumnDay, zone: .autumn)
    #expect(longEventDriver.shownEvent?.snappedOccurrence.end.description == "2026-10-25T02:15:00+01:00")
  }

  @Test func endWithAnEarlierWallTimeThanTheStartCanBeResized() throws {
    // From the first 2:45 to the second 2:15: half an hour, although the clock shows an earlier time.
    let event = try utcOccurrence("2026-10-25T00:45", "2026-10-25T01:15", zone: .autumn)
    #expect(event.span.seconds == 0 && event.duration == 1_800)
    let driver = drag(event, .end, from: "2:45", to: "4:00", on: autumnDay, zone: .autumn)
    #expect(driver.shownEvent?.snappedOccurrence.end.description == "2026-10-25T04:00:00+01:00")
    #expect(driver.shownEvent?.snappedOccurrence.start == event.start)
  }
}
