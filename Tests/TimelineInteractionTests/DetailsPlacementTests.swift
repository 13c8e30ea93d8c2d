import TimelineInteraction
import Testing

/// The placement of an event's details in a window 720 px tall.
@Suite struct DetailsPlacementTests {
  private static let window = 0.0..<720

  private func placement(
    _ part: Range<Double> = 300..<360, text: Double, linkAndButtons: Double, minimumText: Double = 60
  ) -> DetailsPlacement {
    DetailsPlacement(
      beside: part, in: Self.window,
      DetailsPlacement.Heights(
        text: text, minimumText: minimumText, linkAndButtons: linkAndButtons, edges: 32))
  }

  @Test func detailsThatFitDoNotScroll() {
    #expect(placement(text: 120, linkAndButtons: 110).scrolling == .nothing)
    #expect(placement(text: 120, linkAndButtons: 110).target == 300..<360)
    #expect(placement(0..<720, text: 400, linkAndButtons: 200).scrolling == .nothing)
  }

  @Test func longTextScrollsAboveTheButtons() {
    guard case .text(let height) = placement(text: 900, linkAndButtons: 110).scrolling else {
      Issue.record("the text does not scroll")
      return
    }
    #expect(height >= 200)
  }

  /// At text scale 2 in a window 360 px wide, the buttons are stacked and would leave little space for the text.
  @Test(arguments: [0.0..<30, 200..<300, 340..<420, 600..<700, 0..<720])
  func detailsScrollAsAWholeIfTheButtonsAreTall(part: Range<Double>) {
    for (text, linkAndButtons) in [(320.0, 420.0), (900, 420), (120, 640)] {
      let placement = placement(part, text: text, linkAndButtons: linkAndButtons, minimumText: 110)
      guard case .everything(let height) = placement.scrolling else {
        Issue.record("the details do not scroll as a whole: \(placement.scrolling)")
        continue
      }
      let card = height + 32
      #expect(card >= 0.6 * 720 - 1e-9 && card <= 0.85 * 720 + 1e-9, "the card is \(card) px tall")
      #expect(
        card <= max(placement.target.lowerBound, 720 - placement.target.upperBound) + 1e-9,
        "the card is not within the window")
    }
  }
}
