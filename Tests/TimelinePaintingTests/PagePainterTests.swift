import CalendarModel
import CalendarText
import Testing
import TimelineInteraction

@testable import TimelinePainting

@Suite struct PagePainterTests {
  func picture(
    _ occurrences: [Occurrence], width: Int = 300, height: Int = 2100, now: WallTime? = nil,
    text: TextStyle = TextStyle(), palette: Palette = .light
  ) -> ImageSurface {
    let picture = ImageSurface(width: width, height: height)
    let page = CalendarPage(
      days: SampleDays.monday..<SampleDays.monday.adding(days: 1), occurrences: occurrences, zone: .utc,
      now: now.map { Instant(seconds: $0.seconds) })
    PagePainter(palette: palette, text: text).paint(
      page, width: Double(width), height: Double(height), on: picture.canvas)
    return picture
  }

  /// The height of the header of Monday's page.
  var headerHeight: Double {
    let page = CalendarPage(
      days: SampleDays.monday..<SampleDays.monday.adding(days: 1), occurrences: [], zone: .utc)
    let layout = PageLayout(
      width: 300, gutterWidth: 60, firstDay: SampleDays.monday, dayCount: 1, isRightToLeft: false)
    return HeaderPainter(page, layout, palette: .light, text: TextStyle(), phrases: Phrases()).height
  }

  func firstRow(_ picture: ImageSurface, column: Int, _ color: PaintColor, height: Int = 2100) -> Int? {
    (0..<height).first { picture.shows(color, column, $0) }
  }

  @Test func emptyDayHasOnlyGrays() {
    let picture = picture([])
    for row in stride(from: 0, to: 2100, by: 3) {
      for column in stride(from: 0, to: 300, by: 3) {
        guard let pixel = picture.pixel(column, row) else { continue }
        let components = [pixel.red, pixel.green, pixel.blue]
        #expect((components.max() ?? 0) - (components.min() ?? 0) < 0.02, "column \(column), row \(row)")
      }
    }
  }

  @Test func wholePictureIsPainted() {
    let picture = picture(SampleDays.ordinaryDay, height: 500)
    for (column, row) in [(0, 0), (299, 0), (0, 499), (299, 499), (150, 250)] {
      #expect(picture.pixel(column, row)?.alpha == 1)
    }
  }

  @Test func eventIsPaintedAtItsHours() throws {
    let event = SampleDays.event("Review", from: "10:00", to: "12:00", color: SampleDays.red)
    let picture = picture([event])
    let fill = EventTint(SampleDays.red, palette: .light).fill
    let first = try #require(firstRow(picture, column: 280, fill))
    let rows = (first..<2100).prefix { picture.shows(fill, 280, $0) }.count
    let header = headerHeight
    let pixelsPerHour = (2100 - header - 48) / 24
    let (top, bottom) = (header + 24 + 10 * pixelsPerHour, header + 24 + 12 * pixelsPerHour)
    #expect(abs(Double(first) - BlockPainter.gap - top) <= 0.5)
    #expect(abs(Double(first + rows) - bottom) <= 0.5)
  }

  @Test func todayHasACircleAndANowLine() {
    let today = picture([], now: WallTime(SampleDays.monday, hour: 11))
    let tomorrow = picture([], now: WallTime(SampleDays.monday.adding(days: 1), hour: 11))
    let (accent, now) = (Palette.light.accentFill, Palette.light.now)
    #expect(firstRow(today, column: 20, accent) != nil && firstRow(today, column: 200, now) != nil)
    #expect(firstRow(tomorrow, column: 20, accent) == nil && firstRow(tomorrow, column: 200, now) == nil)
  }

  private func stripeColor(_ color: EventColor) -> PaintColor { EventTint(color, palette: .light).mark }

  @Test func overlappingEventsAreSideBySide() {
    let events = [
      SampleDays.event("One", from: "10:00", to: "12:00", color: SampleDays.red),
      SampleDays.event("Two", from: "10:30", to: "12:00", color: SampleDays.green),
    ]
    let picture = picture(events)
    let (red, green) = (stripeColor(SampleDays.red), stripeColor(SampleDays.green))
    let rows = (0..<2100).filter { row in
      let colors = (0..<300).map { column in
        picture.shows(red, column, row) ? 1 : picture.shows(green, column, row) ? 2 : 0
      }
      return colors.contains(1) && colors.contains(2)
    }
    #expect(rows.count > 100)
  }

  @Test func rightToLeftMirrorsThePage() {
    let event = SampleDays.event("Review", from: "10:00", to: "12:00", color: SampleDays.red)
    let picture = picture([event], text: TextStyle(isRightToLeft: true))
    let gutterWidth = Int(GutterPainter.width(text: TextStyle(), phrases: Phrases()))
    #expect(firstRow(picture, column: 300 - gutterWidth - 8, PaintColor(SampleDays.red)) != nil)
    #expect(firstRow(picture, column: gutterWidth + 7, PaintColor(SampleDays.red)) == nil)
  }

