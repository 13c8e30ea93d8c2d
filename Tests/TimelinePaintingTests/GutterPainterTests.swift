import CalendarModel
import CalendarText
import Testing
import TimelineInteraction

@testable import TimelinePainting

@Suite struct GutterPainterTests {
  let axis = DayAxis(pixelsPerHour: 60)
  let background = Palette.light.background

  func gutter(
    currentSecond: Int? = nil, secondZone: SecondZoneTimes? = nil, isRightToLeft: Bool = false
  ) -> GutterPainter {
    GutterPainter(
      axis: axis, width: 120, currentSecond: currentSecond, secondZone: secondZone, palette: .light,
      text: TextStyle(isRightToLeft: isRightToLeft), phrases: Phrases())
  }

  func picture(_ gutter: GutterPainter, scale: Double = 1) -> ImageSurface {
    painted(width: 120, height: Int(axis.contentHeight), scale: scale) { canvas in
      gutter.paint(from: 0, to: axis.contentHeight, on: canvas)
      gutter.paintNow(on: canvas)
    }
  }

  /// The pixel columns covered by the label at a row.
  func columns(_ picture: ImageSurface, around y: Int) -> [Int] {
    (0..<120).filter { column in
      (y - 8..<y + 8).contains { !picture.shows(background, column, $0) }
    }
  }

  @Test func labelsAreCenteredOnTheirLines() {
    let rows = picture(gutter()).rows(in: 0..<120, 24 + 570..<24 + 630, not: background)
    let (first, last) = (rows.first ?? 0, rows.last ?? 0)
    #expect(
      abs(Double(first + last) / 2 - 624) <= 1, "the figures are not centered on the line: \(first)...\(last)"
    )
  }

  @Test func germanAllDayLabelShrinksOnlySlightlyAtEveryTextSize() {
    let german = Phrases(
      translator: Translator(text: { $1 == "All day" ? "Ganztägig" : $1 }, plural: { one, _, _ in one }))
    for size in [TextStyle().size, 2 * TextStyle().size] {
      let text = TextStyle(size: size)
      let availableWidth =
        GutterPainter.width(text: text, phrases: german) - 2 * GutterPainter.allDayLabelSpace
      let labelWidth = TextLayout("Ganztägig", style: text, size: size * 0.82).size.width
      #expect(
        availableWidth >= 0.85 * labelWidth,
        "at text size \(size), the label is \(labelWidth) px wide, but has only \(availableWidth) px")
      #expect(
        GutterPainter.width(text: text, phrases: german) <= 1.35
          * GutterPainter.width(text: text, phrases: Phrases()))
    }
  }

  @Test func labelsAreNextToTheColumns() {
    let left = columns(picture(gutter()), around: 624)
    let right = columns(picture(gutter(isRightToLeft: true)), around: 624)
    #expect(abs((left.last ?? 0) - 110) <= 1 && (left.first ?? 0) > 60)
    #expect(abs((right.first ?? 0) - 10) <= 1 && (right.last ?? 120) < 60)
  }

  @Test(arguments: [1, 1.25, 1.5, 1.75, 2])
  func partsArePaintedLikeTheWholePicture(scale: Double) {
    let gutter = gutter(secondZone: SecondZoneTimes(.utc, beside: .utc, on: SampleDays.monday))
    let wholePicture = picture(gutter, scale: scale)
    for hour in 0..<24 {
      let top = 24 + hour * 60
      let part = painted(width: 120, height: 60, scale: scale) {
        gutter.paint(from: Double(top), to: Double(top + 60), on: $0)
      }
      let first = Int(Double(top) * scale)
      for row in 0..<Int(60 * scale) {
        #expect(part.bytes(ofRow: row) == wholePicture.bytes(ofRow: first + row), "hour \(hour), row \(row)")
      }
    }
  }

  @Test func currentTimeReplacesTheNearestLabel() {
    let y = 24 + 605
    let rows = picture(gutter(currentSecond: 10 * 3600 + 300)).rows(
      in: 0..<120, 24 + 570..<24 + 630, not: background)
    #expect((rows.first ?? 0) > y - 8 && (rows.last ?? 999) < y + 8, "the label 10:00 is still visible")
  }

  @Test(arguments: [ClockFormat.h24, .h12])
  func gutterFitsEveryLabelAndTheCurrentTime(clock: ClockFormat) {
    for size in [14.67, 29.33] {
      let text = TextStyle(size: size)
      let phrases = Phrases(clock: clock)
      let width = GutterPainter.width(text: text, phrases: phrases)
      let time = phrases.time(WallTime(seconds: 22 * 3600 + 40 * 60))
      let widest = GutterPainter.label(time, text, weight: .semibold)
      #expect(widest.size.width + GutterPainter.labelSpace < width)
      #expect(width.truncatingRemainder(dividingBy: 6) == 0)
    }
  }

  @Test func hoursOfTheSecondZoneFitOnTheOuterSide() {
    let kolkata = Zone(identifier: "Asia/Kolkata", rules: FixedOffset(seconds: 19_800))
    let secondZone = SecondZoneTimes(kolkata, beside: .utc, on: SampleDays.monday)
    var painter = gutter(secondZone: secondZone)
    let width = GutterPainter.width(text: painter.text, phrases: painter.phrases, secondZone: secondZone)
    #expect(width <= 126)
    painter.width = width
    let columns = columns(picture(painter), around: 624)
    let columnsOfOneZone = self.columns(picture(gutter()), around: 624)
    #expect(columns.count > 3 * columnsOfOneZone.count / 2)
    #expect(Double(columns.first ?? 0) >= GutterPainter.leadingSpace - 1)
  }
}

@Suite struct SecondZoneTests {
  @Test func labelsShowTheTimesOfTheSecondZone() {
    let zone = Zone(identifier: "America/New_York", rules: FixedOffset(seconds: -18_000))
    let secondZone = SecondZoneTimes(zone, beside: .utc, on: SampleDays.monday)
    #expect(secondZone.displayZoneLabel == "UTC" && secondZone.label == "New York")
    #expect(secondZone.labels(Phrases()).prefix(6) == ["19:00", "20:00", "21:00", "22:00", "23:00", "00:00"])
    #expect(secondZone.labels(Phrases(clock: .h12))[17] == "12 PM")
  }

  @Test func labelsHaveMinutesIfTheOffsetIsNotWholeHours() {
    let zone = Zone(identifier: "Asia/Kolkata", rules: FixedOffset(seconds: 19_800))
    let secondZone = SecondZoneTimes(zone, beside: .utc, on: SampleDays.monday)
    #expect(secondZone.labels(Phrases(clock: .h12))[0] == "5:30 AM")
    #expect(secondZone.label == "Kolkata")
  }

  @Test(arguments: [
    ("America/Argentina/Buenos_Aires", "Buenos Aires"), ("UTC", "UTC−5"), ("Etc/GMT+5", "UTC−5"),
    ("EST5EDT", "UTC−5"),
  ])
  func zoneIsNamedForItsCityIfItHasOne(_ identifier: String, _ label: String) {
    let zone = Zone(identifier: identifier, rules: FixedOffset(seconds: -18_000))
    #expect(SecondZoneTimes(zone, beside: .utc, on: SampleDays.monday).label == label)
    #expect(SecondZoneTimes(.utc, beside: zone, on: SampleDays.monday).displayZoneLabel == label)
  }
}
