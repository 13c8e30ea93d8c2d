import CalendarModel
import CalendarText
import Testing

@testable import TimelinePainting

@Suite struct DateHeaderPainterTests {
  let background = Palette.light.background

  func painter(_ text: TextStyle = TextStyle(), _ palette: Palette = .light) -> DateHeaderPainter {
    DateHeaderPainter(palette: palette, text: text, phrases: Phrases())
  }

  /// A week; each column is 100 px wide by default.
  func picture(
    _ painter: DateHeaderPainter, width: Int = 700, _ change: (Int, inout DateHeaderDay) -> Void = { _, _ in }
  ) -> ImageSurface {
    let days = (0..<7).map { index in
      var day = DateHeaderDay(SampleDays.monday.adding(days: index))
      change(index, &day)
      return day
    }
    return painted(width: width, height: Int(painter.height)) {
      painter.paint(days, width: Double(width), on: $0)
    }
  }

  /// The number of pixels in a column that have the given color.
  func count(_ color: PaintColor, _ picture: ImageSurface, column: Int) -> Int {
    (column * 100..<column * 100 + 100).reduce(0) { sum, x in
      sum + (0..<78).count { picture.shows(color, x, $0) }
    }
  }

  @Test func todayIsAFilledCircleInItsColumn() {
    let picture = picture(painter()) { index, day in day.isToday = index == 3 }
    let circlePixelCounts = (0..<7).map { count(Palette.light.accentFill, picture, column: $0) }
    #expect(circlePixelCounts[3] > 400)
    #expect(circlePixelCounts.enumerated().allSatisfy { $0.offset == 3 || $0.element == 0 })
  }

  @Test func selectedDateAndTodayHaveDifferentShapes() {
    let ring = picture(painter()) { index, day in day.isSelected = index == 3 }
    let circle = picture(painter()) { index, day in day.isToday = index == 3 }
    let ringAndCircle = picture(painter()) { index, day in
      (day.isSelected, day.isToday) = (index == 3, index == 3)
    }
    let counts = [ring, circle, ringAndCircle].map { picture in
      [Palette.light.accentMark, Palette.light.accentFill].reduce(0) { $0 + count($1, picture, column: 3) }
    }
    #expect(counts[0] > 80 && counts[0] < counts[1] / 2)
    #expect(counts[2] > counts[1])
  }

  @Test func busierDaysHaveMoreDots() {
    let dimColor = Palette.light.dimForeground
    let pictureWithoutDots = picture(painter())
    for dotCount in 1...3 {
      let picture = picture(painter()) { index, day in day.dotCount = index == 5 ? dotCount : 0 }
      let addedPixelCount =
        count(dimColor, picture, column: 5) - count(dimColor, pictureWithoutDots, column: 5)
      #expect(
        addedPixelCount >= dotCount * 4 && addedPixelCount <= dotCount * 16,
        "\(dotCount) dots have \(addedPixelCount) whole pixels")
    }
  }

  @Test func bandMarksTheShownDatesUnlessTheWholeWeekIsShown() {
    let wholeWeek = picture(painter())
    #expect(wholeWeek.shows(background, 210, 40))
    let twoDays = picture(painter()) { index, day in day.isShown = (1..<3).contains(index) }
    #expect(twoDays.shows(background, 90, 40) && !twoDays.shows(background, 110, 40))
    #expect(!twoDays.shows(background, 290, 40) && twoDays.shows(background, 310, 40))
  }

  @Test func firstDateIsOnTheRightInRightToLeftLayouts() {
    let picture = picture(painter(TextStyle(isRightToLeft: true))) { index, day in day.isToday = index == 0 }
    #expect(count(Palette.light.accentFill, picture, column: 6) > 400)
  }

  @Test func columnWithoutADateIsEmpty() {
    let painter = painter()
    let picture = painted(width: 700, height: Int(painter.height)) {
      painter.paint([nil, DateHeaderDay(SampleDays.monday)], width: 700, on: $0)
    }
    #expect(picture.count(in: 0..<350, 0..<Int(painter.height), not: background) == 0)
    #expect(picture.count(in: 350..<700, 0..<Int(painter.height), not: background) > 0)
  }

  @Test(arguments: [(14.67, 290), (29.3, 230), (29.3, 700)])
  func datesStayWithinNarrowColumns(size: Double, width: Int) {
    let painter = painter(TextStyle(size: size))
    let picture = picture(painter, width: width) { index, day in
      day.isSelected = index == 2
      day.isToday = index == 4
      day.dotCount = 3
    }
    let height = Int(painter.height)
    for edge in 1..<7 {
      let x = edge * width / 7
      #expect(
        picture.count(in: x..<x + 1, 0..<height, not: background) == 0, "a date crosses the edge at \(x)")
    }
    #expect(picture.count(in: 0..<width, height - 2..<height, not: background) == 0)
  }

  @Test func weekNumberIsInTheGutter() {
    let painter = painter()
    let picture = painted(width: 100, height: Int(painter.height)) {
      painter.paintWeekNumber(47, width: 60, on: $0)
    }
    let height = Int(painter.height)
    #expect(picture.count(in: 0..<60, 0..<height, not: background) > 20)
    #expect(picture.count(in: 60..<100, 0..<height, not: background) == 0)
    #expect(picture.count(in: 0..<5, 0..<height, not: background) == 0)
  }
}

@Suite struct DayLoadTests {
  func load(_ occurrences: [Occurrence]) -> DayLoad { DayLoad(of: occurrences, on: SampleDays.monday) }

  @Test func dotsIncreaseWithTheBusyHours() {
    #expect(load([]) == DayLoad(eventCount: 0, dotCount: 0))
    for (end, dotCount) in [
      ("09:15", 1), ("11:59", 1), ("12:00", 2), ("14:59", 2), ("15:00", 3), ("23:00", 3),
    ] {
      #expect(
        load([SampleDays.event("A", from: "09:00", to: end)]) == DayLoad(eventCount: 1, dotCount: dotCount))
    }
  }

  @Test func overlappingHoursAreCountedOnce() {
    let overlapping = [
      SampleDays.event("A", from: "09:00", to: "11:30"), SampleDays.event("B", from: "09:30", to: "10:00"),
      SampleDays.event("C", from: "10:00", to: "11:45"),
    ]
    #expect(load(overlapping) == DayLoad(eventCount: 3, dotCount: 1))
    #expect(
      load(overlapping + [SampleDays.event("D", from: "20:00", to: "20:15")])
        == DayLoad(eventCount: 4, dotCount: 2)
    )
  }

  @Test func onlyHoursOnTheDayItselfAreCounted() {
    let train = SampleDays.event("Train", from: "2026-01-04T22:00", to: "2026-01-05T02:00")
    #expect(load([train]) == DayLoad(eventCount: 1, dotCount: 1))
    #expect(DayLoad(of: [train], on: SampleDays.monday.adding(days: 1)) == DayLoad())
  }

  @Test func freeAndCanceledEventsAddNoDots() {
    #expect(load([SampleDays.event("A", from: "09:00", to: "18:00", isFree: true)]).dotCount == 0)
    #expect(load([SampleDays.event("A", from: "09:00", to: "18:00", status: .canceled)]).dotCount == 0)
    #expect(load([SampleDays.event("A", from: "2026-01-05", to: "2026-01-07")]).dotCount == 1)
  }
}
