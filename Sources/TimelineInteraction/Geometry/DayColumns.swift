import CalendarModel

/// The days that a page shows side by side, in columns of equal width.
package struct DayColumns: Hashable, Sendable {
  /// The first day of the page.
  package let first: Day
  /// The number of days; at least 1.
  package let count: Int
  /// The number of days from the start of this page to the start of the next. It is 7 for a work week of five
  /// days.
  package let stride: Int
  /// The left edge of all columns together, in px.
  package let left: Double
  /// The width of all columns together, in px.
  package let width: Double
  /// Whether the first day is on the right.
  package let isRightToLeft: Bool

  /// - Parameter stride: the number of days from the start of one page to the start of the next; `count` if
  ///   nil.
  /// - Precondition: `count`, `stride` and `width` are positive.
  package init(
    first: Day, count: Int, stride: Int? = nil, left: Double, width: Double, isRightToLeft: Bool = false
  ) {
    precondition(count > 0 && width > 0 && stride ?? 1 > 0)
    self.first = first
    self.count = count
    self.stride = stride ?? count
    self.left = left
    self.width = width
    self.isRightToLeft = isRightToLeft
  }

  /// The width of one column, in px.
  package var columnWidth: Double { width / Double(count) }
  /// The days in chronological order.
  package var days: Range<Day> { first..<first.adding(days: count) }

  /// Returns the distance from the start of the first day to `x`, in columns: 0.5 is the middle of the first
  /// day. Outside the columns, it is less than 0 or greater than `count`.
  package func column(atX x: Double) -> Double {
    (isRightToLeft ? left + width - x : x - left) / columnWidth
  }

  /// Returns the day whose column contains `x`, or the nearest day.
  package func day(atX x: Double) -> Day {
    // Clamped as a Double first, because a pointer far outside the columns would overflow an Int.
    let column = column(atX: x).clamped(to: 0...Double(count))
    return first.adding(days: min(Int(column), count - 1))
  }

  /// Returns the horizontal extent of a day's column, in px. For a day that the page does not show, the
  /// extent is outside the page.
  package func extent(of day: Day) -> (left: Double, width: Double) {
    let index = Double(day.days(since: first))
    let offset = isRightToLeft ? width - (index + 1) * columnWidth : index * columnWidth
    return (left + offset, columnWidth)
  }

  /// Returns the same columns with a different first day.
  package func with(first day: Day) -> DayColumns {
    DayColumns(
      first: day, count: count, stride: stride, left: left, width: width, isRightToLeft: isRightToLeft)
  }

  /// Returns the same columns with a different left edge.
  package func with(left: Double) -> DayColumns {
    DayColumns(
      first: first, count: count, stride: stride, left: left, width: width, isRightToLeft: isRightToLeft)
  }
}
