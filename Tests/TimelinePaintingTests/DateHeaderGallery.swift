import CalendarModel
import CalendarText
import Testing
import TimelinePainting

/// Paints date headers for visual inspection, in the folder named by HANDSPAN_GALLERY.
@Suite struct DateHeaderGallery {
  struct Shot: Sendable, CustomTestStringConvertible {
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

  static let shots: [Shot] = [
    Shot(name: "week"), Shot(name: "week-dark", palette: .dark), Shot(name: "week-scale-2", scale: 2),
    Shot(name: "week-narrow", width: 360, scale: 2), Shot(name: "week-day", shownColumns: 1..<2, scale: 2),
    Shot(name: "week-three-dark", shownColumns: 2..<5, palette: .dark, scale: 2),
    Shot(name: "week-contrast", shownColumns: 0..<5, palette: highContrast, scale: 2),
    Shot(name: "week-rtl", shownColumns: 0..<3, text: TextStyle(isRightToLeft: true), scale: 2),
    Shot(name: "week-text-2", width: 700, text: TextStyle(size: 29.3)),
    Shot(name: "week-text-2-narrow", width: 360, text: TextStyle(size: 29.3)),
  ]

  @Test(.enabled(if: GalleryTests.folder != nil, "HANDSPAN_GALLERY is not set"), arguments: shots)
  func shotIsPaintedToAFile(shot: Shot) throws {
    let folder = try #require(GalleryTests.folder)
    let painter = DateHeaderPainter(palette: shot.palette, text: shot.text, phrases: Phrases())
    let gutter = (GutterPainter.width(text: shot.text, phrases: Phrases()))
    let days = (0..<7).map { index in
      DateHeaderDay(
        SampleDays.monday.adding(days: index), isToday: index == 3, isSelected: index == 1 || index == 3,
        isShown: shot.shownColumns.contains(index), dotCount: [1, 2, 0, 3, 1, 0, 0][index])
    }
    let (width, height) = (Double(shot.width), painter.height)
    try Picture.write(
      to: "\(folder)/\(shot.name).png", format: .png, width: shot.width, height: Int(height),
      scale: shot.scale
    ) { canvas in
      canvas.fill(Rectangle(x: 0, y: 0, width: width, height: height), shot.palette.background)
      let columns = width - gutter - 12
      canvas.translated(x: shot.text.isRightToLeft ? 12 : gutter, y: 0) {
        painter.paint(days, width: columns, on: canvas)
      }
      canvas.translated(x: shot.text.isRightToLeft ? width - gutter : 0, y: 0) {
        painter.paintWeekNumber(2, width: gutter, on: canvas)
      }
    }
  }
}
