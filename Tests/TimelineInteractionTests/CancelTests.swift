import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

@Suite struct CancelTests {
  static let reasons: [CancelReason] = [.escape, .gestureCancelled, .focusLost, .unmapped, .vanished]

  @Test(arguments: reasons)
  func cancelRestoresScrollPageAndEventExactly(reason: CancelReason) {
    var hand = GestureDriver()
    let before = hand.viewport
    hand.press("9:20", on: occurrence("9:07", "9:57"), by: .touch)
    hand.longPress()
    hand.move(toY: 712)
    hand.hold(4)
    #expect(!hand.pages.isEmpty)
    hand.cancel(reason)
    #expect(hand.effects.contains(.cancelled(reason)))
    #expect(hand.viewport == before)
    #expect(hand.shown == nil && hand.dwell == nil && hand.commits.isEmpty)
  }

  @Test func theRestOfACancelledSequenceIsIgnored() {
    var hand = GestureDriver()
    let standup = occurrence("9:00", "10:00")
    hand.press("9:20", on: standup)
    hand.move(by: 100)
    hand.cancel(.escape)
    hand.move(by: 100)
    hand.longPress()
    hand.press("9:20", on: standup)
    hand.cancel(.gestureCancelled)
    hand.release()
    #expect(hand.commits.isEmpty && hand.clicks == 0)
    #expect(hand.gesture.phase == .idle)
    hand.press("9:20", on: standup)
    hand.move(by: 80)
    hand.release()
    #expect(hand.committed == ["10:00–11:00"], "the next one works")
  }

  @Test func cancellingAPressMakesNoClick() {
    var hand = GestureDriver()
    hand.press("9:20", on: occurrence("9:00", "10:00"))
    hand.cancel(.focusLost)
    hand.release()
    #expect(hand.clicks == 0)
  }

  @Test func cancellingNothingDoesNothing() {
    var hand = GestureDriver()
    hand.cancel(.escape)
    #expect(hand.effects.isEmpty && hand.gesture.phase == .idle)
  }
}
