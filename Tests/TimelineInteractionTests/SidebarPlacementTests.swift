import CalendarModel
import Testing

@testable import TimelineInteraction

@Suite struct SidebarPlacementTests {
  private func neededWidth(_ view: ViewKind, textSize: Double) -> Double {
    var configuration = TimelineConfiguration()
    configuration.view = view
    return configuration.minimumColumnsWidth(textSize: textSize)
  }

  private func sidebarWidth(_ windowWidth: Double, _ view: ViewKind, textSize: Double = 14.7) -> Double? {
    SidebarPlacement.width(
      besideViewOf: neededWidth(view, textSize: textSize), in: windowWidth, textSize: textSize)
  }

  @Test(arguments: ViewKind.allCases, [11.0, 14.7, 22, 29.4])
  func viewBesideTheSidebarKeepsAllOfItsDays(_ view: ViewKind, textSize: Double) {
    var configuration = TimelineConfiguration()
    configuration.view = view
    for windowWidth in stride(from: 360.0, through: 2560, by: 1) {
      guard let width = sidebarWidth(windowWidth, view, textSize: textSize) else { continue }
      #expect(configuration.view(fitting: windowWidth - width - 1, textSize: textSize) == view)
    }
    #expect(sidebarWidth(4_000, view, textSize: textSize) == SidebarPlacement.width)
  }

  @Test func viewWithFewerDaysNeedsANarrowerWindow() {
    func narrowestWindow(_ view: ViewKind) -> Double? {
      stride(from: 360.0, through: 2560, by: 1).first { sidebarWidth($0, view) != nil }
    }
    // The sidebar, the line, and 90 px for each day.
    #expect(narrowestWindow(.week) == 280 + 1 + 7 * 90.0)
    #expect(narrowestWindow(.threeDays) == 280 + 1 + 3 * 90.0)
    #expect(narrowestWindow(.day) == 280 + 1 + 90.0)
  }

  /// The hours of the window take 72 px.
  @Test func windowOf1000PixelsHasSpaceForAWeekAndTheSidebar() {
    #expect(sidebarWidth(1_000 - 72, .week) == 297)
    #expect(sidebarWidth(1_056 - 72, .week) == 320)
  }

  @Test func largerTextNeedsAWiderWindow() {
    #expect(sidebarWidth(1_000, .week, textSize: 29.4) == nil)
    #expect(sidebarWidth(7 * 180 + 1 + 319, .week, textSize: 29.4) == nil)
    #expect(sidebarWidth(7 * 180 + 1 + 320, .week, textSize: 29.4) == 320)
  }
}
