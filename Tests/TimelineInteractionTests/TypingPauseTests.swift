import Testing
import TimelineInteraction

@Suite struct TypingPauseTests {
  @Test func takesEffectOneSecondAfterTheLastKey() {
    var pause = TypingPause()
    for key in 0..<10 {
      pause.typed(time: Double(key) * 0.9)
      let ended = pause.tick(time: Double(key) * 0.9 + 0.89)
      #expect(!ended, "never per key")
    }
    #expect(pause.deadline == 8.1 + Feel.typingPause)
    let ended = pause.tick(time: 9.1)
    #expect(ended)
    let again = pause.tick(time: 20)
    #expect(!again, "once")
  }

  @Test func takesEffectWhenTheFieldIsLeftAndOnlyOnce() {
    var pause = TypingPause()
    let nothing = pause.end()
    #expect(!nothing, "nothing was typed")
    pause.typed(time: 3)
    let left = pause.end()
    #expect(left)
    let late = pause.tick(time: 5)
    #expect(!late)
    #expect(pause.deadline == nil)
  }
}
