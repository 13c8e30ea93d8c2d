import Testing
import TimelineInteraction

@Suite("Menu placement")
struct MenuPlacementTests {
  @Test(
    "a menu opens at the clicked point, or higher if it fits neither below nor above",
    arguments: [
      (click: 100.0, height: 500.0, top: 100.0), (300, 500, 300), (301, 500, 300), (450, 500, 300),
      (499, 500, 300), (500, 500, 500), (790, 500, 790), (450, 900, 0),
    ])
  func menuOpensWhereItFits(click: Double, height: Double, top: Double) {
    #expect(MenuPlacement.top(at: click, in: 0..<800, naturalHeight: height) == top)
  }
}
