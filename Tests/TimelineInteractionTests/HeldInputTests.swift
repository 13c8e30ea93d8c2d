import Testing
import TimelineInteraction

/// What opens, and what is heard, while buttons and fingers are down.
struct HeldInputTests {
  private let left = 1
  private let right = 3
  private let requests: [HeldInput.Request] = [.press(button: 3), .click, .key, .action]

  // `#expect` takes no call that changes what it looks at.
  private func expect(_ isSo: Bool, at sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(isSo, sourceLocation: sourceLocation)
  }

  @Test func everythingOpensWhileNothingIsHeld() {
    for request in requests { #expect(HeldInput().answer(to: request) == .now) }
  }

  @Test func aPressMayOpenAMenuUnderItself() {
    var held = HeldInput()
    expect(held.press(right))
    #expect(held.answer(to: .press(button: right)) == .now)
    #expect(held.answer(to: .key) == .never)
  }

  @Test func nothingOpensWhileAnythingElseIsHeld() {
    var mouse = HeldInput()
    expect(mouse.press(left))
    var finger = HeldInput()
    expect(finger.touch(1, isAlone: true, opensMenu: false))
    for held in [mouse, finger] {
      #expect(requests.map { held.answer(to: $0) } == [.never, .later, .never, .later])
    }
  }

  @Test func aSecondButtonIsNotHeardAndEndsNothing() {
    var held = HeldInput()
    expect(held.press(left))
    expect(!held.press(right))
    expect(!held.release(right))
    #expect(held.buttons == [left])
    expect(held.release(left))
    #expect(held.isEmpty)
    expect(held.press(right))
  }

  @Test func aButtonThatWasNotHeardIsHeldAllTheSame() {
    var held = HeldInput()
    _ = held.press(left)
    _ = held.press(right)
    expect(held.release(left))
    #expect(held.answer(to: .click) == .later)
    expect(!held.press(left))
    expect(!held.release(right))
    expect(!held.release(left))
    #expect(held.isEmpty)
  }

  @Test func aButtonWhoseReleaseWasLostIsHeardAgain() {
    var held = HeldInput()
    _ = held.press(left)
    expect(held.press(left))
    _ = held.press(right)
    held.forgetButtons()
    #expect(held.isEmpty)
    expect(held.release(right))
  }

  @Test func aButtonIsNotHeardBesideAFingerNorAFingerBesideAButton() {
    var held = HeldInput()
    _ = held.touch(1, isAlone: true, opensMenu: false)
    expect(!held.press(left))
    expect(held.lift(1))
    expect(!held.release(left))
    _ = held.press(left)
    expect(!held.touch(2, isAlone: true, opensMenu: false))
    #expect(!held.hears(2))
    expect(!held.lift(2))
    #expect(held.hears(2))
  }

  @Test func twoFingersAreHeardExceptOnWhatOpensAMenu() {
    var held = HeldInput()
    expect(held.touch(1, isAlone: true, opensMenu: true))
    expect(held.touch(2, isAlone: false, opensMenu: false))
    expect(!held.touch(3, isAlone: false, opensMenu: true))
    #expect(held.hears(2) && !held.hears(3))
    expect(!held.lift(3))
    #expect(held.fingers == [1, 2])
  }

  @Test func aFingerThatIsAloneShowsThatOthersHaveGone() {
    var held = HeldInput()
    _ = held.touch(1, isAlone: true, opensMenu: false)
    expect(held.touch(2, isAlone: true, opensMenu: true))
    #expect(held.fingers == [2])
    held.forgetFingers()
    #expect(held.isEmpty)
  }
}
