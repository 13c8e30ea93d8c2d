import Testing
import TimelineInteraction

@Suite struct TypingDebouncerTests {
  @Test func inputTakesEffectOneSecondAfterTheLastKey() {
    var debouncer = TypingDebouncer()
    for key in 0..<10 {
      debouncer.textChanged(time: Double(key) * 0.9)
      let takesEffect = debouncer.tick(time: Double(key) * 0.9 + 0.89)
      #expect(!takesEffect, "the input took effect although more keys followed quickly")
    }
    #expect(debouncer.deadline == 8.1 + Feel.typingPause)
    let takesEffect = debouncer.tick(time: 9.1)
    #expect(takesEffect)
    let takesEffectAgain = debouncer.tick(time: 20)
    #expect(!takesEffectAgain, "the input took effect twice")
  }

  @Test func inputTakesEffectOnceWhenTheFieldIsLeft() {
    var debouncer = TypingDebouncer()
    let takesEffectWithoutTyping = debouncer.end()
    #expect(!takesEffectWithoutTyping, "an input took effect although nothing was typed")
    debouncer.textChanged(time: 3)
    let takesEffect = debouncer.end()
    #expect(takesEffect)
    let takesEffectAgain = debouncer.tick(time: 5)
    #expect(!takesEffectAgain)
    #expect(debouncer.deadline == nil)
  }
}
