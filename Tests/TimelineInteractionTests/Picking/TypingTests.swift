import Testing
import TimelineInteraction

/// Typing digits on a wheel and letters on a ribbon.
struct TypingTests {
  /// The number after each digit, typed at intervals of 0.2 s.
  private func numbers(_ digits: [Int], in range: ClosedRange<Int>) -> [Int?] {
    var typedDigits = TypedDigits(range: range)
    return digits.enumerated().map { typedDigits.type($1, time: Double($0) * 0.2).number }
  }

  @Test func digitsFormANumber() {
    #expect(numbers([0, 7], in: 0...59) == [0, 7])
    #expect(numbers([4, 5], in: 0...59) == [4, 45])
    #expect(numbers([1, 2, 0], in: 0...1_440) == [1, 12, 120])
  }

  @Test func digitThatWouldExceedTheRangeStartsANewNumber() {
    #expect(numbers([9, 3, 0], in: 0...59) == [9, 3, 30])
    #expect(numbers([2, 5], in: 0...23) == [2, 5])
    #expect(
      numbers([3, 0, 1, 5], in: 0...59) == [3, 30, 1, 15], "the third digit did not start a new number")
  }

  @Test func numberOutsideTheRangeIsNil() {
    #expect(numbers([0], in: 1...12) == [nil])
    #expect(numbers([0, 9], in: 1...12) == [nil, 9])
    #expect(numbers([0, 0], in: 1...12) == [nil, nil])
  }

  @Test func numberIsCompleteWhenNoDigitCanFollow() {
    var hours = TypedDigits(range: 0...23)
    #expect(!hours.type(1, time: 0).isComplete)
    #expect(hours.type(4, time: 0.1).isComplete)
    #expect(hours.type(3, time: 0.2).isComplete, "another digit is expected although 30 is not an hour")
    #expect(!hours.type(0, time: 0.3).isComplete)
    #expect(hours.type(9, time: 0.4).isComplete)
  }

  @Test func pauseStartsANewNumber() {
    var minutes = TypedDigits(range: 0...59)
    #expect(minutes.type(1, time: 0).number == 1)
    #expect(minutes.type(5, time: 0.99).number == 15)
    #expect(minutes.type(1, time: 5).number == 1)
    #expect(minutes.type(5, time: 6.01).number == 5)
    minutes.clear()
    #expect(minutes.type(2, time: 6.1).number == 2)
  }

  private static let names = ["No icon", "Party", "Pizza", "Phone call", "Birthday", "Éclair"]

  /// The item after each letter, typed at intervals of 0.2 s.
  private func items(_ letters: String, from start: Int = 0) -> [Int?] {
    var typeAhead = TypeAhead()
    var currentItem = start
    return letters.enumerated().map {
      let item = typeAhead.type(
        $1, time: Double($0) * 0.2, count: TypingTests.names.count, name: { TypingTests.names[$0] },
        from: currentItem)
      currentItem = item ?? currentItem
      return item
    }
  }

  @Test func lettersFindAName() {
    #expect(items("piz") == [1, 2, 2])
    #expect(items("PH") == [1, 3])
    #expect(items("é") == [5])
    #expect(items("ca") == [3, 3], "a later word of the name did not match")
    #expect(items("x") == [nil])
  }

  @Test func repeatedLetterCyclesThroughTheMatches() {
    #expect(items("pppp") == [1, 2, 3, 1])
  }

  @Test func searchWrapsAround() {
    #expect(items("b", from: 5) == [4])
    #expect(items("p", from: 3) == [1])
  }
}
