import CalendarModel
import CalendarText
import Testing
import TimelineInteraction

@testable import TimelinePainting

@Suite struct MonthPainterTests {
  private static let red = EventColor(red: 0.88, green: 0.11, blue: 0.14)
  private static let geometry = MonthGeometry(width: 280, height: 6 * 46)

  /// A picture of a month in which one day differs.
  private func picture(
    at changedIndex: Int = 10, _ palette: Palette = .light, text: TextStyle = TextStyle(),
    _ change: (inout MonthDay) -> Void = { _ in }
  ) -> ImageSurface {
    let days = (0..<42).map { index in
      var day = MonthDay(index % 31 + 1)
      if index == changedIndex { change(&day) }
      return day
    }
    return painted(width: 280, height: 6 * 46) { canvas in
      canvas.fill(Rectangle(x: 0, y: 0, width: 280, height: 6 * 46), palette.background)
      MonthPainter(palette: palette, text: text, phrases: Phrases(), showsDots: true)
        .paint(days, weekNumbers: [], in: MonthPainterTests.geometry, on: canvas)
    }
  }

  /// The number of pixels with a color in the cell of a day.
  private func count(_ color: PaintColor, _ picture: ImageSurface, at index: Int) -> Int {
    let (left, top) = (index % 7 * 40, index / 7 * 46)
    return (left..<left + 40).reduce(0) { sum, x in
      sum + (top..<top + 46).count { picture.shows(color, x, $0) }
    }
  }

  @Test func todayIsAFilledCircleAndTheSelectedDayHasARing() {
    let todayPixelCount = count(Palette.light.accentFill, picture { $0.isToday = true }, at: 10)
    let ringPixelCount = count(Palette.light.accentMark, picture { $0.isSelected = true }, at: 10)
    #expect(todayPixelCount > 400)
    #expect(ringPixelCount > 60 && ringPixelCount < todayPixelCount / 2)
    for color in [Palette.light.accentFill, Palette.light.accentMark] {
      #expect(count(color, picture(), at: 10) == 0)
    }
  }

  @Test func eventsAreDotsInTheirColors() {
    let dots = picture { $0.dots = [MonthPainterTests.red, nil] }
    #expect(count(PaintColor(MonthPainterTests.red), dots, at: 10) >= 4)
    #expect(count(Palette.light.accent, dots, at: 10) >= 4)
  }

  @Test func dotsOfTheSelectedDayAreAtTheSameHeightAsThoseOfOtherDays() {
    func rows(_ picture: ImageSurface) -> [Int] {
      (46..<92).filter { y in
        (120..<160).contains { picture.shows(PaintColor(MonthPainterTests.red), $0, y) }
      }
    }
    let plainDayRows = rows(picture { $0.dots = [MonthPainterTests.red] })
    let selectedDayRows = rows(picture { ($0.isSelected, $0.dots) = (true, [MonthPainterTests.red]) })
    #expect(!plainDayRows.isEmpty && plainDayRows == selectedDayRows)
  }

  @Test(arguments: [36, 42, 46])
  func ringAndDotsAreInsideTheFocusFrame(rowHeight: Int) {
    let days = (0..<42).map { index in
      var day = MonthDay(index % 31 + 1)
      (day.isSelected, day.dots) = (index == 10, index == 10 ? [MonthPainterTests.red, nil] : [])
      return day
    }
    let picture = painted(width: 280, height: 6 * rowHeight) { canvas in
      canvas.fill(
        Rectangle(x: 0, y: 0, width: 280, height: 6 * Double(rowHeight)), Palette.light.background)
      MonthPainter(palette: .light, text: TextStyle(), phrases: Phrases(), showsDots: true).paint(
        days, weekNumbers: [], in: MonthGeometry(width: 280, height: 6 * Double(rowHeight)), on: canvas)
    }
    // The focus frame is drawn on the outermost 2 px of the day.
    let (columns, rows) = (120..<160, rowHeight..<2 * rowHeight)
    let (innerColumns, innerRows) = (122..<158, rowHeight + 2..<2 * rowHeight - 2)
    for y in rows {
      for x in columns where !innerColumns.contains(x) || !innerRows.contains(y) {
        #expect(picture.shows(Palette.light.background, x, y), "at \(x), \(y)")
      }
    }
  }

