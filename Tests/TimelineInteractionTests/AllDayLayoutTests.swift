import CalendarModel
import InteractionTestSupport
import TestExtent
import Testing
import TimelineInteraction

/// An all-day event from its first to its last day, both counted from Monday, January 5.
private func allDay(_ first: Int, _ last: Int, title: String = "A") -> Occurrence {
  let times = EventTimes(
    start: .date(monday.adding(days: first)), end: .time(.date(monday.adding(days: last + 1))))
  let id = EventID(calendar: CalendarID("test.ics"), uid: "\(title) \(first) \(last)")
  return Occurrence(event: CalendarEvent(id: id, times: times, summary: title), zone: .utc)
}

private let week = monday..<monday.adding(days: 7)

/// Draws the week as text: one row for each lane, one cell for each day, one letter for each event.
private func picture(_ bars: [AllDayLayout.Bar], laneCount: Int, order: [Occurrence.ID]) -> String {
  var rows = Array(repeating: Array(repeating: Character("."), count: 7), count: laneCount)
  for bar in bars {
    let letter = Character(UnicodeScalar(UInt8(65 + (order.firstIndex(of: bar.id) ?? 25))))
    for column in bar.columns {
      // "#" marks an overlap, which must never happen.
      rows[bar.lane][column] = rows[bar.lane][column] == "." ? letter : "#"
    }
  }
  return rows.map { String($0) }.joined(separator: "\n")
}

private func picture(_ occurrences: [Occurrence], into maximumLaneCount: Int? = nil) -> String {
  let layout = AllDayLayout(occurrences, in: week)
  let fittedLayout = layout.fitted(into: maximumLaneCount ?? 1_000)
  return picture(fittedLayout.bars, laneCount: fittedLayout.laneCount, order: occurrences.map(\.id))
}

@Suite struct AllDayLayoutTests {
  @Test func eventsOnDifferentDaysShareALane() {
    #expect(picture([allDay(0, 1), allDay(2, 2), allDay(4, 6)]) == "AAB.CCC")
  }

