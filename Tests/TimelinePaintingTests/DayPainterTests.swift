import CalendarModel
import CalendarText
import Testing
import TimelineInteraction

@testable import TimelinePainting

@Suite struct DayPainterTests {
  func picture(
    _ occurrences: [Occurrence], width: Int = 300, height: Int = 2100, now: WallTime? = nil,
    text: TextStyle = TextStyle(), palette: Palette = .light
  ) -> ImageSurface {
    let picture = ImageSurface(width: width, height: height)
    let page = DayPage(
      day: SampleDays.monday, occurrences: occurrences, now: now.map { ZonedTime(wall: $0, offset: 0) })
    DayPainter(palette: palette, text: text).paint(
      page, width: Double(width), height: Double(height), on: picture.canvas)
    return picture
  }

  /// The first row in a column that has the colour.
  func firstRow(_ picture: ImageSurface, column: Int, _ color: PaintColor, height: Int = 2100) -> Int? {
    (0..<height).first { picture.shows(color, column, $0) }
  }

  @Test func anEmptyDayHasNoColourButTheSheets() {
    let picture = picture([])
    for row in stride(from: 0, to: 2100, by: 3) {
      for column in stride(from: 0, to: 300, by: 3) {
        guard let pixel = picture.pixel(column, row) else { continue }
        let parts = [pixel.red, pixel.green, pixel.blue]
        #expect((parts.max() ?? 0) - (parts.min() ?? 0) < 0.02, "column \(column), row \(row)")
      }
    }
  }

  @Test func theWholePictureIsPainted() {
    let picture = picture(SampleDays.ordinary, height: 500)
    for (column, row) in [(0, 0), (299, 0), (0, 499), (299, 499), (150, 250)] {
      #expect(picture.pixel(column, row)?.alpha == 1)
    }
  }

  @Test func anEventStandsAtItsHours() throws {
    let event = SampleDays.event("Review", from: "10:00", to: "12:00", color: SampleDays.red)
    let picture = picture([event])
    let fill = EventTint(SampleDays.red, palette: .light).fill
    let first = try #require(firstRow(picture, column: 280, fill))
    let rows = (first..<2100).prefix { picture.shows(fill, 280, $0) }.count
    let header = HeaderPainter(palette: .light, text: TextStyle(), phrases: Phrases()).height
    let perHour = (2100 - header - 48) / 24
    let (top, bottom) = (header + 24 + 10 * perHour, header + 24 + 12 * perHour)
    #expect(abs(Double(first) - BlockPainter.gap - top) <= 0.5)
    #expect(abs(Double(first + rows) - bottom) <= 0.5)
  }

  @Test func todayHasACircleAndALine() {
    let today = picture([], now: WallTime(SampleDays.monday, hour: 11))
    let tomorrow = picture([], now: WallTime(SampleDays.monday.adding(days: 1), hour: 11))
    let (accent, now) = (Palette.light.accent, Palette.light.now)
    #expect(firstRow(today, column: 20, accent) != nil && firstRow(today, column: 200, now) != nil)
    #expect(firstRow(tomorrow, column: 20, accent) == nil && firstRow(tomorrow, column: 200, now) == nil)
  }

  @Test func overlappingEventsStandBesideEachOther() {
    let events = [
      SampleDays.event("One", from: "10:00", to: "12:00", color: SampleDays.red),
      SampleDays.event("Two", from: "10:30", to: "12:00", color: SampleDays.green),
    ]
    let picture = picture(events)
    let rows = (0..<2100).filter { row in
      let colors = (0..<300).map { column in
        picture.shows(PaintColor(SampleDays.red), column, row)
          ? 1 : picture.shows(PaintColor(SampleDays.green), column, row) ? 2 : 0
      }
      return colors.contains(1) && colors.contains(2)
    }
    #expect(rows.count > 100)
  }

