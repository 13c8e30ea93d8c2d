import CalendarModel
import CalendarText
import Testing
import TimelineInteraction

@testable import TimelinePainting

@Suite struct GridPainterTests {
  let axis = DayAxis(pixelsPerHour: 60)
  let background = Palette.light.background
  let hourLine = Palette.light.hourLine.over(Palette.light.background)

  func grid(_ columns: [GridColumn] = [GridColumn()], isRightToLeft: Bool = false) -> GridPainter {
    GridPainter(
      axis: axis, width: 140, columns: columns, palette: .light, isRightToLeft: isRightToLeft)
  }

  func picture(_ grid: GridPainter, scale: Double = 1, showsNowLine: Bool = false) -> ImageSurface {
    painted(width: 140, height: Int(axis.contentHeight), scale: scale) { canvas in
      grid.paint(from: 0, to: axis.contentHeight, on: canvas)
      if showsNowLine { grid.paintNow(on: canvas) }
    }
  }

  @Test func hoursAndHalfHoursHaveLines() {
    let picture = picture(grid())
    #expect(picture.shows(hourLine, 90, 24 + 10 * 60))
    #expect(picture.shows(Palette.light.halfHourLine.over(background), 90, 24 + 10 * 60 + 30))
    #expect(picture.shows(background, 90, 24 + 10 * 60 + 15))
  }

  @Test func timeOutsideWorkingHoursIsShaded() {
    let picture = picture(grid())
    let shade = Palette.light.offHours.over(background)
    #expect(picture.shows(shade, 90, 24 + 8 * 60 + 15))
    #expect(picture.shows(background, 90, 24 + 9 * 60 + 15))
    #expect(picture.shows(shade, 90, 24 + 17 * 60 + 15))
  }

