import CalendarModel
import Testing

/// The fields of an event while the display zone changes.
@Suite struct DisplayZoneDraftTests {
  private let berlin = Zone(identifier: "Europe/Berlin", rules: FixedOffset(seconds: 3600))
  private let tokyo = Zone(identifier: "Asia/Tokyo", rules: FixedOffset(seconds: 9 * 3600))
  private let monday = Day(ordinal: 20_458)

  private func wall(_ hour: Int) -> WallTime { WallTime(monday, hour: hour) }

  private func draft(_ start: EventTime, _ end: EventTime) -> EventDraft {
    let id = EventID(calendar: CalendarID("/a.ics"), uid: "walk")
    return EventDraft(CalendarEvent(id: id, times: EventTimes(start: start, end: .time(end))), in: berlin)
  }

  @Test func timesInUTCAreShownInTheNewZone() {
    var draft = draft(.utc(wall(8)), .utc(wall(9)))
    #expect(draft.times.start == wall(9))
    draft.changeDisplayZone(to: tokyo)
    #expect((draft.times.start, draft.times.end) == (wall(17), wall(18)))
    #expect(draft.times.startZone == tokyo)
    #expect(draft.changes.isEmpty)
  }

  @Test func editedTimesInUTCAreStillWrittenInUTC() {
    var draft = draft(.utc(wall(8)), .utc(wall(9)))
    draft.changeDisplayZone(to: tokyo)
    draft.setTimes { $0.setStart(wall(18)) }
    #expect(draft.event.times.start == .utc(wall(9)))
    draft.setTimes { $0.setStart(wall(17)) }
    #expect(draft.changes.isEmpty)
  }

  @Test func timesInAZoneOfTheirOwnAreUnchanged() {
    var draft = draft(.zoned(wall(9), berlin), .zoned(wall(10), berlin))
    draft.changeDisplayZone(to: tokyo)
    #expect((draft.times.start, draft.times.end) == (wall(9), wall(10)))
    #expect(draft.times.startZone == berlin)
    #expect(draft.changes.isEmpty)
  }

  @Test func floatingTimesAreUnchanged() {
    var draft = draft(.floating(wall(9)), .floating(wall(10)))
    draft.changeDisplayZone(to: tokyo)
    #expect((draft.times.start, draft.times.end) == (wall(9), wall(10)))
    #expect(draft.times.duration == 3600 && draft.times.startZone == nil)
    #expect(draft.changes.isEmpty)
  }
}
