import CalendarModel
import CalendarText
import Testing
import TimelineInteraction

@testable import TimelinePainting

@Suite struct MonthPicturePainterTests {
  // The first row is the week of Monday, December 29, 2025, and there are five rows.
  private static let grid = MonthGrid(Month(containing: SampleDays.monday), firstWeekday: .monday)
  private static let (width, height) = (700, 900)

  private func picture(
    _ occurrences: [Occurrence] = [], today: Day? = nil, isRightToLeft: Bool = false,
    showsWeekNumbers: Bool = false,
    width: Int = width, height: Int = height
  ) -> ImageSurface {
    var month = MonthPicture(Self.grid, occurrences: occurrences)
    (month.today, month.showsWeekNumbers) = (today, showsWeekNumbers)
    let picture = ImageSurface(width: width, height: height)
    MonthPicturePainter(palette: .light, text: TextStyle(isRightToLeft: isRightToLeft)).paint(
      month, width: Double(width), height: Double(height), on: picture.canvas)
    return picture
  }

  /// The columns of the picture in which a color is shown, counted in sevenths of its width.
  private func sevenths(_ picture: ImageSurface, showing color: PaintColor, in rows: Range<Int> = 0..<height)
    -> Set<Int>
  {
    let columns = (0..<Self.width).filter { x in rows.contains { picture.shows(color, x, $0) } }
    return Set(columns.map { $0 * 7 / Self.width })
  }

  /// The rows of the picture in which a color is shown, in the middle of a column of the month.
  private func rows(_ picture: ImageSurface, column: Int, showing color: PaintColor) -> [Int] {
    let x = Self.width * (2 * column + 1) / 14
    return (0..<Self.height).filter { picture.shows(color, x, $0) }
  }

  @Test(arguments: [false, true]) func weekendAndTodayAreMirrored(isRightToLeft: Bool) {
    let weekend = Palette.light.weekend.over(Palette.light.background)
    let friday = SampleDays.monday.adding(days: 4)
    let picture = picture(today: friday, isRightToLeft: isRightToLeft)
    // There is no text at the lower edge.
    let edge = Self.height - 3..<Self.height - 2
    #expect(sevenths(picture, showing: weekend, in: edge) == (isRightToLeft ? [0, 1] : [5, 6]))
    #expect(sevenths(picture, showing: Palette.light.accentFill) == (isRightToLeft ? [2] : [4]))
  }

  @Test(arguments: [false, true]) func eventIsPaintedOnItsDay(isRightToLeft: Bool) {
    // Tuesday of the second of five rows.
    let event = SampleDays.event(
      "Review", from: "2026-01-06T10:00", to: "2026-01-06T11:00", color: SampleDays.red)
    let fill = EventTint(SampleDays.red, palette: .light).fill
    let picture = picture([event], isRightToLeft: isRightToLeft)
    #expect(sevenths(picture, showing: fill) == (isRightToLeft ? [5] : [1]))
    let shownRows = rows(picture, column: isRightToLeft ? 5 : 1, showing: fill)
    let rowHeight = (Double(Self.height) - 60) / 5
    #expect(shownRows.allSatisfy { Double($0) > 40 + rowHeight && Double($0) < 60 + 2 * rowHeight })
  }

  @Test func moreEventsThanFitAreCountedAndCutNothingBelow() {
    let events = (0..<30).map {
      SampleDays.event("Event \($0)", from: "10:00", to: "11:00", color: SampleDays.red)
    }
    let crowded = picture(events)
    let plain = picture([events[0]])
    let fill = EventTint(SampleDays.red, palette: .light).fill
    let lanes = rows(crowded, column: 0, showing: fill)
    #expect(lanes.count > 2 * rows(plain, column: 0, showing: fill).count)
    // The third row is as it is without these events.
    let thirdRow = 60 + (Self.height - 60) * 2 / 5
    for y in thirdRow..<Self.height {
      for x in stride(from: 0, to: 100, by: 7) { #expect(crowded.pixel(x, y) == plain.pixel(x, y)) }
    }
  }

  @Test func rowsThatAreTooLowForAnEventCountThem() {
    let events = (0..<3).map {
      SampleDays.event("Event \($0)", from: "10:00", to: "11:00", color: SampleDays.red)
    }
    let (counted, empty) = (picture(events, height: 200), picture(height: 200))
    let differing = (0..<Self.width).filter { x in
      (0..<200).contains { counted.pixel(x, $0) != empty.pixel(x, $0) }
    }
    #expect(!differing.isEmpty && differing.allSatisfy { (50..<100).contains($0) })
  }

  @Test(arguments: [(1, 1), (20, 900), (900, 20), (60, 70), (320, 480)])
  func everySizeIsPainted(width: Int, height: Int) {
    let events = [SampleDays.event("Review", from: "10:00", to: "2026-01-07T12:00", color: SampleDays.red)]
    let picture = picture(
      events, today: SampleDays.monday, showsWeekNumbers: true, width: width, height: height)
    for (x, y) in [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)] {
      #expect(picture.pixel(x, y)?.alpha == 1)
    }
  }
}
