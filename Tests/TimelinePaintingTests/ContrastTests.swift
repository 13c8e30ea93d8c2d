import CalendarModel
import CalendarText
import Testing
import TimelineInteraction

@testable import TimelinePainting

/// The contrast of painted pixels, by the formula of WCAG 2.2. Marks need 3:1 and text 4.5:1.
@Suite struct ContrastTests {
  /// A light or dark style of the desktop, with or without high contrast.
  struct Style: CustomTestStringConvertible, Sendable {
    let palette: Palette
    let testDescription: String
  }

  static let styles: [Style] = [("light", Palette.light), ("dark", .dark)].flatMap { name, palette in
    var highContrast = palette
    highContrast.isHighContrast = true
    return [
      Style(palette: palette, testDescription: name),
      Style(palette: highContrast, testDescription: "\(name), high contrast"),
    ]
  }

  /// Every 37th of the colors with one hexadecimal digit per component, every gray among these colors, and
  /// the colors that are assigned to calendars.
  static let colors: [EventColor?] =
    EventTintTests.colors.enumerated()
    .filter { $0.offset.isMultiple(of: 37) || $0.offset.isMultiple(of: 273) }.map(\.element)
    + CalendarColors.palette + [nil]

  /// The lowest contrast among all colors, and the color that has it.
  private func lowestContrast(
    _ contrast: (EventColor?) throws -> Double
  ) rethrows -> (contrast: Double, color: String) {
    try ContrastTests.colors.map { (try contrast($0), $0?.hex ?? "accent") }.min { $0.0 < $1.0 } ?? (0, "")
  }

  /// A block 20 px from the edges of a picture with the palette's background.
  private func block(
    _ color: EventColor?, _ appearance: BlockAppearance, _ palette: Palette, isPast: Bool = false
  ) -> ImageSurface {
    let picture = ImageSurface(width: 140, height: 100, scale: 1)
    picture.canvas.fill(Rectangle(x: 0, y: 0, width: 140, height: 100), palette.background)
    picture.canvas.translated(x: 20, y: 20) {
      BlockPainter().paint(
        BlockContent(title: "", color: color, isPast: isPast), appearance, width: 100, height: 60,
        on: picture.canvas, palette: palette, text: TextStyle())
    }
    return picture
  }

  @Test(arguments: styles, [false, true])
  func leadingBarsStandOutFromTheBackgroundAndFromTheirBlocks(style: Style, isPast: Bool) throws {
    let lowest = try lowestContrast { color in
      let picture = block(color, .resting, style.palette, isPast: isPast)
      let bar = try #require(picture.pixel(21, 50))
      let background = try #require(picture.pixel(10, 50))
      let fill = try #require(picture.pixel(60, 50))
      return min(bar.contrast(to: background), bar.contrast(to: fill))
    }
    #expect(lowest.contrast >= 3, "\(lowest)")
  }

  @Test(arguments: styles)
  func focusRingsStandOutFromTheBackgroundAndFromEveryBlock(style: Style) throws {
    let lowest = try lowestContrast { color in
      let picture = block(color, BlockAppearance(isFocused: true), style.palette)
      let ring = try #require(picture.pixel(60, 79))
      let fill = try #require(picture.pixel(60, 50))
      let background = try #require(picture.pixel(60, 90))
      return min(ring.contrast(to: fill), ring.contrast(to: background))
    }
    #expect(lowest.contrast >= 3, "\(lowest)")
  }

  @Test(arguments: styles)
  func handlesStandOutFromTheBackground(style: Style) throws {
    let lowest = try lowestContrast { color in
      let picture = block(color, BlockAppearance(hasHandles: true), style.palette)
      // The ring of a handle is 2 px wide, and its lower half is below the block.
      let x = 20 + Int(min(Feel.handleInset, 25))
      let ring = try #require(picture.pixel(x, 80 + Int(BlockPainter.handleDiameter) / 2 - 2))
      return ring.contrast(to: try #require(picture.pixel(60, 95)))
    }
    #expect(lowest.contrast >= 3, "\(lowest)")
  }

  @Test(arguments: styles)
  func todaysDateIsReadableInItsCircle(style: Style) throws {
    let painter = DateHeaderPainter(palette: style.palette, text: TextStyle(), phrases: Phrases())
    let picture = ImageSurface(width: 80, height: Int(painter.height), scale: 1)
    picture.canvas.fill(
      Rectangle(x: 0, y: 0, width: 80, height: painter.height), style.palette.background)
    painter.paint([DateHeaderDay(SampleDays.monday, isToday: true)], width: 80, on: picture.canvas)
    let background = try #require(picture.pixel(0, 0))
    let pixels = (0..<Int(painter.height)).flatMap { row in (20..<60).compactMap { picture.pixel($0, row) } }
    let counts = Dictionary(pixels.map { ($0, 1) }, uniquingKeysWith: +)
    // The circle's color is the most frequent one after that of the background.
    let circle = try #require(counts.filter { $0.key != background }.max { $0.value < $1.value }?.key)
    #expect(style.palette.accentForeground.contrast(to: circle) >= 4.5)
    #expect(circle.contrast(to: background) >= 3)
  }

  @Test(arguments: styles.filter(\.palette.isHighContrast))
  func hourLinesAndWeekendsAreVisibleInHighContrast(style: Style) throws {
    let columns = [false, true].map { GridColumn(isWeekend: $0) }
    let grid = GridPainter(
      axis: DayAxis(pixelsPerHour: 60, margin: 0), width: 200, columns: columns, palette: style.palette)
    let picture = ImageSurface(width: 200, height: 120, scale: 1)
    picture.canvas.fill(Rectangle(x: 0, y: 0, width: 200, height: 120), style.palette.background)
    grid.paint(from: 600, to: 720, on: picture.canvas)
    let workday = try #require(picture.pixel(50, 10))
    let weekend = try #require(picture.pixel(150, 10))
    #expect(
      try #require(picture.pixel(50, 60)).contrast(to: workday) >= 3, "an hour line has too little contrast")
    #expect(
      try #require(picture.pixel(150, 60)).contrast(to: weekend) >= 3,
      "an hour line on a weekend has too little contrast")
    #expect(weekend.contrast(to: workday) >= 1.2, "the shade of the weekend has too little contrast")
    let edge = (90..<110).compactMap { picture.pixel($0, 10)?.contrast(to: workday) }.max()
    #expect(try #require(edge) >= 3, "the line at the edge of the weekend has too little contrast")
  }

  @Test(arguments: styles)
  func calendarsAreDistinguishableByTheirBars(style: Style) {
    let bars = CalendarColors.palette.map { EventTint($0, palette: style.palette).mark }
    for (index, bar) in bars.enumerated() {
      for (otherIndex, other) in bars.enumerated().dropFirst(index + 1) {
        let distance = abs(bar.red - other.red) + abs(bar.green - other.green) + abs(bar.blue - other.blue)
        #expect(distance >= 0.25, "colors \(index) and \(otherIndex) of the palette are too similar")
      }
    }
  }
}
