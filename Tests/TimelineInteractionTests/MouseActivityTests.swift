import Testing
import TimelineInteraction

/// Whether a key press refers to the day under the mouse: only if the mouse has just moved.
@Suite struct MouseActivityTests {
  @Test func restingMouseIsIgnored() {
    var activity = MouseActivity()
    #expect(!activity.isInUse)
    activity.keyPressed()
    #expect(!activity.isInUse)
  }

  @Test func mouseThatJustMovedSelectsTheDayUnderItForTheNextKey() {
    var activity = MouseActivity()
    activity.moved()
    activity.keyPressed()
    #expect(activity.isInUse)
    activity.keyPressed()
    #expect(!activity.isInUse, "the mouse counts as moved after the second key press")
    activity.moved()
    activity.keyPressed()
    #expect(activity.isInUse)
  }
}
