/// The positions of the days in a month calendar, in px from the upper-left corner of the month's page.
package struct MonthGeometry: Hashable, Sendable {
  package var width: Double
  package var height: Double
  /// Whether a column beside the days shows the week numbers.
  package var hasWeekNumbers: Bool
  /// Whether the first day of a week is on the right.
  package var isRightToLeft: Bool

  private static let dayColumnCount = 7
  private static let rowCount = 6

  package init(width: Double, height: Double, hasWeekNumbers: Bool = false, isRightToLeft: Bool = false) {
    self.width = width
    self.height = height
    self.hasWeekNumbers = hasWeekNumbers
    self.isRightToLeft = isRightToLeft
  }

  /// The number of columns, including the one with the week numbers.
  private var allColumnCount: Int { MonthGeometry.dayColumnCount + (hasWeekNumbers ? 1 : 0) }
  package var columnWidth: Double { width / Double(allColumnCount) }
  package var rowHeight: Double { height / Double(MonthGeometry.rowCount) }

  /// Returns the left edge of a column of days. Columns are counted in the reading direction.
  package func x(ofColumn column: Int) -> Double {
    x(ofPosition: column + (hasWeekNumbers ? 1 : 0))
  }

  /// The left edge of the column with the week numbers, which is beside the first day of the week.
  package var weekNumberX: Double { x(ofPosition: 0) }

  /// Returns the upper edge of a row.
  package func y(ofRow row: Int) -> Double { Double(row) * rowHeight }

  /// Returns the index of the day at a point, where 0 is the first day shown, or nil if there is no day at
  /// the point.
  package func index(at point: Point) -> Int? {
    guard (0..<width).contains(point.x), (0..<height).contains(point.y) else { return nil }
    let position = Int(point.x / columnWidth)
    let readingPosition = isRightToLeft ? allColumnCount - 1 - position : position
    let column = readingPosition - (hasWeekNumbers ? 1 : 0)
    guard (0..<MonthGeometry.dayColumnCount).contains(column) else { return nil }
    return Int(point.y / rowHeight) * MonthGeometry.dayColumnCount + column
  }

  private func x(ofPosition position: Int) -> Double {
    Double(isRightToLeft ? allColumnCount - 1 - position : position) * columnWidth
  }
}
