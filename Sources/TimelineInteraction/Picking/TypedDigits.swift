/// Digits typed on a number wheel: each extends the number, as long as the result is in range and there is no
/// pause.
package struct TypedDigits: Hashable, Sendable {
  /// The numbers that may be typed.
  package let range: ClosedRange<Int>
  private var number: Int?
  private var lastTime = -Double.infinity

  /// - Precondition: `range` has no negative numbers.
  package init(range: ClosedRange<Int>) {
    precondition(range.lowerBound >= 0)
    self.range = range
  }

  /// The meaning of the digits so far.
  package struct Reading: Hashable, Sendable {
    /// The number; nil while it is out of range: 0 on a twelve-hour clock.
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
    let isFresh = time - lastTime > Feel.typeAheadTimeout
    let longer = isFresh ? nil : number.map { $0 * 10 + digit }
    // A digit that would make the number too large starts a new one.
    let isContinued = longer.map { $0 <= range.upperBound } ?? false
    let value = isContinued ? longer ?? digit : digit
    lastTime = time
    let digits = isContinued ? 2 : 1
    let isComplete = value * 10 > range.upperBound || (digits == 2 && range.upperBound < 100)
    number = isComplete ? nil : value
    return Reading(number: range.contains(value) ? value : nil, isComplete: isComplete)
  }

  /// Forgets the digits: the next one starts a number.
  package mutating func clear() { number = nil }
}