  /// The highest contrast between a pixel of a day and the background.
  private func contrast(_ picture: ImageSurface, _ palette: Palette) -> Double {
    (120..<160).flatMap { x in (46..<83).compactMap { picture.pixel(x, $0) } }
      .map { $0.contrast(to: palette.background) }.max() ?? 0
  }

  @Test(arguments: [Palette.light, .dark])
  func dimDaysAreLegibleAndStillDim(palette: Palette) {
    // Large digits have pixels of the full color.
    let text = TextStyle(size: 22)
    let workdayContrast = contrast(picture(palette, text: text), palette)
    let weekendContrast = contrast(picture(palette, text: text) { $0.isWeekend = true }, palette)
    let otherMonthContrast = contrast(picture(palette, text: text) { $0.isInMonth = false }, palette)
    #expect(otherMonthContrast >= 4.5)
    #expect(weekendContrast > otherMonthContrast + 0.5)
    #expect(workdayContrast > weekendContrast + 0.5)
  }

  @Test func dotsHaveEnoughContrast() {
    let yellow = EventColor(red: 1, green: 0.95, blue: 0.4)
    let pictureWithDot = picture { $0.dots = [yellow] }
    let plainPicture = picture()
    let dotContrasts = (120..<160).flatMap { x in (46..<92).map { (x, $0) } }
      .filter { pictureWithDot.pixel($0.0, $0.1) != plainPicture.pixel($0.0, $0.1) }
      .compactMap { pictureWithDot.pixel($0.0, $0.1)?.contrast(to: Palette.light.background) }
    #expect((dotContrasts.max() ?? 0) >= 3)
  }

  @Test func calendarFitsIntoTheNarrowestWindowAtAnyTextSize() {
    for size in [14.67, 22, 29.3, 44] {
      let painter = MonthPainter(
        palette: .light, text: TextStyle(size: size), phrases: Phrases(), showsDots: true)
      for columns in [7, 8] {
        #expect(painter.naturalWidth(columns: columns) <= 336)
        #expect(painter.naturalWidth(columns: columns) / Double(columns) >= 32)
      }
    }
  }
}

@Suite struct DayMarksTests {
  private static let (red, green) = (SampleDays.red, SampleDays.green)

  private func event(
    _ start: String, _ end: String, _ color: EventColor? = nil,
    status: CalendarEvent.Status = .confirmed
  ) -> Occurrence {
    SampleDays.event("Event", from: start, to: end, color: color, status: status)
  }

  @Test func everyColorHasADotAndThereAreAtMostThree() {
    let one = event("2035-01-08", "2035-01-09", DayMarksTests.red)
    let other = event("2035-01-08", "2035-01-09", DayMarksTests.green)
    let (red, green): (EventColor?, EventColor?) = (DayMarksTests.red, DayMarksTests.green)
    #expect(DayMarks(of: [one]).dots == [red])
    #expect(DayMarks(of: [one, one]).dots == [red, red])
    #expect(DayMarks(of: [one, one, one, one]).dots == [red, red, red])
    #expect(DayMarks(of: [one, one, one, other]).dots == [red, red, green])
    #expect(DayMarks(of: [one, one, one, other]).eventCount == 4)
  }

  @Test func canceledEventsAreCountedButHaveNoDot() {
    let canceled = event("2035-01-08", "2035-01-09", DayMarksTests.red, status: .canceled)
    let marks = DayMarks(of: [canceled])
    #expect(marks.eventCount == 1)
    #expect(marks.dots.isEmpty)
  }

  @Test func eventMarksEachOfItsDays() throws {
    let days = try #require(Day("2035-01-08"))..<#require(Day("2035-01-12"))
    let long = event("2035-01-01", "2035-01-10")
    let last = event("2035-01-11", "2035-01-20")
    let outside = event("2035-01-12", "2035-01-13")
    let marks = DayMarks.marks(of: [long, last, outside], on: days)
    #expect(marks.map(\.eventCount) == [1, 1, 0, 1])
  }
}
