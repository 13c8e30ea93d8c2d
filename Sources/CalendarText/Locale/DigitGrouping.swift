/// How the user's locale separates the digits of large numbers: "1,000" in English, "1.000" in German.
package struct DigitGrouping: Hashable, Sendable {
  private let separator: String
  /// The sizes of the groups from right to left; the last size is repeated.
  private let sizes: [Int]

  /// No separators, as in the C locale.
  package static let none = DigitGrouping(separator: "", sizes: [])

  /// - Parameters:
  ///   - separator: the text between two groups. If it is empty, nothing is separated.
  ///   - sizes: as in `lconv.grouping`: the sizes of the groups from right to left. The last size is
  ///     repeated. 0 or less, or `CHAR_MAX`, ends the list; after `CHAR_MAX` or a negative number, no further
  ///     digits are separated.
  package init(separator: String, sizes: [Int]) {
    self.separator = separator
    var validSizes: [Int] = []
    for size in sizes {
      guard size > 0, size < Int(Int8.max) else {
        // The remaining digits form a single group.
        if size != 0, !validSizes.isEmpty { validSizes.append(.max) }
        break
      }
      validSizes.append(size)
    }
    self.sizes = validSizes
  }

  /// Returns a number with its digits in groups.
  package func text(_ number: Int) -> String {
    guard let last = sizes.last, !separator.isEmpty else { return String(number) }
    var remaining = Substring(String(number.magnitude))
    var groups: [Substring] = []
    for size in sizes + Array(repeating: last, count: remaining.count) where !remaining.isEmpty {
      groups.append(remaining.suffix(size))
      remaining = remaining.dropLast(size)
    }
    return (number < 0 ? "-" : "") + groups.reversed().joined(separator: separator)
  }
}
