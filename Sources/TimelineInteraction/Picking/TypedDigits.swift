/// The digits typed on a number wheel. Each digit extends the number, unless the result would be too large or
/// the user has paused.
package struct TypedDigits: Hashable, Sendable {
  /// The numbers that can be typed.
  package let range: ClosedRange<Int>
  /// The number typed so far; nil if the next digit starts a new one.
  private var number: Int?
  private var lastTime = -Double.infinity

  /// - Precondition: `range` contains no negative numbers.
  package init(range: ClosedRange<Int>) {
    precondition(range.lowerBound >= 0)
    self.range = range
  }

  /// The number that the digits represent so far.
  package struct Reading: Hashable, Sendable {
    /// The number; nil while it is out of range, such as 0 on a twelve-hour clock.
    package let number: Int?
    /// Whether no further digit can follow.
    package let isComplete: Bool
  }

  /// Adds a typed digit.
  ///
  /// - Parameters:
  ///   - digit: the digit, from 0 to 9.
  ///   - time: the time, in seconds.
  package mutating func type(_ digit: Int, time: Double) -> Reading {
    let startsOver = time - lastTime > Feel.typeAheadTimeout
    let extendedNumber = startsOver ? nil : number.map { $0 * 10 + digit }
    // A digit that would make the number too large starts a new one.
    let isContinued = extendedNumber.map { $0 <= range.upperBound } ?? false
    let value = isContinued ? extendedNumber ?? digit : digit
    lastTime = time
    let digitCount = isContinued ? 2 : 1
    let isComplete = value * 10 > range.upperBound || (digitCount == 2 && range.upperBound < 100)
    number = isComplete ? nil : value
    return Reading(number: range.contains(value) ? value : nil, isComplete: isComplete)
  }

  /// Forgets the digits. The next digit starts a new number.
  package mutating func clear() { number = nil }
}
