import CalendarModel
import CalendarText
import Testing
import TimelineInteraction

@testable import TimelinePainting

@Suite struct GridPainterTests {
  let axis = DayAxis(pixelsPerHour: 60)

  func grid(
    now: Int? = nil, isRightToLeft: Bool = false, changes: [ClockChange] = [], clock: ClockFormat = .h24
  ) -> GridPainter {
    GridPainter(
      axis: axis, width: 200, gutter: 60, clockChanges: changes, now: now, palette: .light,
      text: TextStyle(isRightToLeft: isRightToLeft), phrases: Phrases(clock: clock))
  }

  func picture(_ grid: GridPainter, scale: Int = 1, hasNow: Bool = false) -> ImageSurface {
    let height = Int(axis.contentHeight)
    let picture = ImageSurface(width: 200, height: height, scale: scale)
    picture.canvas.fill(
      Rectangle(x: 0, y: 0, width: 200, height: Double(height)), grid.palette.background)
    grid.paint(from: 0, to: Double(height), on: picture.canvas)
    if hasNow { grid.paintNow(on: picture.canvas) }
    return picture
  }

  @Test func hoursAndHalfHoursHaveTheirLines() {
    let picture = picture(grid())
    let sheet = Palette.light.background
    #expect(picture.shows(Palette.light.hourLine.over(sheet), 150, 24 + 10 * 60))
    #expect(picture.shows(Palette.light.halfHourLine.over(sheet), 150, 24 + 10 * 60 + 30))
    #expect(picture.shows(sheet, 150, 24 + 10 * 60 + 15))
    #expect(picture.shows(sheet, 30, 24 + 10 * 60 + 30), "the gutter has no lines")
  }

  @Test func outsideWorkingHoursTheSheetIsAShadeApart() {
    let picture = picture(grid())
    let shade = Palette.light.offHours.over(Palette.light.background)
    #expect(picture.shows(shade, 150, 24 + 8 * 60 + 15))
    #expect(picture.shows(Palette.light.background, 150, 24 + 9 * 60 + 15))
    #expect(picture.shows(shade, 150, 24 + 17 * 60 + 15))
  }

  @Test func labelsStandAtTheirLines() {
    let picture = picture(grid())
    let rows = picture.rows(in: 0..<50, 24 + 570..<24 + 630, not: Palette.light.background)
    let (first, last) = (rows.first ?? 0, rows.last ?? 0)
    #expect(abs(Double(first + last) / 2 - 624) <= 1, "figures are centred on the line: \(first)...\(last)")
  }

  @Test func rightToLeftMirrorsTheGutter() {
    let picture = picture(grid(isRightToLeft: true))
    #expect(picture.shows(Palette.light.hourLine.over(Palette.light.background), 50, 24 + 600))
    #expect(picture.count(in: 150..<200, 615..<633, not: Palette.light.background) > 20)
    #expect(picture.count(in: 0..<140, 630..<632, not: Palette.light.background) == 0)
  }

  @Test(arguments: [1, 2])
  func tilesMakeTheSamePictureAsTheWhole(scale: Int) {
    let changes = [ClockChange(kind: .skipped, seconds: 7200..<10_800)]
    let grid = grid(changes: changes)
    let whole = picture(grid, scale: scale)
    for hour in 0..<24 {
      let tile = ImageSurface(width: 200, height: 60, scale: scale)
      tile.canvas.fill(Rectangle(x: 0, y: 0, width: 200, height: 60), grid.palette.background)
      let top = 24 + hour * 60
      grid.paint(from: Double(top), to: Double(top + 60), on: tile.canvas)
      for row in 0..<60 * scale {
        #expect(tile.bytes(ofRow: row) == whole.bytes(ofRow: top * scale + row), "hour \(hour), row \(row)")
      }
    }
  }

  @Test func thePresentMomentHasLineDotAndTimeAndNoOtherLabel() {
    let now = 10 * 3600 + 300
    let y = 24 + 605
    let picture = picture(grid(now: now), hasNow: true)
    #expect(picture.shows(Palette.light.now, 150, y - 1) && picture.shows(Palette.light.now, 150, y))
    #expect(picture.shows(Palette.light.now, 57, y), "the dot reaches into the gutter")
    let rows = picture.rows(in: 0..<50, 24 + 570..<24 + 630, not: Palette.light.background)
    #expect((rows.first ?? 0) > y - 8 && (rows.last ?? 999) < y + 8, "10:00 gave way")
    let elsewhere = self.picture(grid(), hasNow: true)
    #expect(!elsewhere.shows(Palette.light.now, 150, y))
  }

  @Test(arguments: [ClockFormat.h24, .h12])
  func theGutterHoldsEveryLabelAndTheTime(clock: ClockFormat) {
    for size in [14.67, 29.33] {
      let text = TextStyle(size: size)
      let phrases = Phrases(clock: clock)
      let gutter = GridPainter.gutterWidth(text: text, phrases: phrases)
      let widest = TextLayout(
        phrases.time(WallTime(seconds: 22 * 3600 + 40 * 60)), style: text, size: size * 0.82,
        weight: .semibold,
        hasTabularFigures: true)
      #expect(widest.size.width + GridPainter.labelSpace < gutter)
      #expect(gutter.truncatingRemainder(dividingBy: 6) == 0)
    }
  }

  @Test func aSkippedHourIsHatchedAndARepeatedOneMarked() {
    let skipped = picture(grid(changes: [ClockChange(kind: .skipped, seconds: 36_000..<39_600)]))
    let repeated = picture(grid(changes: [ClockChange(kind: .repeated, seconds: 36_000..<39_600)]))
    let sheet = Palette.light.background
    #expect(skipped.count(in: 100..<190, 632..<650, not: sheet) > 100)
    #expect(repeated.count(in: 100..<190, 632..<650, not: sheet) == 0)
    #expect(repeated.count(in: 60..<72, 632..<650, not: sheet) > 20)
    #expect(skipped.count(in: 100..<190, 692..<710, not: sheet) == 0)
  }
}