  @Test func rightToLeftIsMirrored() {
    let event = SampleDays.event("Review", from: "10:00", to: "12:00", color: SampleDays.red)
    let picture = picture([event], text: TextStyle(isRightToLeft: true))
    let gutter = Int(GutterPainter.width(text: TextStyle(), phrases: Phrases()))
    #expect(firstRow(picture, column: 300 - gutter - 8, PaintColor(SampleDays.red)) != nil)
    #expect(firstRow(picture, column: gutter + 7, PaintColor(SampleDays.red)) == nil)
  }

  @Test func manyEventsOfWholeDaysLeaveRoomForTheHours() {
    let many = (0..<12).map {
      SampleDays.event("Fair \($0)", from: "2026-01-05", to: "2026-01-06", color: SampleDays.red)
    }
    let strip = AllDayStrip(
      contents: many.map { BlockContent($0, on: SampleDays.monday, now: nil, phrases: Phrases()) },
      palette: .light, text: TextStyle(), phrases: Phrases())
    #expect(strip.height < 5 * AllDayStrip.rowHeight(text: TextStyle()))
    let picture = picture(many, height: 600)
    let gutter = Int(GutterPainter.width(text: TextStyle(), phrases: Phrases()))
    let bars = (0..<600).map { picture.shows(PaintColor(SampleDays.red), gutter + 7, $0) }
    #expect(zip(bars, bars.dropFirst()).count { !$0 && $1 } == 3, "three, and how many more there are")
  }

  @Test(arguments: [(1, 1), (40, 30), (60, 2000), (2000, 60), (61, 81)])
  func noSizeIsTooSmall(width: Int, height: Int) {
    let picture = picture(SampleDays.ordinary, width: width, height: height)
    #expect(picture.pixel(0, 0)?.alpha == 1)
  }

  @Test func fortyEventsAllHaveTheirBlock() {
    let (width, height) = (500, 1000)
    let picture = picture(SampleDays.forty, width: width, height: height)
    let colors = SampleDays.colors.map { PaintColor($0) }
    let isBar = (0..<height).map { row in
      (0..<width).map { column in colors.contains { picture.shows($0, column, row) } }
    }
    // A bar is three pixels wide; where three are together and were not in the row above, one begins.
    func isWhole(_ column: Int, _ row: Int) -> Bool {
      isBar[row][column] && isBar[row][column - 1] && isBar[row][column - 2]
    }
    let starts = (100..<height).reduce(0) { sum, row in
      sum + (62..<width).count { isWhole($0, row) && !isWhole($0, row - 1) }
    }
    #expect(starts == 40)
  }
}

@Suite struct HourFitTests {
  @Test func aTallSheetShowsTheWholeDay() {
    let fit = HourFit(showing: 8 * 3600..<18 * 3600, height: 2448, usual: 80)
    #expect(fit.scroll == 0)
    #expect(fit.axis.contentHeight == 2448)
  }

  @Test func whatMattersIsSeenWhereItFits() {
    for height in stride(from: 460.0, through: 1900, by: 60) {
      let fit = HourFit(showing: 8 * 3600..<18 * 3600, height: height, usual: 80)
      #expect((40...80).contains(fit.axis.pixelsPerHour))
      #expect(fit.axis.y(ofSecond: 8 * 3600) >= fit.scroll)
      #expect(fit.axis.y(ofSecond: 18 * 3600) <= fit.scroll + height)
    }
  }

  @Test func whatDoesNotFitBeginsWithTheFirst() {
    let fit = HourFit(showing: 6 * 3600..<23 * 3600, height: 300, usual: 80)
    #expect(fit.axis.pixelsPerHour == 40)
    #expect(fit.axis.y(ofSecond: 6 * 3600) - fit.scroll == Feel.sheetMargin)
  }

  @Test func theSheetIsNeverScrolledPastItsEnds() {
    let early = HourFit(showing: 0..<3600, height: 900, usual: 80)
    #expect(early.scroll == 0)
    let late = HourFit(showing: 23 * 3600..<86_400, height: 900, usual: 80)
    #expect(late.scroll == late.axis.scrollMax(viewportHeight: 900))
  }
}
