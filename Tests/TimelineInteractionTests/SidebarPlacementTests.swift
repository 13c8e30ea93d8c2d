import CalendarModel
import Testing

@testable import TimelineInteraction

@Suite struct SidebarPlacementTests {
  private func needed(_ view: ViewKind, textSize: Double) -> Double {
    var configuration = TimelineConfiguration()
    configuration.view = view
    return configuration.minimumColumnsWidth(textSize: textSize)
  }

  @Test(arguments: ViewKind.allCases, [11.0, 14.7, 22, 29.4])
  func viewBesideTheSidebarKeepsAllOfItsDays(_ view: ViewKind, textSize: Double) {
    var configuration = TimelineConfiguration()
    configuration.view = view
    let needed = needed(view, textSize: textSize)
    for window in stride(from: 360.0, through: 2560, by: 1)
    where SidebarPlacement.fitsBesideView(windowWidth: window, viewWidth: needed) {
      let width = window - SidebarPlacement.width - 1
      #expect(configuration.view(fitting: width, textSize: textSize) == view)
    }
    #expect(SidebarPlacement.fitsBesideView(windowWidth: 4_000, viewWidth: needed))
  }

  @Test func viewWithFewerDaysNeedsANarrowerWindow() {
    func narrowest(_ view: ViewKind) -> Double? {
      let needed = needed(view, textSize: 14.7)
      return stride(from: 360.0, through: 2560, by: 1).first {
        SidebarPlacement.fitsBesideView(windowWidth: $0, viewWidth: needed)
      }
    }
    // The sidebar, the line, and 92 px for each day.
    #expect(narrowest(.week) == 320 + 1 + 7 * 92.0)
    #expect(narrowest(.threeDays) == 320 + 1 + 3 * 92.0)
    #expect(narrowest(.day) == 320 + 1 + 92.0)
  }

  @Test func largerTextNeedsAWiderWindow() {
    #expect(!SidebarPlacement.fitsBesideView(windowWidth: 1_000, viewWidth: needed(.week, textSize: 29.4)))
    #expect(SidebarPlacement.fitsBesideView(windowWidth: 1_000, viewWidth: needed(.week, textSize: 14.7)))
  }
}
