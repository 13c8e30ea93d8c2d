import CalendarModel
import CalendarText
import Testing
import TimelineInteraction

@testable import TimelinePainting

@Suite struct AgendaPicturePainterTests {
  private static let days = SampleDays.monday..<SampleDays.monday.adding(days: 28)
  private let painter = AgendaPicturePainter(palette: .light)

  /// A list with a number of events on each day.
  private func picture(_ counts: [Int], today: Day? = nil) -> AgendaPicture {
    let events = counts.enumerated().flatMap { index, count in
      (0..<count).map { number in
        let day = SampleDays.monday.adding(days: index)
        return SampleDays.event("\(number)", from: "\(day)T10:00", to: "\(day)T11:00")
      }
    }
    return AgendaPicture(events, in: Self.days, today: today)
  }

  private func days(of page: AgendaPicturePainter.Page) -> [Int] {
    page.rows.compactMap {
      if case .heading(let day, _) = $0 { day.days(since: SampleDays.monday) } else { nil }
    }
  }

  private func entries(of page: AgendaPicturePainter.Page) -> Int {
    page.rows.count { if case .entry = $0 { true } else { false } }
  }

  @Test func aShortListIsOnePage() {
    let picture = picture([1, 0, 2])
    let pages = painter.pages(of: picture, height: Double(painter.height(of: picture)))
    #expect(pages.count == 1 && pages[0].laterCount == 0)
    #expect(days(of: pages[0]) == [0, 2])
  }

  @Test(arguments: [200.0, 300, 500, 3000]) func pagesBreakBetweenDays(height: Double) {
    let picture = picture([3, 1, 4, 1, 2, 2, 3, 1, 1, 4, 2, 3, 3, 2])
    let pages = painter.pages(of: picture, height: height)
    #expect(pages.flatMap(days) == Array(0..<14))
    #expect(pages.reduce(0) { $0 + entries(of: $1) } == 32)
    for (index, page) in pages.enumerated() {
      #expect(page.laterCount == pages[(index + 1)...].reduce(0) { $0 + entries(of: $1) })
      if index > 0 {
        #expect(days(of: page).first != nil && !days(of: pages[index - 1]).contains(days(of: page)[0]))
      }
    }
    #expect(height > 1000 ? pages.count == 1 : pages.count > 1)
  }

  @Test func aDayThatIsLongerThanAPageContinuesBelowItsHeading() {
    let pages = painter.pages(of: picture([1, 40, 1]), height: 400)
    #expect(pages.count > 3)
    #expect(pages.reduce(0) { $0 + entries(of: $1) } == 42)
    // The last page ends with the free days.
    for page in pages.dropFirst() where entries(of: page) > 0 { #expect(days(of: page).first != nil) }
    #expect(pages.filter { days(of: $0).contains(1) }.count > 2)
  }

  @Test(arguments: [0.0, 20, 60, 80]) func nothingIsLostOnPagesThatAreTooLow(height: Double) {
    let pages = painter.pages(of: picture([2, 0, 1]), height: height)
    #expect(pages.reduce(0) { $0 + entries(of: $1) } == 3)
  }

  @Test(arguments: [false, true]) func timesAreBeforeTheEvents(isRightToLeft: Bool) throws {
    let event = SampleDays.event(
      "Review", from: "2026-01-05T10:00", to: "2026-01-05T11:00", color: SampleDays.red)
    let picture = AgendaPicture([event], in: Self.days)
    let (width, height) = (400, painter.height(of: picture))
    let image = ImageSurface(width: width, height: height)
    let painter = AgendaPicturePainter(palette: .light, text: TextStyle(isRightToLeft: isRightToLeft))
    let page = try #require(painter.pages(of: picture, height: Double(height)).first)
    painter.paint(page, of: picture, width: Double(width), height: Double(height), on: image.canvas)
    let fill = EventTint(SampleDays.red, palette: .light).fill
    let rows = (0..<height).filter { row in (0..<width).contains { image.shows(fill, $0, row) } }
    let columns = (0..<width).filter { x in rows.contains { image.shows(fill, x, $0) } }
    let (first, last) = (try #require(columns.first), try #require(columns.last))
    if isRightToLeft { #expect(first < 40 && last < 320) } else { #expect(first > 80 && last > 360) }
    // The time is on the other side, in the same rows.
    let timeColumns = isRightToLeft ? last + 8..<width - 24 : 24..<first - 8
    #expect(image.count(in: timeColumns, rows[0]..<rows[rows.count - 1], not: Palette.light.background) > 40)
  }

  @Test func todayIsAccented() throws {
    func showsAccent(today: Day?) throws -> Bool {
      let picture = picture([1], today: today)
      let height = painter.height(of: picture)
      let image = ImageSurface(width: 400, height: height)
      let page = try #require(painter.pages(of: picture, height: Double(height)).first)
      painter.paint(page, of: picture, width: 400, height: Double(height), on: image.canvas)
      return (0..<height).contains { y in (0..<400).contains { image.shows(Palette.light.accentText, $0, y) }
      }
    }
    #expect(try showsAccent(today: SampleDays.monday))
    #expect(try showsAccent(today: SampleDays.monday.adding(days: 3)))
    #expect(try !showsAccent(today: nil))
  }
}
