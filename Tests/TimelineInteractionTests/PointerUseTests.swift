import Testing
import TimelineInteraction

/// Whether the day under the mouse is the one that a key means.
@Suite struct PointerUseTests {
  @Test func restingMouseIsIgnored() {
    var use = PointerUse()
    #expect(!use.hasMovedSinceKeyPress)
    use.keyPressed()
    #expect(!use.hasMovedSinceKeyPress)
  }

  @Test func mouseThatJustMovedSelectsItsDayForTheNextKey() {
    var use = PointerUse()
    use.moved()
    use.keyPressed()
    #expect(use.hasMovedSinceKeyPress)
    use.keyPressed()
    #expect(!use.hasMovedSinceKeyPress, "it has rested since the key before")
    use.moved()
    use.keyPressed()
    #expect(use.hasMovedSinceKeyPress)
  }
}
