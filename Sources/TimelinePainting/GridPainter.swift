import TimelineInteraction

/// Paints the sheet behind the events of a page: hours, half hours, working hours, what the clocks skip or repeat,
/// and the line of the present moment, in one column for each day.
///
/// The sheet is as wide as its columns together and `axis.contentHeight` high. It is painted in parts, so that a
/// widget can keep it in tiles: what touches two parts is painted in both, each its own share. The hours are named
/// beside it, by `GutterPainter`.
public struct GridPainter: Sendable {
  /// Where the hours are.
  public var axis: DayAxis
  /// Width of all columns together in px.
  public var width: Double
  /// The days in the order of time, in columns of equal width. Not empty.
  public var columns: [GridColumn]
  /// Working hours in minutes since midnight; the rest of a working day is a shade apart. Empty: no such shade.
  public var workingMinutes: Range<Int>
  /// The colours.
  public var palette: Palette
  /// Whether the first day is at the right.
  public var isRightToLeft: Bool

  /// A painter of a page's sheet.
  public init(
    axis: DayAxis, width: Double, columns: [GridColumn], workingMinutes: Range<Int> = 9 * 60..<17 * 60,
    palette: Palette, isRightToLeft: Bool = false
  ) {
    self.axis = axis
    self.width = width
    self.columns = columns
    self.workingMinutes = workingMinutes
    self.palette = palette
    self.isRightToLeft = isRightToLeft
  }

  /// Paints the part of the sheet from `top` to `bottom`, in px from the sheet's upper edge.
  ///
  /// The canvas's origin is the part's own upper left corner. Its ground is left as it is: the background is the
  /// widget's, or that of whoever has none.
  public func paint(from top: Double, to bottom: Double, on canvas: Canvas) {
    let part = Rectangle(x: 0, y: top, width: width, height: bottom - top)
    canvas.translated(x: 0, y: -top) {
      canvas.clipped(to: part) {
        for index in columns.indices { paint(index, part: part, on: canvas) }
        paintNowLead(on: canvas)
      }
    }
  }

  /// Paints line and dot of the present moment, on a canvas whose origin is the sheet's upper left corner.
  ///
  /// Nothing is painted if no column is today's. It goes over the events, so that it is seen in the midst of one.
  public func paintNow(on canvas: Canvas) {
    guard let (y, today) = now(on: canvas) else { return }
    canvas.fill(Rectangle(today, y: y - 1, height: 2), palette.now)
    let edge = isRightToLeft ? today.upperBound : today.lowerBound
    canvas.fillCircle(x: edge, y: y, radius: GridPainter.dotRadius, palette.now)
  }

  /// A faint line from the time in the gutter to today's column; events stand over it.
  private func paintNowLead(on canvas: Canvas) {
    guard let (y, today) = now(on: canvas) else { return }
    let lead = isRightToLeft ? today.upperBound..<width : 0..<today.lowerBound
    canvas.fill(Rectangle(lead, y: y - 1, height: 1), palette.now.faded(0.35))
  }

  /// Where the present moment is: px of the sheet, and today's column.
  private func now(on canvas: Canvas) -> (y: Double, today: Range<Double>)? {
    for (index, column) in columns.enumerated() {
      guard let now = column.now else { continue }
      return (canvas.snapped(axis.y(ofSecond: Double(now))), edges(of: index, on: canvas))
    }
    return nil
  }

  // MARK: Columns

  private static let dotRadius = 5.0

  /// A column's edges, on device pixels: neighbours neither gap nor overlap.
  func edges(of index: Int, on canvas: Canvas) -> Range<Double> {
    let place = isRightToLeft ? columns.count - 1 - index : index
    let share = width / Double(columns.count)
    return canvas.snapped(Double(place) * share)..<canvas.snapped(Double(place + 1) * share)
  }

  private func paint(_ index: Int, part: Rectangle, on canvas: Canvas) {
    let column = columns[index]
    var edges = edges(of: index, on: canvas)
    if columns.count > 1 {
      let line = min(1, edges.upperBound - edges.lowerBound)
      let x = isRightToLeft ? edges.upperBound - line : edges.lowerBound
      canvas.fill(Rectangle(x: x, y: part.y, width: line, height: part.height), palette.hourLine)
      edges =
        isRightToLeft
        ? edges.lowerBound..<(edges.upperBound - line) : (edges.lowerBound + line)..<edges.upperBound
    }
    paintShades(column, in: edges, on: canvas)
    paintClockChanges(column, in: edges, part: part, on: canvas)
    paintLines(in: edges, part: part, on: canvas)
  }

  private func paintShades(_ column: GridColumn, in edges: Range<Double>, on canvas: Canvas) {
    guard !column.isWeekend else {
      // No part of a weekend is working time: one even shade.
      canvas.fill(Rectangle(edges, y: 0, height: axis.contentHeight), palette.weekend)
      return
    }
    guard !workingMinutes.isEmpty else { return }
    let begin = canvas.snapped(axis.y(ofSecond: Double(workingMinutes.lowerBound * 60)))
    let end = canvas.snapped(axis.y(ofSecond: Double(workingMinutes.upperBound * 60)))
    canvas.fill(Rectangle(edges, y: 0, height: begin), palette.offHours)
    canvas.fill(Rectangle(edges, y: end, height: axis.contentHeight - end), palette.offHours)
  }

  private func paintLines(in edges: Range<Double>, part: Rectangle, on canvas: Canvas) {
    for half in 0...48 {
      let y = canvas.snapped(axis.y(ofSecond: Double(half * 1800)))
      guard y + 1 > part.y, y < part.maxY else { continue }
      let color = half.isMultiple(of: 2) ? palette.hourLine : palette.halfHourLine
      canvas.fill(Rectangle(edges, y: y, height: 1), color)
    }
  }

  private func paintClockChanges(
    _ column: GridColumn, in edges: Range<Double>, part: Rectangle, on canvas: Canvas
  ) {
    for change in column.clockChanges {
      let top = canvas.snapped(axis.y(ofSecond: Double(change.seconds.lowerBound)))
      let bottom = canvas.snapped(axis.y(ofSecond: Double(change.seconds.upperBound)))
      var area = Rectangle(edges, y: top, height: bottom - top)
      if change.kind == .repeated {
        let band = min(GridPainter.repeatedBand, area.width)
        if isRightToLeft { area.x = area.maxX - band }
        area.width = band
      }
      guard area.maxY > part.y, area.y < part.maxY else { continue }
      Hatch.paint(area, palette.foreground.faded(0.12), on: canvas)
    }
  }

  /// Width in px of the mark of an hour that comes twice.
  private static let repeatedBand = 12.0
}

extension Rectangle {
  /// The rectangle from one edge to the other.
  fileprivate init(_ x: Range<Double>, y: Double, height: Double) {
    self.init(x: x.lowerBound, y: y, width: x.upperBound - x.lowerBound, height: height)
  }
}
