/// Digits typed on a number wheel: each extends the number, as long as that number exists and no pause occurs.
package struct TypedDigits: Hashable, Sendable {
  /// The numbers that may be typed.
  package let range: ClosedRange<Int>
  private var number: Int?
  private var lastTime = -Double.infinity

  /// No digit was typed yet.
  ///
  /// - Precondition: no number is negative.
  package init(range: ClosedRange<Int>) {
    precondition(range.lowerBound >= 0)
    self.range = range
  }

  /// What the digits mean so far.
  package struct Reading: Hashable, Sendable {
    /// The number; nil as long as there is none such: 0 on a clock of twelve hours.
    package let number: Int?
    /// Whether no further digit can follow.
    package let isComplete: Bool
  }

  /// A digit is typed.
  ///
  /// - Parameters:
  ///   - digit: 0 to 9.
  ///   - time: in seconds.
  package mutating func type(_ digit: Int, time: Double) -> Reading {
    let isFresh = time - lastTime > Feel.typedTogether
    let longer = isFresh ? nil : number.map { $0 * 10 + digit }
    // What would be too large begins again.
    let isContinued = longer.map { $0 <= range.upperBound } ?? false
    let value = isContinued ? longer ?? digit : digit
    lastTime = time
    let digits = isContinued ? 2 : 1
    let isComplete = value * 10 > range.upperBound || (digits == 2 && range.upperBound < 100)
    number = isComplete ? nil : value
    return Reading(number: range.contains(value) ? value : nil, isComplete: isComplete)
  }

  /// Forgets the digits: the next one begins a number.
  package mutating func clear() { number = nil }
}