  @Test func overlappingEventsHaveDifferentLanes() {
    #expect(
      picture([allDay(0, 2), allDay(1, 1), allDay(2, 4)]) == """
        AAA....
        .BCCC..
        """)
  }

  @Test func uppermostFreeLaneIsReused() {
    #expect(
      picture([allDay(0, 1), allDay(0, 4), allDay(2, 2), allDay(3, 6)]) == """
        BBBBB..
        AACDDDD
        """)
  }

  @Test func eventsThatBeganEarlierAreOnTop() {
    let layout = AllDayLayout([allDay(0, 6), allDay(-3, 0), allDay(-1, 9)], in: week)
    #expect(layout.bars.map(\.lane) == [2, 0, 1])
    #expect(layout.bars.map(\.columns) == [0..<7, 0..<1, 0..<7])
    #expect(layout.bars.map(\.continuesBefore) == [false, true, true])
    #expect(layout.bars.map(\.continuesAfter) == [false, false, true])
  }

  @Test func longerOfTwoEventsThatBeginTogetherIsAbove() {
    #expect(
      picture([allDay(1, 1), allDay(1, 3)]) == """
        .BBB...
        .A.....
        """)
  }

  @Test func eventsInOtherWeeksHaveNoBar() {
    let layout = AllDayLayout([allDay(-2, -1), allDay(7, 8)], in: week)
    #expect(layout.bars.isEmpty && layout.laneCount == 0)
    #expect(layout.fitted(into: 1).laneCount == 0)
  }

  @Test func hiddenEventsAreCountedIfSpaceIsShort() {
    let crowdedEvents = [allDay(0, 6), allDay(0, 0, title: "B"), allDay(1, 3), allDay(3, 4), allDay(3, 5)]
    #expect(
      picture(crowdedEvents) == """
        AAAAAAA
        BCCC...
        ...EEE.
        ...DD..
        """)
    let fittedLayout = AllDayLayout(crowdedEvents, in: week).fitted(into: 2)
    #expect(picture(fittedLayout.bars, laneCount: 2, order: crowdedEvents.map(\.id)) == "AAAAAAA\nB......")
    #expect(fittedLayout.hiddenCounts == [0, 1, 1, 3, 2, 1, 0])
  }

  @Test(arguments: [
    (0, 2, "AAAAAAA\nB......"), (1, 2, "AAAAAAA\nB......"), (2, 2, ".CCC...\n......."),
    (4, 3, "AAAAAAA\nB..EEE.\n......."), (3, 1, "...DD.."),
  ])
  func requestedEventReplacesOthersIfSpaceIsShort(requestedIndex: Int, laneCount: Int, expected: String) {
    let crowdedEvents = [allDay(0, 6), allDay(0, 0, title: "B"), allDay(1, 3), allDay(3, 4), allDay(3, 5)]
    let fittedLayout = AllDayLayout(crowdedEvents, in: week).fitted(
      into: laneCount, showing: crowdedEvents[requestedIndex].id)
    #expect(picture(fittedLayout.bars, laneCount: laneCount, order: crowdedEvents.map(\.id)) == expected)
  }

  @Test func nothingIsHiddenIfThereIsEnoughSpace() {
    let fittedLayout = AllDayLayout([allDay(0, 3), allDay(2, 5)], in: week).fitted(into: 2)
    #expect(fittedLayout.bars.count == 2 && fittedLayout.hiddenCounts == Array(repeating: 0, count: 7))
  }

  @Test func eventsOfADayOrMoreAreShownAboveTheHours() {
    #expect(allDay(0, 0).isInAllDayRow)
    #expect(occurrence("9:00", "33:00").isInAllDayRow)
    #expect(!occurrence("22:00", "30:00").isInAllDayRow)
  }

  @Test func eventThatEndsAtMidnightDoesNotCoverTheNextDay() {
    #expect(allDay(0, 2).days == monday..<monday.adding(days: 3))
    #expect(occurrence("22:00", "24:00").days == monday..<monday.adding(days: 1))
    #expect(occurrence("22:00", "24:01").days == monday..<monday.adding(days: 2))
    #expect(occurrence("9:00", "9:00").days == monday..<monday.adding(days: 1))
  }

  @Test func eventThatEndsAtASkippedMidnightDoesNotCoverTheNextDay() {
    let day = Day(ordinal: 20_540)
    let times = EventTimes(start: .date(day), end: .implied)
    let event = CalendarEvent(id: EventID(calendar: CalendarID("a"), uid: "a"), times: times)
    let occurrence = Occurrence(event: event, zone: .skippedMidnight)
    #expect(occurrence.end.wall.hour == 1)
    #expect(occurrence.days == day..<day.adding(days: 1))
  }

  @Test func barsOfARandomWeekNeverOverlapAndHiddenEventsAreCounted() {
    var random = SeededRandom(seed: TestExtent.seed(11))
    for _ in 0..<TestExtent.count(2_000) {
      let events = (0..<random.below(12)).map { index in
        let first = random.below(9) - 2
        return allDay(first, first + random.below(5), title: "\(index)")
      }
      let shownEvents = events.filter { $0.days.overlaps(week) }
      let layout = AllDayLayout(events, in: week)
      #expect(layout.bars.map(\.id) == shownEvents.map(\.id))
      #expect(!picture(layout.bars, laneCount: layout.laneCount, order: shownEvents.map(\.id)).contains("#"))
      let maximumLaneCount = 1 + random.below(4)
      let fittedLayout = layout.fitted(into: maximumLaneCount)
      for column in 0..<7 {
        let bars = fittedLayout.bars.filter { $0.columns.contains(column) }
        let allBars = layout.bars.filter { $0.columns.contains(column) }
        #expect(bars.count + fittedLayout.hiddenCounts[column] == allBars.count)
        let usableLaneCount = fittedLayout.hiddenCounts[column] > 0 ? maximumLaneCount - 1 : maximumLaneCount
        #expect(bars.allSatisfy { $0.lane < usableLaneCount })
      }
      guard maximumLaneCount > 1, let requestedBar = layout.bars.randomElement(using: &random) else {
        continue
      }
      let refittedLayout = layout.fitted(into: maximumLaneCount, showing: requestedBar.id)
      #expect(refittedLayout.bars.contains { $0.id == requestedBar.id })
      #expect(
        !picture(refittedLayout.bars, laneCount: maximumLaneCount, order: shownEvents.map(\.id)).contains("#")
      )
      for column in 0..<7 {
        let bars = refittedLayout.bars.filter { $0.columns.contains(column) }
        #expect(
          bars.count + refittedLayout.hiddenCounts[column]
            == layout.bars.count { $0.columns.contains(column) }
        )
        let usableLaneCount =
          refittedLayout.hiddenCounts[column] > 0 ? maximumLaneCount - 1 : maximumLaneCount
        #expect(bars.allSatisfy { $0.lane < usableLaneCount })
      }
    }
  }

  // MARK: Weeks of a month

  private func monthPicture(
    _ occurrences: [Occurrence], into laneCount: Int, keeping lanes: [Occurrence.ID: Int] = [:]
  ) -> String {
    let fitted = AllDayLayout(occurrences, in: week, keeping: lanes).fittedByColumn(into: laneCount)
    let numbers = fitted.hiddenCounts.map { $0 == 0 ? "." : String($0) }.joined()
    return picture(fitted.bars, laneCount: fitted.laneCount, order: occurrences.map(\.id)) + "\n" + numbers
  }

  @Test func oneHiddenEventIsShownInPlaceOfItsNumber() {
    let events = [allDay(0, 0), allDay(0, 0, title: "B"), allDay(0, 0, title: "C")]
    #expect(monthPicture(events, into: 3) == "A......\nB......\nC......\n.......")
    #expect(monthPicture(events, into: 2) == "A......\n.......\n2......")
    #expect(monthPicture(events, into: 1) == ".......\n3......")
  }

  @Test func spanIsShownOnTheDaysThatHaveRoomForIt() {
    // A and D cover all days, and B and C are on Tuesday.
    let events = [allDay(0, 6), allDay(1, 1), allDay(1, 1, title: "C"), allDay(-1, 6)]
    #expect(
      monthPicture(events, into: 2) == """
        DDDDDDD
        A.AAAAA
        .3.....
        """)
    let bars = AllDayLayout(events, in: week).fittedByColumn(into: 2).bars
    let parts = bars.filter { $0.id == events[0].id }
    #expect(parts.map(\.continuesBefore) == [false, true])
    #expect(parts.map(\.continuesAfter) == [true, false])
  }

  @Test func lanesThatBecomeFreeAreUsedBeforeTheLastOne() {
    let events =
      (0..<4).map { allDay(0, 1, title: "\($0)") } + (0..<2).map { allDay(1, 3, title: "later \($0)") }
    #expect(
      monthPicture(events, into: 5) == """
        AAEE...
        BBFF...
        CC.....
        DD.....
        .......
        .2.....
        """)
  }

  @Test func spanKeepsItsLaneFromTheWeekBefore() {
    let events = [allDay(-3, 1), allDay(-2, 6), allDay(0, 0)]
    #expect(monthPicture(events, into: 4) == "AA.....\nBBBBBBB\nC......\n.......")
    #expect(
      monthPicture(events, into: 4, keeping: [events[0].id: 2, events[1].id: 0])
        == "BBBBBBB\nC......\nAA.....\n.......")
    // Of two that keep the same lane, the one that began earlier has it.
    #expect(
      monthPicture(events, into: 4, keeping: [events[0].id: 1, events[1].id: 1])
        == "BBBBBBB\nAA.....\nC......\n.......")
    // Only what continues from the week before keeps a lane.
    #expect(
      monthPicture(events, into: 4, keeping: [events[2].id: 3]) == "AA.....\nBBBBBBB\nC......\n.......")
  }

  /// In 500 random weeks with up to about 100 events a day: shown and hidden events of each day are all of its events, each
  /// shown once, no bar covers another, and no number is 1.
  @Test func everyEventOfARandomMonthIsShownOrCounted() {
    var random = SeededRandom(seed: TestExtent.seed(41))
    for _ in 0..<TestExtent.count(500) {
      let eventCount = random.below(2) == 0 ? random.below(12) : random.below(420)
      let events = (0..<eventCount).map { index in
        let first = random.below(9) - 2
        return allDay(first, first + (random.below(3) == 0 ? random.below(9) : 0), title: "\(index)")
      }
      let lanesBefore = Dictionary(
        events.filter { _ in random.below(2) == 0 }.map { ($0.id, random.below(6)) },
        uniquingKeysWith: { first, _ in first })
      let layout = AllDayLayout(events, in: week, keeping: lanesBefore)
      let expectedIDs = (0..<7).map { column in
        Set(events.filter { $0.days.contains(monday.adding(days: column)) }.map(\.id))
      }
      for laneCount in 1...6 {
        let fitted = layout.fittedByColumn(into: laneCount)
        #expect(fitted.laneCount <= laneCount)
        for column in 0..<7 {
          let expected = expectedIDs[column]
          let shown = fitted.bars.filter { $0.columns.contains(column) }
          #expect(Set(shown.map(\.lane)).count == shown.count, "two bars are in one lane")
          #expect(Set(shown.map(\.id)).count == shown.count, "an event is shown twice")
          #expect(Set(shown.map(\.id)).isSubset(of: expected))
          #expect(shown.count + fitted.hiddenCounts[column] == expected.count)
          #expect(fitted.hiddenCounts[column] != 1)
          #expect(shown.allSatisfy { $0.lane < laneCount })
          guard fitted.hiddenCounts[column] > 0 else { continue }
          #expect(shown.allSatisfy { $0.lane < laneCount - 1 }, "a number stands on a bar")
          #expect(shown.count == laneCount - 1, "there is room for another event")
        }
      }
    }
  }
}
