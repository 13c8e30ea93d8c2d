import CalendarModel
import TimelineInteraction

/// The horizontal layout of a page: its gutter and its columns.
struct PageLayout {
  /// Width of gutter and columns together in px.
  let width: Double
  /// Width of the gutter in px; it is at the left, or at the right in right-to-left layouts.
  let gutter: Double
  let first: Day
  /// The number of days.
  let count: Int
  /// Whether the layout is right to left.
  let isRightToLeft: Bool

  /// px from the page's left edge to the gutter.
  var gutterX: Double { isRightToLeft ? width - gutter : 0 }
  /// px from the page's left edge to the columns.
  var columnsX: Double { isRightToLeft ? 0 : gutter }
  /// Width of all columns together in px; 0 if the page is narrower than its gutter.
  var columnsWidth: Double { max(0, width - gutter) }

  /// The edges of some adjacent columns, in px from the left edge of the page; on device pixels, as in
  /// `GridPainter`.
  func edges(_ columns: Range<Int>, on canvas: Canvas) -> Range<Double> {
    func edge(_ index: Int) -> Double {
      columnsX + canvas.snapped(columnsWidth * Double(index) / Double(count))
    }
    return isRightToLeft
      ? edge(count - columns.upperBound)..<edge(count - columns.lowerBound)
      : edge(columns.lowerBound)..<edge(columns.upperBound)
  }

  /// The part of some columns that contains events. Empty if the page is too narrow.
  func inner(_ columns: Range<Int>, on canvas: Canvas) -> Range<Double> {
    let edges = edges(columns, on: canvas)
    let (leading, trailing) = sideSpace
    let (left, right) = isRightToLeft ? (trailing, leading) : (leading, trailing)
    let from = min(edges.lowerBound + left, edges.upperBound)
    return from..<max(from, edges.upperBound - right)
  }

  /// px between a column's edges and its events: a single day has room for the dot of the current time,
  /// several days for the line between them.
  private var sideSpace: (leading: Double, trailing: Double) { count == 1 ? (6, 6) : (3, 2) }

  /// One day's column, for the layout of blocks; nil if the page is too narrow.
  func column(_ index: Int, on canvas: Canvas) -> DayColumns? {
    let inner = inner(index..<index + 1, on: canvas)
    guard !inner.isEmpty else { return nil }
    return DayColumns(
      first: first.adding(days: index), count: 1, left: inner.lowerBound,
      width: inner.upperBound - inner.lowerBound, isRightToLeft: isRightToLeft)
  }
}
