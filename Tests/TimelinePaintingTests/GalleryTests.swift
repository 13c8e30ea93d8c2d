import CalendarModel
import CalendarText
import Glibc
import Testing
import TimelinePainting

/// Paints what has to look well to files, to be looked at: HANDSPAN_GALLERY names the folder.
@Suite struct GalleryTests {
  static var folder: String? { getenv("HANDSPAN_GALLERY").map { String(cString: $0) } }

  struct Shot: Sendable, CustomTestStringConvertible {
    var name: String
    var occurrences: [Occurrence]
    var size = (width: 800, height: 1000)
    var scale = 1
    var palette = Palette.light
    var text = TextStyle()
    var clock = ClockFormat.h24
    var now: WallTime? = WallTime(SampleDays.monday, hour: 11, minute: 10)
    var testDescription: String { name }
  }

  static let shots: [Shot] = [
    Shot(name: "empty", occurrences: [], now: nil),
    Shot(name: "empty-dark", occurrences: [], palette: .dark),
    Shot(name: "one", occurrences: SampleDays.one),
    Shot(name: "ordinary", occurrences: SampleDays.ordinary),
    Shot(name: "ordinary-dark", occurrences: SampleDays.ordinary, palette: .dark),
    Shot(name: "ordinary-tall", occurrences: SampleDays.ordinary, size: (700, 2100)),
    Shot(name: "ordinary-12h", occurrences: SampleDays.ordinary, clock: .h12),
    Shot(name: "forty", occurrences: SampleDays.forty),
    Shot(name: "forty-dark", occurrences: SampleDays.forty, palette: .dark),
    Shot(name: "narrow", occurrences: SampleDays.ordinary, size: (360, 720)),
    Shot(name: "scale-2", occurrences: SampleDays.ordinary, size: (420, 800), scale: 2),
    Shot(name: "text-2", occurrences: SampleDays.ordinary, text: TextStyle(size: 29.3)),
    Shot(name: "rtl", occurrences: SampleDays.ordinary, text: TextStyle(isRightToLeft: true)),
  ]

  @Test(.enabled(if: folder != nil, "HANDSPAN_GALLERY is not set"), arguments: shots)
  func paintsToAFile(shot: Shot) throws {
    let folder = try #require(GalleryTests.folder)
    let now = shot.now.map { ZonedTime(wall: $0, offset: 0) }
    let page = DayPage(day: SampleDays.monday, occurrences: shot.occurrences, now: now)
    let painter = DayPainter(
      palette: shot.palette, text: shot.text, phrases: Phrases(clock: shot.clock))
    try Picture.write(
      to: "\(folder)/\(shot.name).png", format: .png, width: shot.size.width, height: shot.size.height,
      scale: shot.scale
    ) { canvas in
      painter.paint(
        page, width: Double(shot.size.width), height: Double(shot.size.height), on: canvas)
    }
  }
}
