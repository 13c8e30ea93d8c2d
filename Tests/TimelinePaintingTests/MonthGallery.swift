import CalendarModel
import CalendarText
import Testing
import TimelineInteraction
import TimelinePainting

/// Paints month calendars for visual inspection, in the folder named by HANDSPAN_GALLERY.
@Suite struct MonthGallery {
  struct Sample: Sendable, CustomTestStringConvertible {
    var name: String
    var width: Double?
    var hasWeekNumbers = false
    var palette = Palette.light
    var text = TextStyle()
    var testDescription: String { name }
  }

  static let samples: [Sample] = [
    Sample(name: "month"), Sample(name: "month-dark", palette: .dark),
    Sample(name: "month-weeks", hasWeekNumbers: true),
    Sample(name: "month-contrast", hasWeekNumbers: true, palette: DateHeaderGallery.highContrast),
    Sample(name: "month-rtl", hasWeekNumbers: true, text: TextStyle(isRightToLeft: true)),
    Sample(name: "month-text-2", text: TextStyle(size: 29.3)),
    Sample(name: "month-text-2-weeks", hasWeekNumbers: true, text: TextStyle(size: 29.3)),
    Sample(name: "month-narrow", width: 200), Sample(name: "month-wide", width: 600),
  ]

  @Test(.enabled(if: GalleryTests.folder != nil, "HANDSPAN_GALLERY is not set"), arguments: samples)
  func sampleIsPaintedToAFile(sample: Sample) throws {
    let folder = try #require(GalleryTests.folder)
    let painter = MonthPainter(
      palette: sample.palette, text: sample.text, phrases: Phrases(), showsDots: true)
    let columnCount = sample.hasWeekNumbers ? 8 : 7
    let width = sample.width ?? painter.naturalWidth(columns: columnCount)
    let rowHeight = painter.naturalRowHeight(columnWidth: width / Double(columnCount))
    let geometry = MonthGeometry(
      width: width, height: 6 * rowHeight, hasWeekNumbers: sample.hasWeekNumbers,
      isRightToLeft: sample.text.isRightToLeft)
    let grid = MonthGrid(Month(containing: SampleDays.monday), firstWeekday: .monday)
    let colors: [EventColor?] = [
      nil, EventColor(red: 0.88, green: 0.11, blue: 0.14), EventColor(red: 1, green: 0.9, blue: 0.2),
    ]
    let days = (0..<42).map { index in
      var day = MonthDay(grid.firstDay.adding(days: index).dayOfMonth)
      day.isInMonth = grid.month.contains(grid.firstDay.adding(days: index))
      day.isWeekend = index % 7 >= 5
      (day.isToday, day.isSelected) = (index == 9, index == 9 || index == 16)
      day.dots = Array(colors.prefix([0, 1, 3, 2, 0][index % 5]))
      return day
    }
    let height = painter.weekdayHeight + geometry.height
    try Picture.write(
      to: "\(folder)/\(sample.name).png", format: .png, width: Int(width), height: Int(height), scale: 2
    ) { canvas in
      canvas.fill(Rectangle(x: 0, y: 0, width: width, height: height), sample.palette.background)
      painter.paintWeekdays(grid.weekdays, in: geometry, on: canvas)
      canvas.translated(x: 0, y: painter.weekdayHeight) {
        painter.paint(
          days, weekNumbers: sample.hasWeekNumbers ? (0..<6).map(grid.isoWeekNumber) : [], in: geometry,
          on: canvas)
      }
    }
  }
}
