import CalendarModel
import CalendarText
import Testing
import TimelinePainting

/// Paints date headers for visual inspection, in the folder named by HANDSPAN_GALLERY.
@Suite struct DateHeaderGallery {
  struct Sample: Sendable, CustomTestStringConvertible {
    var name: String
    var width = 700
    var shownColumns = 0..<7
    var palette = Palette.light
    var text = TextStyle()
    var scale = 1
    var testDescription: String { name }
  }

  static var highContrast: Palette {
    var palette = Palette.light
    palette.isHighContrast = true
    return palette
  }

  static let samples: [Sample] = [
    Sample(name: "week"), Sample(name: "week-dark", palette: .dark), Sample(name: "week-scale-2", scale: 2),
    Sample(name: "week-narrow", width: 360, scale: 2),
    Sample(name: "week-day", shownColumns: 1..<2, scale: 2),
    Sample(name: "week-three-dark", shownColumns: 2..<5, palette: .dark, scale: 2),
    Sample(name: "week-contrast", shownColumns: 0..<5, palette: highContrast, scale: 2),
    Sample(name: "week-rtl", shownColumns: 0..<3, text: TextStyle(isRightToLeft: true), scale: 2),
    Sample(name: "week-text-2", width: 700, text: TextStyle(size: 29.3)),
    Sample(name: "week-text-2-narrow", width: 360, text: TextStyle(size: 29.3)),
  ]

  @Test(.enabled(if: GalleryTests.folder != nil, "HANDSPAN_GALLERY is not set"), arguments: samples)
  func sampleIsPaintedToAFile(sample: Sample) throws {
    let folder = try #require(GalleryTests.folder)
    let painter = DateHeaderPainter(palette: sample.palette, text: sample.text, phrases: Phrases())
    let gutterWidth = GutterPainter.width(text: sample.text, phrases: Phrases())
    let days = (0..<7).map { index in
      DateHeaderDay(
        SampleDays.monday.adding(days: index), isToday: index == 3, isSelected: index == 1 || index == 3,
        isShown: sample.shownColumns.contains(index), dotCount: [1, 2, 0, 3, 1, 0, 0][index])
    }
    let (width, height) = (Double(sample.width), painter.height)
    try Picture.write(
      to: "\(folder)/\(sample.name).png", format: .png, width: sample.width, height: Int(height),
      scale: sample.scale
    ) { canvas in
      canvas.fill(Rectangle(x: 0, y: 0, width: width, height: height), sample.palette.background)
      let columnsWidth = width - gutterWidth - 12
      canvas.translated(x: sample.text.isRightToLeft ? 12 : gutterWidth, y: 0) {
        painter.paint(days, width: columnsWidth, on: canvas)
      }
      canvas.translated(x: sample.text.isRightToLeft ? width - gutterWidth : 0, y: 0) {
        painter.paintWeekNumber(2, width: gutterWidth, on: canvas)
      }
    }
  }
}
