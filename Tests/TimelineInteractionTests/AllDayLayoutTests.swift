import CalendarModel
import InteractionTestSupport
import TestExtent
import Testing
import TimelineInteraction

/// An all-day event from its first to its last day, both counted from Monday, 5 January.
private func allDay(_ first: Int, _ last: Int, title: String = "A") -> Occurrence {
  let times = EventTimes(
    start: .date(monday.adding(days: first)), end: .time(.date(monday.adding(days: last + 1))))
  let id = EventID(calendar: CalendarID("test.ics"), uid: "\(title) \(first) \(last)")
  return Occurrence(event: CalendarEvent(id: id, times: times, summary: title), zone: .utc)
}

private let week = monday..<monday.adding(days: 7)

/// Draws the week as text: one row for each lane, one cell for each day, one letter for each event.
private func picture(_ bars: [AllDayLayout.Bar], lanes: Int, order: [Occurrence.ID]) -> String {
  var rows = Array(repeating: Array(repeating: Character("."), count: 7), count: lanes)
  for bar in bars {
    let letter = Character(UnicodeScalar(UInt8(65 + (order.firstIndex(of: bar.id) ?? 25))))
    for column in bar.columns {
      // "#" marks an overlap, which must never happen.
      rows[bar.lane][column] = rows[bar.lane][column] == "." ? letter : "#"
    }
  }
  return rows.map { String($0) }.joined(separator: "\n")
}

private func picture(_ occurrences: [Occurrence], into lanes: Int? = nil) -> String {
  let layout = AllDayLayout(occurrences, in: week)
  let fitted = layout.fitted(into: lanes ?? 1_000)
  return picture(fitted.bars, lanes: fitted.laneCount, order: occurrences.map(\.id))
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
    let crowded = [allDay(0, 6), allDay(0, 0, title: "B"), allDay(1, 3), allDay(3, 4), allDay(3, 5)]
    #expect(
      picture(crowded) == """
        AAAAAAA
        BCCC...
        ...EEE.
        ...DD..
        """)
    let fitted = AllDayLayout(crowded, in: week).fitted(into: 2)
    #expect(picture(fitted.bars, lanes: 2, order: crowded.map(\.id)) == "AAAAAAA\nB......")
    #expect(fitted.hiddenCounts == [0, 1, 1, 3, 2, 1, 0])
  }

  @Test(arguments: [
    (0, 2, "AAAAAAA\nB......"), (1, 2, "AAAAAAA\nB......"), (2, 2, ".CCC...\n......."),
    (4, 3, "AAAAAAA\nB..EEE.\n......."), (3, 1, "...DD.."),
  ])
  func requestedEventReplacesOthersIfSpaceIsShort(requested: Int, lanes: Int, shown: String) {
    let crowded = [allDay(0, 6), allDay(0, 0, title: "B"), allDay(1, 3), allDay(3, 4), allDay(3, 5)]
    let fitted = AllDayLayout(crowded, in: week).fitted(into: lanes, showing: crowded[requested].id)
    #expect(picture(fitted.bars, lanes: lanes, order: crowded.map(\.id)) == shown)
  }

  @Test func nothingIsHiddenIfThereIsEnoughSpace() {
    let fitted = AllDayLayout([allDay(0, 3), allDay(2, 5)], in: week).fitted(into: 2)
    #expect(fitted.bars.count == 2 && fitted.hiddenCounts == Array(repeating: 0, count: 7))
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
      let shown = events.filter { $0.days.overlaps(week) }
      let layout = AllDayLayout(events, in: week)
      #expect(layout.bars.map(\.id) == shown.map(\.id))
      #expect(!picture(layout.bars, lanes: layout.laneCount, order: shown.map(\.id)).contains("#"))
      let lanes = 1 + random.below(4)
      let fitted = layout.fitted(into: lanes)
      for column in 0..<7 {
        let bars = fitted.bars.filter { $0.columns.contains(column) }
        let all = layout.bars.filter { $0.columns.contains(column) }
        #expect(bars.count + fitted.hiddenCounts[column] == all.count)
        let usableLanes = fitted.hiddenCounts[column] > 0 ? lanes - 1 : lanes
        #expect(bars.allSatisfy { $0.lane < usableLanes })
      }
      guard lanes > 1, let requested = layout.bars.randomElement(using: &random) else { continue }
      let refitted = layout.fitted(into: lanes, showing: requested.id)
      #expect(refitted.bars.contains { $0.id == requested.id })
      #expect(!picture(refitted.bars, lanes: lanes, order: shown.map(\.id)).contains("#"))
      for column in 0..<7 {
        let bars = refitted.bars.filter { $0.columns.contains(column) }
        #expect(
          bars.count + refitted.hiddenCounts[column] == layout.bars.count { $0.columns.contains(column) }
        )
        let usableLanes = refitted.hiddenCounts[column] > 0 ? lanes - 1 : lanes
        #expect(bars.allSatisfy { $0.lane < usableLanes })
      }
    }
  }
}