  @Test func manyAllDayEventsLeaveSpaceForTheHours() {
    let allDayEvents = (0..<12).map {
      SampleDays.event("Fair \($0)", from: "2026-01-05", to: "2026-01-06", color: SampleDays.red)
    }
    let picture = picture(allDayEvents, height: 600)
    let gutterWidth = Int(GutterPainter.width(text: TextStyle(), phrases: Phrases()))
    let rowsWithStripe = (0..<600).map { picture.shows(PaintColor(SampleDays.red), gutterWidth + 7, $0) }
    #expect(
      zip(rowsWithStripe, rowsWithStripe.dropFirst()).count { !$0 && $1 } == 3,
      "not exactly three rows of all-day events are shown")
  }

  @Test(arguments: [(1, 1), (40, 30), (60, 2000), (2000, 60), (61, 81)])
  func smallSizesArePainted(width: Int, height: Int) {
    let picture = picture(SampleDays.ordinaryDay, width: width, height: height)
    #expect(picture.pixel(0, 0)?.alpha == 1)
  }

  @Test func fortyOverlappingEventsEachHaveABlock() {
    let (width, height) = (500, 1000)
    let picture = picture(SampleDays.fortyEvents, width: width, height: height)
    let colors = SampleDays.colors.map(stripeColor)
    let isStripe = (0..<height).map { row in
      (0..<width).map { column in colors.contains { picture.shows($0, column, row) } }
    }
    // A stripe is three pixels wide, and starts in the first row with three adjacent colored pixels.
    func hasWholeStripe(_ column: Int, _ row: Int) -> Bool {
      isStripe[row][column] && isStripe[row][column - 1] && isStripe[row][column - 2]
    }
    let stripeCount = (100..<height).reduce(0) { sum, row in
      sum + (62..<width).count { hasWholeStripe($0, row) && !hasWholeStripe($0, row - 1) }
    }
    #expect(stripeCount == 40)
  }
}

@Suite struct WeekPainterTests {
  let gutterWidth = Int(GutterPainter.width(text: TextStyle(), phrases: Phrases()))
  /// The width of a column in px; the page consists of the gutter and the columns.
  let columnWidth = 60

  /// A picture of the week that begins on Monday, by default tall enough to show all hours.
  func picture(
    _ occurrences: [Occurrence], now: WallTime? = nil, isRightToLeft: Bool = false, height: Int = 2100,
    days: Int = 7
  ) -> ImageSurface {
    let page = CalendarPage(
      days: SampleDays.monday..<SampleDays.monday.adding(days: days), occurrences: occurrences, zone: .utc,
      now: now.map { Instant(seconds: $0.seconds) })
    let width = gutterWidth + days * columnWidth
    return painted(width: width, height: height) {
      PagePainter(palette: .light, text: TextStyle(isRightToLeft: isRightToLeft))
        .paint(page, width: Double(width), height: Double(height), on: $0)
    }
  }

  /// The days whose columns contain a color in the given rows.
  func days(_ picture: ImageSurface, _ color: PaintColor, rows: Range<Int>, isRightToLeft: Bool = false)
    -> [Int]
  {
    (0..<7).filter { day in
      let left = isRightToLeft ? (6 - day) * columnWidth : gutterWidth + day * columnWidth
      return rows.contains { row in (left..<left + columnWidth).contains { picture.shows(color, $0, row) } }
    }
  }

  @Test(arguments: [false, true])
  func eventIsInTheColumnOfItsDay(isRightToLeft: Bool) {
    let thursday = SampleDays.event(
      "Interview", from: "2026-01-08T10:00", to: "2026-01-08T11:00", color: SampleDays.red)
    let picture = picture([thursday], isRightToLeft: isRightToLeft)
    let stripe = PaintColor(SampleDays.red)
    #expect(days(picture, stripe, rows: 800..<1100, isRightToLeft: isRightToLeft) == [3])
  }

  @Test func eventAcrossMidnightContinuesInTheNextColumn() {
    let night = SampleDays.event(
      "Shift", from: "2026-01-06T22:00", to: "2026-01-07T05:00", color: SampleDays.red)
    let picture = picture([night])
    let stripe = PaintColor(SampleDays.red)
    #expect(days(picture, stripe, rows: 1900..<2060) == [1])
    #expect(days(picture, stripe, rows: 160..<500) == [2])
  }

  @Test(arguments: [false, true])
  func allDayEventSpansItsDays(isRightToLeft: Bool) {
    let fair = SampleDays.event("Fair", from: "2026-01-06", to: "2026-01-09", color: SampleDays.red)
    let picture = picture([fair], isRightToLeft: isRightToLeft)
    let fill = EventTint(SampleDays.red, palette: .light).fill
    #expect(days(picture, fill, rows: 90..<130, isRightToLeft: isRightToLeft) == [1, 2, 3])
  }

