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
}
