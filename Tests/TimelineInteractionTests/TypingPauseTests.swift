import Testing
import TimelineInteraction

@Suite struct TypingPauseTests {
  @Test func inputTakesEffectOneSecondAfterTheLastKey() {
    var pause = TypingDebouncer()
    for key in 0..<10 {
      pause.typed(time: Double(key) * 0.9)
      let takesEffect = pause.tick(time: Double(key) * 0.9 + 0.89)
      #expect(!takesEffect, "the input took effect although further keys followed quickly")
    }
    #expect(pause.deadline == 8.1 + Feel.typingPause)
    let takesEffect = pause.tick(time: 9.1)
    #expect(takesEffect)
    let takesEffectAgain = pause.tick(time: 20)
    #expect(!takesEffectAgain, "the input took effect twice")
  }

  @Test func inputTakesEffectOnceWhenTheFieldIsLeft() {
    var pause = TypingDebouncer()
    let takesEffectUntyped = pause.end()
    #expect(!takesEffectUntyped, "an input took effect although nothing was typed")
    pause.typed(time: 3)
    let takesEffect = pause.end()
    #expect(takesEffect)
    let takesEffectAgain = pause.tick(time: 5)
    #expect(!takesEffectAgain)
    #expect(pause.deadline == nil)
  }
}
