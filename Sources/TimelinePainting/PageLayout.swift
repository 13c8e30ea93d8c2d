import CalendarModel
import TimelineInteraction

/// The horizontal layout of a page: its gutter and its columns.
struct PageLayout {
  /// px of gutter and columns together.
  let width: Double
  /// px of the gutter: at the left, or at the right if the text is read from right to left.
  let gutter: Double
  let first: Day
  /// The number of days.
  let count: Int
  /// Whether everything is mirrored.
  let isRightToLeft: Bool

  /// px from the page's left edge to the gutter.
  var gutterX: Double { isRightToLeft ? width - gutter : 0 }
  /// px from the page's left edge to the columns.
  var columnsX: Double { isRightToLeft ? 0 : gutter }
  /// px of all columns together; a page may be narrower than its gutter.
  var columnsWidth: Double { max(0, width - gutter) }

  /// The edges of some columns in a row, in px from the page's left edge; on device pixels, as `GridPainter` has
  /// them.
  func edges(_ columns: Range<Int>, on canvas: Canvas) -> Range<Double> {
    func edge(_ index: Int) -> Double {
      columnsX + canvas.snapped(columnsWidth * Double(index) / Double(count))
    }
    return isRightToLeft
      ? edge(count - columns.upperBound)..<edge(count - columns.lowerBound)
      : edge(columns.lowerBound)..<edge(columns.upperBound)
  }

  /// The part of some columns in which events stand. Empty where the page is too narrow.
  func inner(_ columns: Range<Int>, on canvas: Canvas) -> Range<Double> {
    let edges = edges(columns, on: canvas)
    let (leading, trailing) = sideSpace
    let (left, right) = isRightToLeft ? (trailing, leading) : (leading, trailing)
    let from = min(edges.lowerBound + left, edges.upperBound)
    return from..<max(from, edges.upperBound - right)
  }

  /// Between a column's edges and its events in px: in a day alone the now dot has room there, among several the
  /// line between them.
  private var sideSpace: (leading: Double, trailing: Double) { count == 1 ? (6, 6) : (3, 2) }

  /// One day's column, as the layout of blocks wants it; nil where the page is too narrow.
  func column(_ index: Int, on canvas: Canvas) -> DayColumns? {
    let inner = inner(index..<index + 1, on: canvas)
    guard !inner.isEmpty else { return nil }
    return DayColumns(
      first: first.adding(days: index), count: 1, left: inner.lowerBound,
      width: inner.upperBound - inner.lowerBound, isRightToLeft: isRightToLeft)
  }
}
