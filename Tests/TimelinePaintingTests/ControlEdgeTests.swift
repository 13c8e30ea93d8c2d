import CalendarModel
import CalendarText
import Testing

@testable import TimelinePainting

/// The edges of controls in the user's colors.
@Suite struct ControlEdgeTests {
  /// Pale, dark and gray colors, and those that calendars have by default.
  private static let colors: [PaintColor] =
    [0xFFC0CB, 0xF6D32D, 0xFFF0F5, 0xFFFFFF, 0x000000, 0x000080, 0x808080, 0xBFD7B5, 0x1A1A2E].map(
      PaintColor.init(hex:))
    + Phrases().calendarColors.map { PaintColor($0.color) }

  @Test func edgesStandOutFromEveryBackground() {
    for color in Self.colors {
      let share = ControlEdge.shareOfText(for: color)
      #expect(ControlEdge.lowestContrast(of: color, share) >= 3, "\(color)")
    }
  }

  @Test func colorsThatStandOutByThemselvesAreKept() {
    // 3.3:1 to the darkest of the light backgrounds and 3.4:1 to the lightest of the dark ones, by the formula of WCAG.
    #expect(ControlEdge.shareOfText(for: PaintColor(hex: 0x8A8A8A)) == 0)
    #expect(ControlEdge.shareOfText(for: PaintColor(hex: 0xFFC0CB)) > 0)
  }
}