  @Test(arguments: [false, true])
  func daysAreSeparatedByALineAtTheirLeadingEdge(isRightToLeft: Bool) {
    let picture = picture(
      grid(Array(repeating: GridColumn(), count: 7), isRightToLeft: isRightToLeft))
    let row = 24 + 10 * 60 + 15
    let lines = (0..<140).filter { picture.shows(hourLine, $0, row) }
    #expect(lines == (0..<7).map { isRightToLeft ? $0 * 20 + 19 : $0 * 20 })
    #expect(
      (0..<140).allSatisfy { picture.shows(hourLine, $0, 24 + 600) }, "translucent lines overlap")
  }

  @Test(arguments: [1, 1.25, 1.5, 1.75, 2])
  func plainFillsPaintTheSamePictureAsTheGrid(scale: Double) throws {
    let grid = grid(
      [GridColumn(), GridColumn(isWeekend: true), GridColumn(currentSecond: 9 * 3600)], isRightToLeft: true)
    func tile(_ paint: (Canvas) -> Void) -> ImageSurface {
      painted(width: 140, height: 72, scale: scale, paint)
    }
    let paintedByGrid = tile { grid.paint(from: 548, to: 620, on: $0) }
    let fills = try #require(grid.rectangleFills(from: 548, to: 620, scale: scale))
    #expect(fills.allSatisfy { $0.rectangle.y >= 0 && $0.rectangle.maxY <= 72 })
    let paintedWithFills = tile { canvas in
      for fill in fills { canvas.fill(fill.rectangle, fill.color) }
    }
    #expect(
      (0..<Int(72 * scale)).allSatisfy { paintedByGrid.bytes(ofRow: $0) == paintedWithFills.bytes(ofRow: $0) }
    )
    #expect(paintedByGrid.count(in: 0..<140, 0..<72, not: background) > 140)
  }

  @Test func clockChangesCannotBePaintedWithPlainFills() {
    let change = ClockChange(kind: .skipped, seconds: 7200..<10_800)
    let grid = grid([GridColumn(), GridColumn(clockChanges: [change])])
    let hours = (0..<24).filter {
      grid.rectangleFills(from: 24 + Double($0) * 60, to: 84 + Double($0) * 60, scale: 1) == nil
    }
    #expect(hours == [2])
  }

  @Test func singleDayHasNoSeparator() {
    #expect(picture(grid()).shows(background, 0, 24 + 10 * 60 + 15))
  }

  @Test func weekendColumnsFollowTheLocale() throws {
    let friday = try #require(Day("2026-01-09"))
    func isWeekend(_ day: Day) -> Bool {
      GridColumn(day, in: .utc, weekend: [.friday, .saturday], now: nil).isWeekend
    }
    #expect((-1...2).map { isWeekend(friday.adding(days: $0)) } == [false, true, true, false])
  }

  @Test(arguments: [false, true])
  func eachDayHasItsOwnShadingAndClockChange(isRightToLeft: Bool) {
    let changes = [ClockChange(kind: .skipped, seconds: 36_000..<39_600)]
    let columns = [
      GridColumn(clockChanges: changes), GridColumn(), GridColumn(isWeekend: true), GridColumn(),
    ]
    let picture = picture(grid(columns, isRightToLeft: isRightToLeft))
    func innerColumns(_ index: Int) -> Range<Int> {
      let column = isRightToLeft ? 3 - index : index
      return column * 35 + 2..<column * 35 + 33
    }
    let hatchedPixelCounts = (0..<4).map { picture.count(in: innerColumns($0), 632..<650, not: background) }
    #expect(hatchedPixelCounts[0] > 50 && hatchedPixelCounts[1] == 0 && hatchedPixelCounts[3] == 0)
    let weekend = Palette.light.weekend.over(background)
    for index in 0..<4 {
      #expect(picture.shows(weekend, innerColumns(index).lowerBound + 8, 24 + 13 * 60 + 15) == (index == 2))
    }
  }

  @Test(arguments: [1.25, 1.5, 1.75])
  func linesAreSharpAtFractionalScales(scale: Double) {
    let picture = picture(
      grid([GridColumn(), GridColumn(currentSecond: 9 * 3600), GridColumn(isWeekend: true)]), scale: scale,
      showsNowLine: true)
    // A blurred line has an edge in a different color. Between the lines that separate the days, a sharp picture has
    // the same colors as a picture at scale 1.
    func colors(_ picture: ImageSurface, x: Double, scale: Double) -> Set<[UInt8]> {
      let column = Int(x * scale)
      return Set(
        (0..<Int(axis.contentHeight * scale)).map {
          Array(picture.bytes(ofRow: $0)[column * 4..<column * 4 + 4])
        })
    }
    let pictureAtScale1 = self.picture(
      grid([GridColumn(), GridColumn(currentSecond: 9 * 3600), GridColumn(isWeekend: true)]),
      showsNowLine: true)
    for x in [20.0, 70, 120] {
      #expect(colors(picture, x: x, scale: scale) == colors(pictureAtScale1, x: x, scale: 1), "at \(x) px")
    }
  }

  @Test(arguments: [1, 1.25, 1.5, 1.75, 2])
  func tilesArePaintedLikeTheWholePicture(scale: Double) {
    let changes = [ClockChange(kind: .skipped, seconds: 7200..<10_800)]
    let grid = grid([GridColumn(clockChanges: changes), GridColumn(isWeekend: true), GridColumn()])
    let wholePicture = picture(grid, scale: scale)
    for hour in 0..<24 {
      let top = 24 + hour * 60
      let tile = painted(width: 140, height: 60, scale: scale) {
        grid.paint(from: Double(top), to: Double(top + 60), on: $0)
      }
      let first = Int(Double(top) * scale)
      for row in 0..<Int(60 * scale) {
        #expect(tile.bytes(ofRow: row) == wholePicture.bytes(ofRow: first + row), "hour \(hour), row \(row)")
      }
    }
  }

  @Test(arguments: [false, true])
  func nowLineCrossesTodayAndAFaintLineLeadsToIt(isRightToLeft: Bool) {
    let columns = [GridColumn(), GridColumn(currentSecond: 10 * 3600 + 300), GridColumn(), GridColumn()]
    let picture = picture(grid(columns, isRightToLeft: isRightToLeft), showsNowLine: true)
    let y = 24 + 605
    func x(_ index: Int) -> Int { (isRightToLeft ? 3 - index : index) * 35 + 17 }
    #expect(picture.shows(Palette.light.now, x(1), y - 1) && picture.shows(Palette.light.now, x(1), y))
    #expect(picture.shows(Palette.light.now.faded(0.35).over(background), x(0), y - 1))
    #expect(picture.shows(background, x(0), y) && picture.shows(background, x(2), y - 1))
    let dot = isRightToLeft ? 105 : 35
    #expect(picture.shows(Palette.light.now, dot - 3, y) && picture.shows(Palette.light.now, dot + 3, y))
  }

  @Test func pageWithoutTodayHasNoNowLine() {
    let picture = picture(grid([GridColumn(), GridColumn()]), showsNowLine: true)
    #expect(picture.count(in: 36..<69, 625..<642, not: background) == 0)
  }

  @Test func skippedHourIsHatchedAndRepeatedHourIsMarked() {
    let skippedHourPicture = picture(
      grid([GridColumn(clockChanges: [ClockChange(kind: .skipped, seconds: 36_000..<39_600)])]))
    let repeatedHourPicture = picture(
      grid([GridColumn(clockChanges: [ClockChange(kind: .repeated, seconds: 36_000..<39_600)])]))
    #expect(skippedHourPicture.count(in: 40..<130, 632..<650, not: background) > 100)
    #expect(repeatedHourPicture.count(in: 40..<130, 632..<650, not: background) == 0)
    #expect(repeatedHourPicture.count(in: 0..<12, 632..<650, not: background) > 20)
    #expect(skippedHourPicture.count(in: 40..<130, 692..<710, not: background) == 0)
  }

  @Test func columnIsConfiguredForItsDay() {
    let saturday = SampleDays.monday.adding(days: 5)
    let now = WallTime(saturday, hour: 9)
    let column = GridColumn(saturday, in: .utc, now: now)
    #expect(column == GridColumn(isWeekend: true, currentSecond: 9 * 3600))
    #expect(GridColumn(SampleDays.monday, in: .utc, now: now) == GridColumn())
  }
}