  @Test func eventsOfADayOrMoreAreShownAboveTheHours() {
    let long = SampleDays.event(
      "Stocktaking", from: "2026-01-06T06:00", to: "2026-01-08T18:00", color: SampleDays.red)
    let picture = picture([long])
    let fill = EventTint(SampleDays.red, palette: .light).fill
    #expect(days(picture, fill, rows: 90..<130) == [1, 2, 3])
    #expect(days(picture, fill, rows: 200..<2100) == [])
  }

  @Test func onlyTodaysDateIsInACircle() {
    let picture = picture([], now: WallTime(SampleDays.monday.adding(days: 4), hour: 12))
    #expect(days(picture, Palette.light.accentFill, rows: 30..<100) == [4])
  }

  @Test func nowLineCrossesOnlyTodayAndIsPaintedOverItsEvents() {
    let now = WallTime(SampleDays.monday.adding(days: 4), hour: 12)
    let events = (0..<7).map { day in
      let date = SampleDays.monday.adding(days: day)
      return SampleDays.event("Long", from: "\(date)T09:00:00", to: "\(date)T15:00:00")
    }
    let picture = picture(events, now: now)
    let line = (900..<1200).filter {
      picture.shows(Palette.light.now, gutterWidth + 4 * columnWidth + 30, $0)
    }
    #expect(line.count == 2)
    #expect(days(picture, Palette.light.now, rows: line.first.map { $0..<$0 + 2 } ?? 0..<0).contains(4))
    let otherColumns = [0, 2, 5].map {
      picture.shows(Palette.light.now, gutterWidth + $0 * columnWidth + 30, line.first ?? 0)
    }
    #expect(!otherColumns.contains(true))
  }

  @Test func pagesOfEveryLengthFillThePicture() {
    for days in 1...7 {
      let picture = picture(SampleDays.week, height: 700, days: days)
      #expect(picture.pixel(gutterWidth + days * columnWidth - 1, 699)?.alpha == 1)
    }
  }

  @Test func endOfANightShiftDoesNotHideTheEvening() {
    let night = SampleDays.event("Shift", from: "2026-01-05T23:00", to: "2026-01-06T06:00")
    let late = SampleDays.event("Concert", from: "2026-01-07T20:00", to: "2026-01-07T22:00")
    let page = CalendarPage(
      days: SampleDays.monday..<SampleDays.monday.adding(days: 7), occurrences: [night, late], zone: .utc)
    #expect(page.relevantSeconds == 0..<24 * 3600)
    #expect(page.essentialSeconds == 9 * 3600..<24 * 3600)
    let fit = HourFit(
      showing: page.relevantSeconds, orAtLeast: page.essentialSeconds, height: 660, defaultPixelsPerHour: 80)
    #expect(fit.axis.y(ofSecond: 22 * 3600) <= fit.scroll + 660)
    let tall = HourFit(
      showing: page.relevantSeconds, orAtLeast: page.essentialSeconds, height: 1200, defaultPixelsPerHour: 80)
    #expect(tall.scroll == 0)
  }
}

/// Events at hours that do not fit into a picture.
@Suite struct HiddenEventsTests {
  /// A week with an early run, an evening, and a night train that arrives on the day after.
  let page = CalendarPage(
    days: SampleDays.monday..<SampleDays.monday.adding(days: 7),
    occurrences: [
      SampleDays.event("Run", from: "2026-01-06T05:30", to: "2026-01-06T06:15"),
      SampleDays.event("Train", from: "2026-01-09T22:00", to: "2026-01-10T02:00", color: SampleDays.red),
      SampleDays.event("Cinema", from: "2026-01-09T20:00", to: "2026-01-09T21:00"),
    ], zone: .utc)
  let painter = PagePainter(palette: .light)

  func picture(height: Int, _ page: CalendarPage) -> ImageSurface {
    painted(width: 1200, height: height) {
      painter.paint(page, width: 1200, height: Double(height), on: $0)
    }
  }

  /// The horizontal extent of Saturday's column.
  var saturday: Range<Int> {
    let gutterWidth = Int(GutterPainter.width(text: TextStyle(), phrases: Phrases()))
    let columnWidth = (1200 - gutterWidth) / 7
    return gutterWidth + 5 * columnWidth + 6..<gutterWidth + 6 * columnWidth
  }

  @Test func pictureOfTheDefaultSizeShowsAllEvents() {
    let height = painter.defaultSize(of: page).height
    #expect(height > page.defaultSize.height, "the night does not fit into the usual size")
    let picture = picture(height: height, page)
    let red = PaintColor(SampleDays.red)
    #expect((0..<height).contains { row in saturday.contains { picture.shows(red, $0, row) } })
    let wholeFrames = page.eachDay.indices.flatMap { frames(onDay: $0, height: Double(height)) }
    #expect(wholeFrames.count == 4)
  }

