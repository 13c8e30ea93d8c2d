import Testing
import TimelineInteraction

@Suite struct TypingPauseTests {
  @Test func inputTakesEffectOneSecondAfterTheLastKey() {
    var pause = TypingDebouncer()
    for key in 0..<10 {
      pause.typed(time: Double(key) * 0.9)
      let ended = pause.tick(time: Double(key) * 0.9 + 0.89)
      #expect(!ended, "the pause ended although keys follow quickly")
    }
    #expect(pause.deadline == 8.1 + Feel.typingPause)
    let ended = pause.tick(time: 9.1)
    #expect(ended)
    let again = pause.tick(time: 20)
    #expect(!again, "the pause ended twice")
  }

  @Test func inputTakesEffectOnceWhenTheFieldIsLeft() {
    var pause = TypingDebouncer()
    let endedUntyped = pause.end()
    #expect(!endedUntyped, "the pause ended although nothing was typed")
    pause.typed(time: 3)
    let ended = pause.end()
    #expect(ended)
    let endedAgain = pause.tick(time: 5)
    #expect(!endedAgain)
    #expect(pause.deadline == nil)
  }
}
