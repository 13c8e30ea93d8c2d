import CalendarModel
import CalendarText
import Glibc
import Testing
import TimelinePainting

/// Paints pages to files for visual inspection, in the folder named by HANDSPAN_GALLERY.
@Suite struct GalleryTests {
  static var folder: String? { getenv("HANDSPAN_GALLERY").map { String(cString: $0) } }

  struct Sample: Sendable, CustomTestStringConvertible {
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

  static let samples: [Sample] = [
    Sample(name: "empty", occurrences: [], now: nil),
    Sample(name: "empty-dark", occurrences: [], palette: .dark),
    Sample(name: "one", occurrences: SampleDays.oneEvent),
    Sample(name: "ordinary", occurrences: SampleDays.ordinaryDay),
    Sample(name: "ordinary-dark", occurrences: SampleDays.ordinaryDay, palette: .dark),
    Sample(name: "ordinary-tall", occurrences: SampleDays.ordinaryDay, size: (700, 2100)),
    Sample(name: "ordinary-12h", occurrences: SampleDays.ordinaryDay, clock: .h12),
    Sample(name: "forty", occurrences: SampleDays.fortyEvents),
    Sample(name: "forty-dark", occurrences: SampleDays.fortyEvents, palette: .dark),
    Sample(name: "narrow", occurrences: SampleDays.ordinaryDay, size: (360, 720)),
    Sample(name: "scale-2", occurrences: SampleDays.ordinaryDay, size: (420, 800), scale: 2),
    Sample(name: "text-2", occurrences: SampleDays.ordinaryDay, text: TextStyle(size: 29.3)),
    Sample(name: "rtl", occurrences: SampleDays.ordinaryDay, text: TextStyle(isRightToLeft: true)),
  ]

  static let wednesdayMorning = WallTime(SampleDays.monday.adding(days: 2), hour: 11, minute: 10)
  static let newYork = Zone(identifier: "America/New_York", rules: FixedOffset(seconds: -18_000))

  static let weekSamples: [Sample] = [
    week("week"), week("week-dark", palette: .dark), week("week-empty", of: [], now: nil),
    week("week-crowded", of: SampleDays.crowdedWeek),
    week("week-crowded-dark", of: SampleDays.crowdedWeek, palette: .dark),
    week("week-rtl", text: TextStyle(isRightToLeft: true)), week("week-narrow", size: (360, 720)),
    week("week-scale-2", size: (700, 600), scale: 2), week("week-text-2", text: TextStyle(size: 29.3)),
    week("week-12h", clock: .h12, secondZone: newYork), week("week-paper", size: (1440, 1018)),
    week("workweek", dayCount: 5), week("three-days", dayCount: 3, size: (600, 800)),
    week("three-days-narrow", dayCount: 3, size: (360, 640)),
    Sample(
      name: "week-spring", occurrences: nightWatch(dayOffset: 83), size: (1100, 760), dayCount: 7,
      firstDayOffset: 77,
      zone: SampleDays.zoneWithSpringChange, now: nil),
    Sample(
      name: "week-autumn", occurrences: nightWatch(dayOffset: 293), size: (1100, 760), dayCount: 7,
      firstDayOffset: 287,
      zone: SampleDays.zoneWithAutumnChange, now: nil),
  ]

  static func nightWatch(dayOffset: Int) -> [Occurrence] {
    let day = SampleDays.monday.adding(days: dayOffset)
    return [SampleDays.event("Night watch", from: "\(day)T00:30:00", to: "\(day)T01:30:00")]
  }

  static func week(
    _ name: String, of occurrences: [Occurrence] = SampleDays.week, dayCount: Int = 7,
    size: (width: Int, height: Int) = (1100, 760), scale: Int = 1, palette: Palette = .light,
    text: TextStyle = TextStyle(), clock: ClockFormat = .h24, secondZone: Zone? = nil,
    now: WallTime? = wednesdayMorning
  ) -> Sample {
    Sample(
      name: name, occurrences: occurrences, size: size, scale: scale, palette: palette, text: text,
      clock: clock, dayCount: dayCount, secondZone: secondZone, now: now)
  }

  @Test(.enabled(if: folder != nil, "HANDSPAN_GALLERY is not set"), arguments: samples + weekSamples)
  func sampleIsPaintedToAFile(sample: Sample) throws {
    let folder = try #require(GalleryTests.folder)
    let firstDay = SampleDays.monday.adding(days: sample.firstDayOffset)
    let page = CalendarPage(
      days: firstDay..<firstDay.adding(days: sample.dayCount), occurrences: sample.occurrences,
      zone: sample.zone,
      now: sample.now.map { sample.zone.time(at: $0).instant },
      weekNumber: sample.dayCount > 3 ? firstDay.isoWeek.week : nil,
      secondZone: sample.secondZone)
    let painter = PagePainter(
      palette: sample.palette, text: sample.text, phrases: Phrases(clock: sample.clock))
    try Picture.write(
      to: "\(folder)/\(sample.name).png", format: .png, width: sample.size.width, height: sample.size.height,
      scale: sample.scale
    ) { canvas in
      painter.paint(
        page, width: Double(sample.size.width), height: Double(sample.size.height), on: canvas)
    }
  }
}
