import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

@Suite struct CancelTests {
  static let reasons: [CancelReason] = [.escape, .gestureCanceled, .focusLost, .unmapped, .eventRemoved]

  @Test(arguments: reasons)
  func cancelRestoresScrollPageAndEventExactly(reason: CancelReason) {
    var driver = GestureDriver()
    let viewportBefore = driver.viewport
    driver.press("9:20", on: occurrence("9:07", "9:57"), by: .touch)
    driver.longPress()
    driver.move(toY: 712)
    driver.hold(4)
    #expect(!driver.pages.isEmpty)
    driver.cancel(reason)
    #expect(driver.effects.contains(.canceled(reason)))
    #expect(driver.viewport == viewportBefore)
    #expect(driver.shownEvent == nil && driver.dwell == nil && driver.commits.isEmpty)
  }

  @Test func inputIsIgnoredAfterACancelUntilTheRelease() {
    var driver = GestureDriver()
    let standup = occurrence("9:00", "10:00")
    driver.press("9:20", on: standup)
    driver.move(by: 100)
    driver.cancel(.escape)
    driver.move(by: 100)
    driver.longPress()
    driver.press("9:20", on: standup)
    driver.cancel(.gestureCanceled)
    driver.release()
    #expect(driver.commits.isEmpty && driver.clickCount == 0)
    #expect(driver.gesture.phase == .idle)
    driver.press("9:20", on: standup)
    driver.move(by: 80)
    driver.release()
    #expect(driver.committedLabels == ["10:00–11:00"], "the next drag did not work")
  }

  @Test func canceledPressIsNotAClick() {
    var driver = GestureDriver()
    driver.press("9:20", on: occurrence("9:00", "10:00"))
    driver.cancel(.focusLost)
    driver.release()
    #expect(driver.clickCount == 0)
  }

  @Test func cancelingWithoutAGestureDoesNothing() {
    var driver = GestureDriver()
    driver.cancel(.escape)
    #expect(driver.effects.isEmpty && driver.gesture.phase == .idle)
  }
}
