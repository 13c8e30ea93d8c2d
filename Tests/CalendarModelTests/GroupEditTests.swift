import CalendarModel
import Testing

/// The distance by which several events move together, and the edits of a group.
@Suite struct GroupEditTests {
  private static let monday = Day("2026-03-23") ?? .earliest
  /// Clocks are set forward from 2:00 to 3:00 on Sunday, March 29, 2026.
  private let berlin = Zone(identifier: "Europe/Berlin", rules: SpringForward())

  private struct SpringForward: ZoneRules {
    private let change = 1_774_746_000
    func offset(at instant: Instant) -> Int { instant.seconds < change ? 3600 : 7200 }
  }

  private func occurrence(
    _ title: String, _ start: WallTime, hours: Int = 1, repetition: Repetition = .once
  ) -> Occurrence {
    let times = EventTimes(
      start: .zoned(start, berlin), end: .duration(EventDuration(seconds: hours * 3600)))
    let event = CalendarEvent(
      id: EventID(calendar: CalendarID("c"), uid: ByteString(title)), times: times, summary: title,
      repetition: repetition)
    return Occurrence(event: event, zone: berlin)
  }

  private func wall(_ hour: Int, _ minute: Int = 0, day: Int = 0) -> WallTime {
    WallTime(Self.monday.adding(days: day), hour: hour, minute: minute)
  }

  private func starts(_ group: GroupEdit?) -> [WallTime?] {
    (group?.items ?? []).map { $0.change.times?.resolved(in: berlin).start.wall }
  }

  private func group(_ leader: Occurrence, to target: WallTime, with others: [Occurrence]) -> GroupEdit? {
    var selection = EventSelection()
    for occurrence in [leader] + others { selection.add(.init(occurrence)) }
    let move = GroupMove(from: leader.start.wall, to: target, keepsTimeOfDay: leader.isAllDay)
    let change = EventEdit.Change.move(leader.times.moved(toStart: target, in: berlin))
    return selection.groupEdit(following: .init(leader, change), by: move, in: berlin)
  }

  @Test func allEventsMoveByTheSameNumberOfDaysAndMinutes() {
    let groupEdit = group(
      occurrence("a", wall(9)), to: wall(10, 15, day: 2), with: [occurrence("b", wall(23, day: 1))])
    #expect(starts(groupEdit) == [wall(10, 15, day: 2), wall(0, 15, day: 4)])
  }

  @Test func onlyTheEventAtASkippedTimeIsShifted() {
    // The leader is dropped at 2:30 on the day on which this time does not exist.
    let groupEdit = group(
      occurrence("a", wall(2, 30)), to: wall(2, 30, day: 6), with: [occurrence("b", wall(10))])
    #expect(starts(groupEdit) == [wall(3, 30, day: 6), wall(10, day: 6)])
  }

  @Test func moveByADayKeepsTheTimeOfDayWhenClocksChange() {
    let groupEdit = group(
      occurrence("a", wall(9, day: 5)), to: wall(9, day: 6), with: [occurrence("b", wall(22, day: 5))])
    #expect(starts(groupEdit) == [wall(9, day: 6), wall(22, day: 6)])
  }

  @Test func allDayEventMovesOnlyByWholeDays() {
    let times = EventTimes(start: .date(Self.monday), end: .duration(EventDuration(days: 2)))
    let trip = Occurrence(
      event: CalendarEvent(id: EventID(calendar: CalendarID("c"), uid: "trip"), times: times), zone: berlin)
    let groupEdit = group(occurrence("a", wall(9)), to: wall(23, 30, day: 1), with: [trip])
    #expect(starts(groupEdit) == [wall(23, 30, day: 1), wall(0, day: 1)])
    // A move within the day does not move the all-day event.
    #expect(group(occurrence("a", wall(9)), to: wall(11), with: [trip])?.items.count == 1)
    // A timed event that follows an all-day event keeps its time of day.
    #expect(
      starts(group(trip, to: wall(0, day: -3), with: [occurrence("a", wall(9))])) == [
        wall(0, day: -3), wall(9, day: -3),
      ])
  }

  @Test func eventThatWouldLeaveTheSupportedDaysIsNotMoved() {
    let first = occurrence("first", WallTime(.earliest, hour: 1, minute: 0))
    let groupEdit = group(occurrence("a", wall(9)), to: wall(9, day: -1), with: [first])
    #expect(groupEdit?.items.count == 1 && groupEdit?.refusedOccurrences == [first])
  }

  @Test func selectionKeepsItsOrderAndRemovesAMemberOnTheSecondToggle() {
    var selection = EventSelection()
    let (a, b) = (occurrence("a", wall(9)), occurrence("b", wall(8)))
    for occurrence in [a, b, a] { selection.toggle(.init(occurrence)) }
    #expect(selection.occurrences == [b] && !selection.contains(a.id))
    selection.startAddingOnClick()
    selection.toggle(.init(b))
    #expect(selection.isEmpty && !selection.addsOnClick)
  }

  @Test func refreshReplacesRemovesAndMergesMembers() {
    var selection = EventSelection()
    let (a, b, c) = (occurrence("a", wall(9)), occurrence("b", wall(8)), occurrence("c", wall(7)))
    for occurrence in [a, b, c] { selection.add(.init(occurrence)) }
    let movedOccurrence = occurrence("a", wall(12))
    selection.refresh { $0.id == b.id ? nil : .init(movedOccurrence, refusal: .readOnly) }
    #expect(selection.members == [.init(movedOccurrence, refusal: .readOnly)])
  }

  // MARK: Series

  private func dailyOccurrences(_ count: Int) -> [Occurrence] {
    let start = wall(9)
    let series = occurrence(
      "daily", start, repetition: .series(.master(Recurrence(start: .zoned(start, berlin), rules: []))))
    return (0..<count).map { day in
      let start = EventTime.zoned(wall(9, day: day), berlin)
      return Occurrence(
        event: series.event, times: EventTimes(start: start, end: .duration(EventDuration(seconds: 3600))),
        recurrenceID: start, zone: berlin)
    }
  }

  @Test func seriesIsChangedOnceHoweverManyOfItsOccurrencesAreSelected() {
    let (days, other) = (dailyOccurrences(3), occurrence("single", wall(20)))
    let group = GroupEdit([days[2], other, days[0], days[1]].map { .init($0, .delete) })
    #expect(group.edits().count == 4 && group.seriesCount == 1)
    for scope in [EventEdit.Scope.all, .thisAndFollowing] {
      let edits = group.edits(with: scope)
      #expect(edits.map(\.originalStart) == [nil, days[0].recurrenceID])
      #expect(edits.map(\.scope) == [.thisOccurrence, scope])
    }
  }
}
