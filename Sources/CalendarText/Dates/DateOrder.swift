/// The order in which the user's locale writes the parts of a date.
package enum DateOrder: Hashable, Sendable {
  /// 9/1/2035 is January 9.
  case dayMonthYear
  /// 1/9/2035 is January 9.
  case monthDayYear
  /// 2035/1/9 is January 9.
  case yearMonthDay

  /// Reads the order from a `strftime` format. Returns nil if the format does not contain a day and a month.
  package init?(format: String) {
    let expanded = format.replacing("%D", with: "%m/%d/%y").replacing("%F", with: "%Y-%m-%d")
    // Flags between the percent sign and the conversion letter change only the padding or the digits.
    let conversions = expanded.split(separator: "%").compactMap { $0.first { $0.isLetter } }
    func position(of letters: String) -> Int? { conversions.firstIndex { letters.contains($0) } }
    guard let day = position(of: "de"), let month = position(of: "mbBh") else { return nil }
    let year = position(of: "yYGC")
    self = month > day ? .dayMonthYear : (year ?? .max) < month ? .yearMonthDay : .monthDayYear
  }
}
