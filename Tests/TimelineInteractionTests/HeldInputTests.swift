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
    var heldInput = HeldInput()
    expect(heldInput.press(rightButton))
    #expect(heldInput.answer(to: .press(button: rightButton)) == .now)
    #expect(heldInput.answer(to: .key) == .never)
  }

  @Test func noRequestIsAcceptedAtOnceWhileAnotherButtonOrFingerIsDown() {
    var mouse = HeldInput()
    expect(mouse.press(leftButton))
    var finger = HeldInput()
    expect(finger.touch(1, isAlone: true, opensMenu: false))
    for heldInput in [mouse, finger] {
      #expect(requests.map { heldInput.answer(to: $0) } == [.never, .later, .never, .later])
    }
  }

  @Test func secondButtonIsIgnoredAndDoesNotEndThePress() {
    var heldInput = HeldInput()
    expect(heldInput.press(leftButton))
    expect(!heldInput.press(rightButton))
    expect(!heldInput.release(rightButton))
    #expect(heldInput.buttons == [leftButton])
    expect(heldInput.release(leftButton))
    #expect(heldInput.isEmpty)
    expect(heldInput.press(rightButton))
  }

  @Test func ignoredButtonStillCountsAsPressed() {
    var heldInput = HeldInput()
    _ = heldInput.press(leftButton)
    _ = heldInput.press(rightButton)
    expect(heldInput.release(leftButton))
    #expect(heldInput.answer(to: .click) == .later)
    expect(!heldInput.press(leftButton))
    expect(!heldInput.release(rightButton))
    expect(!heldInput.release(leftButton))
    #expect(heldInput.isEmpty)
  }

  @Test func buttonIsAcceptedAgainAfterALostRelease() {
    var heldInput = HeldInput()
    _ = heldInput.press(leftButton)
    expect(heldInput.press(leftButton))
    _ = heldInput.press(rightButton)
    heldInput.forgetButtons()
    #expect(heldInput.isEmpty)
    expect(heldInput.release(rightButton))
  }

  @Test func buttonAndFingerExcludeEachOther() {
    var heldInput = HeldInput()
    _ = heldInput.touch(1, isAlone: true, opensMenu: false)
    expect(!heldInput.press(leftButton))
    expect(heldInput.lift(1))
    expect(!heldInput.release(leftButton))
    _ = heldInput.press(leftButton)
    expect(!heldInput.touch(2, isAlone: true, opensMenu: false))
    #expect(!heldInput.forwardsEvents(of: 2))
    expect(!heldInput.lift(2))
    #expect(heldInput.forwardsEvents(of: 2))
  }

  @Test func secondFingerIsIgnoredOnlyIfItOpensAMenu() {
    var heldInput = HeldInput()
    expect(heldInput.touch(1, isAlone: true, opensMenu: true))
    expect(heldInput.touch(2, isAlone: false, opensMenu: false))
    expect(!heldInput.touch(3, isAlone: false, opensMenu: true))
    #expect(heldInput.forwardsEvents(of: 2) && !heldInput.forwardsEvents(of: 3))
    expect(!heldInput.lift(3))
    #expect(heldInput.fingers == [1, 2])
  }

  @Test func fingerReportedAsTheOnlyOneReplacesLostFingers() {
    var heldInput = HeldInput()
    _ = heldInput.touch(1, isAlone: true, opensMenu: false)
    expect(heldInput.touch(2, isAlone: true, opensMenu: true))
    #expect(heldInput.fingers == [2])
    heldInput.forgetFingers()
    #expect(heldInput.isEmpty)
  }
}
