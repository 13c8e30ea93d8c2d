import CalendarModel
import TimelineInteraction

/// The horizontal layout of a page: its gutter and its columns.
struct PageLayout {
  /// The total width of the gutter and the columns in px.
  let width: Double
  /// The width of the gutter in px. The gutter is on the left, or on the right in right-to-left layouts.
  let gutterWidth: Double
  /// The first day.
  let firstDay: Day
  /// The number of days.
  let dayCount: Int
  /// Whether the layout is right to left.
  let isRightToLeft: Bool

  /// The distance in px from the page's left edge to the gutter.
  var gutterX: Double { isRightToLeft ? width - gutterWidth : 0 }
  /// The distance in px from the page's left edge to the columns.
  var columnsX: Double { isRightToLeft ? 0 : gutterWidth }
  /// The total width of all columns in px; 0 if the page is narrower than its gutter.
  var columnsWidth: Double { max(0, width - gutterWidth) }

  /// Returns the outer edges of a range of columns, in px from the left edge of the page. They are rounded to
  /// device pixels, as in `GridPainter`.
  func edges(_ columns: Range<Int>, on canvas: Canvas) -> Range<Double> {
    func edge(_ index: Int) -> Double {
      columnsX + canvas.snapped(columnsWidth * Double(index) / Double(dayCount))
    }
    return isRightToLeft
      ? edge(dayCount - columns.upperBound)..<edge(dayCount - columns.lowerBound)
      : edge(columns.lowerBound)..<edge(columns.upperBound)
  }

  /// Returns the part of a range of columns that contains events; empty if the page is too narrow.
  func contentEdges(_ columns: Range<Int>, on canvas: Canvas) -> Range<Double> {
    let edges = edges(columns, on: canvas)
    let (leading, trailing) = sideSpace
    let (left, right) = isRightToLeft ? (trailing, leading) : (leading, trailing)
    let start = min(edges.lowerBound + left, edges.upperBound)
    return start..<max(start, edges.upperBound - right)
  }

  /// The distances in px between a column's edges and its events. They leave space for the dot of the current
  /// time in a single column, and for the lines between several columns.
  private var sideSpace: (leading: Double, trailing: Double) { dayCount == 1 ? (6, 6) : (3, 2) }

  /// Returns the column of one day, for the layout of its blocks; nil if the page is too narrow.
  func column(_ index: Int, on canvas: Canvas) -> DayColumns? {
    let edges = contentEdges(index..<index + 1, on: canvas)
    guard !edges.isEmpty else { return nil }
    return DayColumns(
      firstDay: firstDay.adding(days: index), count: 1, left: edges.lowerBound,
      width: edges.upperBound - edges.lowerBound, isRightToLeft: isRightToLeft)
  }
}
