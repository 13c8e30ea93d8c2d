import Testing
import TimelineInteraction

/// Which requests and input are accepted while buttons or fingers are down.
struct HeldInputTests {
  private let leftButton = 1
  private let rightButton = 3
  private let requests: [HeldInput.Request] = [.press(button: 3), .click, .key, .action]

  // `#expect` does not accept calls to mutating functions.
  private func expect(_ condition: Bool, at sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(condition, sourceLocation: sourceLocation)
  }

  @Test func everyRequestIsAcceptedWhileNothingIsPressed() {
    for request in requests { #expect(HeldInput().answer(to: request) == .now) }
  }

  @Test func pressMayOpenItsOwnMenu() {
    var held = HeldInput()
    expect(held.press(rightButton))
    #expect(held.answer(to: .press(button: rightButton)) == .now)
    #expect(held.answer(to: .key) == .never)
  }

  @Test func noRequestIsAcceptedAtOnceWhileAnotherButtonOrFingerIsDown() {
    var mouse = HeldInput()
    expect(mouse.press(leftButton))
    var finger = HeldInput()
    expect(finger.touch(1, isAlone: true, opensMenu: false))
    for held in [mouse, finger] {
      #expect(requests.map { held.answer(to: $0) } == [.never, .later, .never, .later])
    }
  }

  @Test func secondButtonIsIgnoredAndDoesNotEndThePress() {
    var held = HeldInput()
    expect(held.press(leftButton))
    expect(!held.press(rightButton))
    expect(!held.release(rightButton))
    #expect(held.buttons == [leftButton])
    expect(held.release(leftButton))
    #expect(held.isEmpty)
    expect(held.press(rightButton))
  }

  @Test func ignoredButtonStillCountsAsPressed() {
    var held = HeldInput()
    _ = held.press(leftButton)
    _ = held.press(rightButton)
    expect(held.release(leftButton))
    #expect(held.answer(to: .click) == .later)
    expect(!held.press(leftButton))
    expect(!held.release(rightButton))
    expect(!held.release(leftButton))
    #expect(held.isEmpty)
  }

  @Test func buttonIsAcceptedAgainAfterALostRelease() {
    var held = HeldInput()
    _ = held.press(leftButton)
    expect(held.press(leftButton))
    _ = held.press(rightButton)
    held.forgetButtons()
    #expect(held.isEmpty)
    expect(held.release(rightButton))
  }

  @Test func buttonAndFingerExcludeEachOther() {
    var held = HeldInput()
    _ = held.touch(1, isAlone: true, opensMenu: false)
    expect(!held.press(leftButton))
    expect(held.lift(1))
    expect(!held.release(leftButton))
    _ = held.press(leftButton)
    expect(!held.touch(2, isAlone: true, opensMenu: false))
    #expect(!held.forwardsEvents(of: 2))
    expect(!held.lift(2))
    #expect(held.forwardsEvents(of: 2))
  }

  @Test func secondFingerIsIgnoredOnlyIfItOpensAMenu() {
    var held = HeldInput()
    expect(held.touch(1, isAlone: true, opensMenu: true))
    expect(held.touch(2, isAlone: false, opensMenu: false))
    expect(!held.touch(3, isAlone: false, opensMenu: true))
    #expect(held.forwardsEvents(of: 2) && !held.forwardsEvents(of: 3))
    expect(!held.lift(3))
    #expect(held.fingers == [1, 2])
  }

  @Test func fingerReportedAsTheOnlyOneReplacesLostFingers() {
    var held = HeldInput()
    _ = held.touch(1, isAlone: true, opensMenu: false)
    expect(held.touch(2, isAlone: true, opensMenu: true))
    #expect(held.fingers == [2])
    held.forgetFingers()
    #expect(held.isEmpty)
  }
}