  /// The frames of a day's events that are completely in a picture of the given height.
  private func frames(onDay index: Int, height: Double) -> [BlockFrame] {
    let top =
      painter.minimumHeight(of: page)
      - HourFit.minimumHeight(
        of: page.relevantSeconds, defaultPixelsPerHour: TextMetrics.pixelsPerHour(TextStyle()))
    let fit = HourFit(
      showing: page.relevantSeconds, orAtLeast: page.essentialSeconds, height: height - top,
      defaultPixelsPerHour: TextMetrics.pixelsPerHour(TextStyle()))
    let day = SampleDays.monday.adding(days: index)
    let column = DayColumns(firstDay: day, count: 1, left: 0, width: 100)
    let frames = BlockFrame.frames(
      of: page.occurrences, on: day, axis: fit.axis, columns: column, minimumHeight: 20, scale: 1)
    return frames.filter { $0.top >= fit.scroll && $0.bottom <= fit.scroll + height - top }
  }

  @Test func ordinaryPictureKeepsItsSize() {
    var ordinary = page
    ordinary.occurrences.removeAll { $0.event.summary == "Train" }
    #expect(painter.defaultSize(of: ordinary) == page.defaultSize)
  }

  @Test func eventsOutsideALowPictureAreCounted() {
    let line = BlockPainter.minimumHeight(text: TextStyle())
    let day = SampleDays.monday
    let column = DayColumns(firstDay: day, count: 1, left: 0, width: 100)
    let events = [("Night", 0), ("Run", 5), ("Lunch", 12), ("Cinema", 20), ("Late", 23)].map {
      SampleDays.event($0, from: "2026-01-05T\($1 < 10 ? "0" : "")\($1):00", to: "2026-01-05T23:59")
    }
    let axis = DayAxis(pixelsPerHour: 40)
    let frames = BlockFrame.frames(
      of: events, on: day, axis: axis, columns: column, minimumHeight: line, scale: 1)
    func counts(_ hours: Range<Double>) -> [Int] {
      let counts = painter.hiddenCounts(
        frames, in: axis.y(ofSecond: hours.lowerBound * 3600)..<axis.y(ofSecond: hours.upperBound * 3600))
      return [counts.earlier, counts.later]
    }
    #expect(counts(0..<24) == [0, 0])
    #expect(counts(5..<20.2) == [1, 2])
    #expect(counts(6..<23) == [2, 1])
  }

  @Test func lowPictureSaysWhatItLeavesOut() {
    var withoutTrain = page
    withoutTrain.occurrences.removeAll { $0.event.summary == "Train" }
    let (shown, empty) = (picture(height: 500, page), picture(height: 500, withoutTrain))
    let changedRows = (0..<500).filter { row in
      saturday.contains { shown.pixel($0, row) != empty.pixel($0, row) }
    }
    #expect(changedRows.count >= 10, "Saturday does not say that the train is earlier")
  }
}

@Suite struct HourFitTests {
  @Test func tallViewShowsTheWholeDay() {
    let fit = HourFit(showing: 8 * 3600..<18 * 3600, height: 2448, defaultPixelsPerHour: 80)
    #expect(fit.scroll == 0)
    #expect(fit.axis.contentHeight == 2448)
  }

  @Test func requestedHoursAreVisibleIfTheyFit() {
    for height in stride(from: 460.0, through: 1900, by: 60) {
      let fit = HourFit(showing: 8 * 3600..<18 * 3600, height: height, defaultPixelsPerHour: 80)
      #expect((40...80).contains(fit.axis.pixelsPerHour))
      #expect(fit.axis.y(ofSecond: 8 * 3600) >= fit.scroll)
      #expect(fit.axis.y(ofSecond: 18 * 3600) <= fit.scroll + height)
    }
  }

  @Test func hoursThatDoNotFitAreShownFromTheFirst() {
    let fit = HourFit(showing: 6 * 3600..<23 * 3600, height: 300, defaultPixelsPerHour: 80)
    #expect(fit.axis.pixelsPerHour == 40)
    #expect(fit.axis.y(ofSecond: 6 * 3600) - fit.scroll == Feel.hoursMargin)
  }

  @Test func scrollPositionStaysWithinTheDay() {
    let early = HourFit(showing: 0..<3600, height: 900, defaultPixelsPerHour: 80)
    #expect(early.scroll == 0)
    let late = HourFit(showing: 23 * 3600..<86_400, height: 900, defaultPixelsPerHour: 80)
    #expect(late.scroll == late.axis.scrollMax(viewportHeight: 900))
  }
}
