import CalendarModel
import CalendarText
import Glibc
import Testing
import TimelinePainting

/// Paints pages to files for visual inspection, in the folder named by HANDSPAN_GALLERY.
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
    var dayCount = 1
    /// The number of days from `SampleDays.monday` to the first day of the page.
    var firstDayOffset = 0
    var zone = Zone.utc
    var secondZone: Zone?
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

  static let midweek = WallTime(SampleDays.monday.adding(days: 2), hour: 11, minute: 10)
  static let newYork = Zone(identifier: "America/New_York", rules: FixedOffset(seconds: -18_000))

  static let weeks: [Shot] = [
    week("week"), week("week-dark", palette: .dark), week("week-empty", of: [], now: nil),
    week("week-crowded", of: SampleDays.crowdedWeek),
    week("week-crowded-dark", of: SampleDays.crowdedWeek, palette: .dark),
    week("week-rtl", text: TextStyle(isRightToLeft: true)), week("week-narrow", size: (360, 720)),
    week("week-scale-2", size: (700, 600), scale: 2), week("week-text-2", text: TextStyle(size: 29.3)),
    week("week-12h", clock: .h12, secondZone: newYork), week("week-paper", size: (1440, 1018)),
    week("workweek", dayCount: 5), week("three-days", dayCount: 3, size: (600, 800)),
    week("three-days-narrow", dayCount: 3, size: (360, 640)),
    Shot(
      name: "week-spring", occurrences: nightWatch(dayOffset: 83), size: (1100, 760), dayCount: 7,
      firstDayOffset: 77,
      zone: SampleDays.spring, now: nil),
    Shot(
      name: "week-autumn", occurrences: nightWatch(dayOffset: 293), size: (1100, 760), dayCount: 7,
      firstDayOffset: 287,
      zone: SampleDays.autumn, now: nil),
  ]

  static func nightWatch(dayOffset: Int) -> [Occurrence] {
    let day = SampleDays.monday.adding(days: dayOffset)
    return [SampleDays.event("Night watch", from: "\(day)T00:30:00", to: "\(day)T01:30:00")]
  }

  static func week(
    _ name: String, of occurrences: [Occurrence] = SampleDays.week, dayCount: Int = 7,
    size: (width: Int, height: Int) = (1100, 760), scale: Int = 1, palette: Palette = .light,
    text: TextStyle = TextStyle(), clock: ClockFormat = .h24, secondZone: Zone? = nil,
    now: WallTime? = midweek
  ) -> Shot {
    Shot(
      name: name, occurrences: occurrences, size: size, scale: scale, palette: palette, text: text,
      clock: clock, dayCount: dayCount, secondZone: secondZone, now: now)
  }

  @Test(.enabled(if: folder != nil, "HANDSPAN_GALLERY is not set"), arguments: shots + weeks)
  func shotIsPaintedToAFile(shot: Shot) throws {
    let folder = try #require(GalleryTests.folder)
    let firstDay = SampleDays.monday.adding(days: shot.firstDayOffset)
    let page = CalendarPage(
      days: firstDay..<firstDay.adding(days: shot.dayCount), occurrences: shot.occurrences, zone: shot.zone,
      now: shot.now.map { shot.zone.time(at: $0).instant },
      weekNumber: shot.dayCount > 3 ? firstDay.isoWeek.week : nil,
      secondZone: shot.secondZone)
    let painter = PagePainter(
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
