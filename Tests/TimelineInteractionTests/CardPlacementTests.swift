import Testing
import TimelineInteraction

/// The position of a card beside an event: always visible, and not over the event's start if possible.
struct CardPlacementTests {
  private func top(_ event: Range<Double>) -> Double {
    CardPlacement.top(forHeight: 50, beside: event, in: 100..<500)
  }

  @Test func cardIsBelowTheEventOrAboveItOrElseOverItsEnd() {
    #expect(top(200..<260) == 266)
    #expect(top(420..<480) == 364)
    #expect(top(120..<480) == 444)
    #expect(top(50..<700) == 444)
  }

  @Test func cardIsVisibleEvenIfTheEventIsNot() {
    for event in [-300.0..<(-200), 20..<60, 600..<700, 90..<500] {
      #expect((100...450).contains(top(event)), "\(event)")
    }
    #expect(CardPlacement.top(forHeight: 600, beside: 200..<260, in: 100..<500) == 100)
  }

  @Test func cardIsAlignedWithTheLeadingEdgeOfTheEvent() {
    func left(_ event: ClosedRange<Double>, isRightToLeft: Bool) -> Double {
      CardPlacement.left(forWidth: 200, beside: event, in: 60...600, isRightToLeft: isRightToLeft)
    }
    #expect(left(100...250, isRightToLeft: false) == 100)
    #expect(left(100...350, isRightToLeft: true) == 150)
    #expect(left(500...590, isRightToLeft: false) == 400)
    #expect(left(60...150, isRightToLeft: true) == 60)
  }
}
