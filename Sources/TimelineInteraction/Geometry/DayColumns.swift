import CalendarModel

/// The days that a page shows side by side, in columns of equal width.
package struct DayColumns: Hashable, Sendable {
  /// The first day of the page.
  package let first: Day
  /// The number of days; at least 1.
  package let count: Int
  /// The number of days from the start of this page to the start of the next: 7 for a work week of 5.
  package let stride: Int
  /// px, left edge of all columns together.
  package let left: Double
  /// px, width of all columns together.
  package let width: Double
  /// Whether the first day is at the right.
  package let isRightToLeft: Bool

  /// - Parameter stride: days from page to page; defaults to `count`.
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

  /// px, width of one column.
  package var columnWidth: Double { width / Double(count) }
  /// The days in chronological order.
  package var days: Range<Day> { first..<first.adding(days: count) }

  /// The distance of `x` from the start of the first day in columns, as a fraction: 0.5 is the middle of the
  /// first day. Outside the columns it is below 0 or above `count`.
  package func column(atX x: Double) -> Double {
    (isRightToLeft ? left + width - x : x - left) / columnWidth
  }

  /// The day whose column holds `x`, or the nearest one.
  package func day(atX x: Double) -> Day {
    // Clamped as a Double first: a pointer far outside must not overflow an Int.
    let column = column(atX: x).clamped(to: 0...Double(count))
    return first.adding(days: min(Int(column), count - 1))
  }

  /// The position of a day's column; outside the columns for a day that the page does not show.
  package func x(of day: Day) -> (left: Double, width: Double) {
    let index = Double(day.days(since: first))
    let offset = isRightToLeft ? width - (index + 1) * columnWidth : index * columnWidth
    return (left + offset, columnWidth)
  }

  /// The same columns with another first day.
  package func with(first day: Day) -> DayColumns {
    DayColumns(
      first: day, count: count, stride: stride, left: left, width: width, isRightToLeft: isRightToLeft)
  }

  /// The same columns with another left edge.
  package func with(left: Double) -> DayColumns {
    DayColumns(
      first: first, count: count, stride: stride, left: left, width: width, isRightToLeft: isRightToLeft)
  }
}
