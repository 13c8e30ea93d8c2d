import TimelineInteraction

/// Paints the hour grid behind the events of a page, with one column for each day: lines at hours and half
/// hours, shading outside working hours, hatching over skipped and repeated times, and the line of the
/// current time.
///
/// The grid is as wide as all columns together and `axis.contentHeight` high. It can be painted in parts, so
/// that a widget can cache it in tiles. Anything that extends over several parts is painted in each of them
/// and clipped. `GutterPainter` paints the hour labels beside the grid.
package struct GridPainter: Sendable {
  /// The positions of the hours.
  package var axis: DayAxis
  /// The total width of all columns in px.
  package var width: Double
  /// The days in chronological order, in columns of equal width; not empty.
  package var columns: [GridColumn]
  /// The working hours, in minutes since midnight. The other hours of a working day are shaded, unless this
  /// range is empty.
  package var workingMinutes: Range<Int>
  package var palette: Palette
  /// Whether the first day is on the right.
  package var isRightToLeft: Bool

  package init(
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

  /// Paints the part of the grid from `top` to `bottom`, in px from the grid's upper edge.
  ///
  /// The canvas's origin is the upper-left corner of the part. The background is not painted: it belongs to
  /// the widget, or the caller paints it first.
  package func paint(from top: Double, to bottom: Double, on canvas: Canvas) {
    for fill in fills(from: top, to: bottom, scale: canvas.scale) { canvas.fill(fill.rectangle, fill.color) }
    let part = Rectangle(x: 0, y: top, width: width, height: bottom - top)
    canvas.translated(x: 0, y: -top) {
      canvas.clipped(to: part) {
        for index in columns.indices { paintClockChanges(inColumn: index, part: part, on: canvas) }
      }
    }
  }

  /// A rectangle of the grid, filled with one color.
  package struct Fill: Hashable, Sendable {
    package var rectangle: Rectangle
    package var color: PaintColor
  }

  /// Returns the rectangles, each of one color, that result in the same picture as `paint` if they are filled in
  /// order. They are relative to the upper-left corner of the part and clipped to it. This method is for callers
  /// that can fill rectangles faster than Cairo.
  ///
  /// - Parameter scale: the number of device pixels per px. Edges are rounded to device pixels.
  /// - Returns: nil if the part contains a clock change, which cannot be painted with rectangles alone.
  package func rectangleFills(from top: Double, to bottom: Double, scale: Double) -> [Fill]? {
    let hasChange = columns.contains { column in
      column.clockChanges.contains {
        axis.y(ofSecond: Double($0.seconds.upperBound)) > top
          && axis.y(ofSecond: Double($0.seconds.lowerBound)) < bottom
      }
    }
    return hasChange ? nil : fills(from: top, to: bottom, scale: scale)
  }

  private func fills(from top: Double, to bottom: Double, scale: Double) -> [Fill] {
    guard !columns.isEmpty else { return [] }
    let grid = shades(scale: scale) + hourLines(scale: scale) + dayLines(scale: scale)
    return (grid + [nowLeaderLine(scale: scale)].compactMap { $0 }).compactMap { fill in
      let (y, end) = (max(top, fill.rectangle.y), min(bottom, fill.rectangle.maxY))
      guard end > y, fill.rectangle.width > 0 else { return nil }
      var clippedFill = fill
      (clippedFill.rectangle.y, clippedFill.rectangle.height) = (y - top, end - y)
      return clippedFill
    }
  }

  /// Paints the line and dot of the current time, on a canvas whose origin is the upper-left corner of the
  /// grid.
  ///
  /// If no column is today, nothing is painted. Call this after painting the events, so that the line is
  /// visible even where it crosses an event.
  package func paintNow(on canvas: Canvas) {
    guard let (y, today) = nowPosition(scale: canvas.scale) else { return }
    let thickness = canvas.thickness(2)
    canvas.fill(Rectangle(today, y: canvas.snapped(y - thickness / 2), height: thickness), palette.now)
    let edge = isRightToLeft ? today.upperBound : today.lowerBound
    canvas.fillCircle(x: edge, y: y, radius: GridPainter.dotRadius, palette.now)
  }

  /// Returns a faint line from the time in the gutter to today's column, to be painted below the events.
  private func nowLeaderLine(scale: Double) -> Fill? {
    guard let (y, today) = nowPosition(scale: scale) else { return nil }
    let leaderRange = isRightToLeft ? today.upperBound..<width : 0..<today.lowerBound
    let thickness = DevicePixels.thickness(1, scale)
    return Fill(
      rectangle: Rectangle(leaderRange, y: y - thickness, height: thickness), color: palette.now.faded(0.35))
  }

  /// Returns the position of the current time in px from the upper edge of the grid, and the edges of today's
  /// column; nil if no column is today.
  private func nowPosition(scale: Double) -> (y: Double, today: Range<Double>)? {
    for (index, column) in columns.enumerated() {
      guard let currentSecond = column.currentSecond else { continue }
      return (
        DevicePixels.round(axis.y(ofSecond: Double(currentSecond)), scale), edges(of: index, scale: scale)
      )
    }
    return nil
  }

  // MARK: Columns

  private static let dotRadius = 5.0

  /// Returns a column's edges, rounded to device pixels, so that adjacent columns neither overlap nor leave a
  /// gap.
  private func edges(of index: Int, scale: Double) -> Range<Double> {
    let position = isRightToLeft ? columns.count - 1 - index : index
    let columnWidth = width / Double(columns.count)
    let (left, right) = (Double(position) * columnWidth, Double(position + 1) * columnWidth)
    return DevicePixels.round(left, scale)..<DevicePixels.round(right, scale)
  }

  /// Splits a column into the separator line at its leading edge and the area beside that line. A single column
  /// has no line.
  private func splitColumn(_ index: Int, scale: Double) -> (line: Range<Double>, area: Range<Double>) {
    let edges = edges(of: index, scale: scale)
    let line =
      columns.count > 1 ? min(DevicePixels.thickness(1, scale), edges.upperBound - edges.lowerBound) : 0
    let boundary = isRightToLeft ? edges.upperBound - line : edges.lowerBound + line
    let (left, right) = (edges.lowerBound..<boundary, boundary..<edges.upperBound)
    return isRightToLeft ? (right, left) : (left, right)
  }

  // While a page moves, GSK spends microseconds on each rectangle in every frame, so adjacent days share one
  // rectangle where possible.

  private func y(ofSecond second: Int, scale: Double) -> Double {
    DevicePixels.round(axis.y(ofSecond: Double(second)), scale)
  }

  /// Returns the shading outside working hours, combined for adjacent days with the same shading.
  private func shades(scale: Double) -> [Fill] {
    let positions = isRightToLeft ? columns.indices.reversed() : Array(columns.indices)
    let (start, end) = (
      y(ofSecond: workingMinutes.lowerBound * 60, scale: scale),
      y(ofSecond: workingMinutes.upperBound * 60, scale: scale)
    )
    return positions.chunked { columns[$0].isWeekend == columns[$1].isWeekend }.flatMap { run -> [Fill] in
      guard let first = run.first, let last = run.last else { return [] }
      let range = edges(of: first, scale: scale).lowerBound..<edges(of: last, scale: scale).upperBound
      // A weekend has no working hours, so it has a single shade.
      if columns[first].isWeekend {
        return [Fill(rectangle: Rectangle(range, y: 0, height: axis.contentHeight), color: palette.weekend)]
      }
      guard !workingMinutes.isEmpty else { return [] }
      return [
        Fill(rectangle: Rectangle(range, y: 0, height: start), color: palette.offHours),
        Fill(rectangle: Rectangle(range, y: end, height: axis.contentHeight - end), color: palette.offHours),
      ]
    }
  }

  private func hourLines(scale: Double) -> [Fill] {
    let thickness = DevicePixels.thickness(1, scale)
    return (0...48).map { halfHour in
      Fill(
        rectangle: Rectangle(
          0..<DevicePixels.round(width, scale), y: y(ofSecond: halfHour * 1800, scale: scale),
          height: thickness),
        color: halfHour.isMultiple(of: 2) ? palette.hourLine : palette.halfHourLine)
    }
  }

  /// Returns the lines between the days. They are opaque and cover the shading and the hour lines.
  private func dayLines(scale: Double) -> [Fill] {
    columns.indices.map { index in
      Fill(
        rectangle: Rectangle(splitColumn(index, scale: scale).line, y: 0, height: axis.contentHeight),
        color: palette.hourLine.over(palette.background))
    }
  }

  private func paintClockChanges(inColumn index: Int, part: Rectangle, on canvas: Canvas) {
    let edges = splitColumn(index, scale: canvas.scale).area
    for change in columns[index].clockChanges {
      let top = canvas.snapped(axis.y(ofSecond: Double(change.seconds.lowerBound)))
      let bottom = canvas.snapped(axis.y(ofSecond: Double(change.seconds.upperBound)))
      var area = Rectangle(edges, y: top, height: bottom - top)
      if change.kind == .repeated {
        let bandWidth = min(GridPainter.repeatedBandWidth, area.width)
        if isRightToLeft { area.x = area.maxX - bandWidth }
        area.width = bandWidth
      }
      guard area.maxY > part.y, area.y < part.maxY else { continue }
      Hatch.paint(area, palette.hatch, on: canvas)
    }
  }

  /// The width in px of the hatched band for an hour that occurs twice.
  private static let repeatedBandWidth = 12.0
}

extension Rectangle {
  fileprivate init(_ x: Range<Double>, y: Double, height: Double) {
    self.init(x: x.lowerBound, y: y, width: x.upperBound - x.lowerBound, height: height)
  }
}

extension Array {
  /// Splits the array into runs of adjacent elements that belong together.
  fileprivate func chunked(_ belongTogether: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
    var chunks: [ArraySlice<Element>] = []
    var start = startIndex
    for index in indices where index + 1 == endIndex || !belongTogether(self[index], self[index + 1]) {
      chunks.append(self[start...index])
      start = index + 1
    }
    return chunks
  }
}
