import TimelineInteraction

/// Paints the sheet behind the events of a page: hours, half hours, working hours, skipped or repeated times,
/// and the line of the current time, with one column for each day.
///
/// The sheet is as wide as its columns together and `axis.contentHeight` high. It is painted in parts, so
/// that a widget can keep it in tiles: what crosses parts is painted in each of them, clipped. The hour
/// labels beside it are painted by `GutterPainter`.
package struct GridPainter: Sendable {
  /// The positions of the hours.
  package var axis: DayAxis
  /// Width of all columns together in px.
  package var width: Double
  /// The days in chronological order, in columns of equal width; not empty.
  package var columns: [GridColumn]
  /// Working hours in minutes since midnight; the rest of a working day is shaded. Empty for no shading.
  package var workingMinutes: Range<Int>
  package var palette: Palette
  /// Whether the first day is at the right.
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

  /// Paints the part of the sheet from `top` to `bottom`, in px from the sheet's upper edge.
  ///
  /// The canvas's origin is the upper left corner of the part. The background is not painted: it is the
  /// widget's, or the caller paints it.
  package func paint(from top: Double, to bottom: Double, on canvas: Canvas) {
    for fill in fills(from: top, to: bottom, scale: canvas.scale) { canvas.fill(fill.rectangle, fill.color) }
    let part = Rectangle(x: 0, y: top, width: width, height: bottom - top)
    canvas.translated(x: 0, y: -top) {
      canvas.clipped(to: part) {
        for index in columns.indices { paintClockChanges(index, part: part, on: canvas) }
      }
    }
  }

  /// A part of the sheet in one colour.
  package struct Fill: Hashable, Sendable {
    package var rectangle: Rectangle
    package var color: PaintColor
  }

  /// Everything that `paint` paints, as rectangles of one colour in painting order, relative to the upper
  /// left corner of the part and clipped to it: for callers that have something cheaper than Cairo for
  /// rectangles.
  ///
  /// - Parameter scale: device pixels per px; the edges are on device pixels.
  /// - Returns: nil if there is a clock change in the part, which needs more than rectangles.
  package func plainFills(from top: Double, to bottom: Double, scale: Int) -> [Fill]? {
    let hasChange = columns.contains { column in
      column.clockChanges.contains {
        axis.y(ofSecond: Double($0.seconds.upperBound)) > top
          && axis.y(ofSecond: Double($0.seconds.lowerBound)) < bottom
      }
    }
    return hasChange ? nil : fills(from: top, to: bottom, scale: scale)
  }

  private func fills(from top: Double, to bottom: Double, scale: Int) -> [Fill] {
    guard !columns.isEmpty else { return [] }
    let sheet = shades(scale: scale) + hourLines(scale: scale) + dayLines(scale: scale)
    return (sheet + [nowLeadIn(scale: scale)].compactMap { $0 }).compactMap { fill in
      let (y, end) = (max(top, fill.rectangle.y), min(bottom, fill.rectangle.maxY))
      guard end > y, fill.rectangle.width > 0 else { return nil }
      var cut = fill
      (cut.rectangle.y, cut.rectangle.height) = (y - top, end - y)
      return cut
    }
  }

  /// Paints the line and dot of the current time, on a canvas whose origin is the upper left corner of the
  /// sheet.
  ///
  /// Nothing is painted if no column is today. It is painted over the leading edges of events, so that it is
  /// visible in the middle of one.
  package func paintNow(on canvas: Canvas) {
    guard let (y, today) = now(scale: canvas.scale) else { return }
    canvas.fill(Rectangle(today, y: y - 1, height: 2), palette.now)
    let edge = isRightToLeft ? today.upperBound : today.lowerBound
    canvas.fillCircle(x: edge, y: y, radius: GridPainter.dotRadius, palette.now)
  }

  /// A faint line from the time in the gutter to today's column; events cover it.
  private func nowLeadIn(scale: Int) -> Fill? {
    guard let (y, today) = now(scale: scale) else { return nil }
    let lead = isRightToLeft ? today.upperBound..<width : 0..<today.lowerBound
    return Fill(rectangle: Rectangle(lead, y: y - 1, height: 1), color: palette.now.faded(0.35))
  }

  /// The position of the current time: px of the sheet, and today's column.
  private func now(scale: Int) -> (y: Double, today: Range<Double>)? {
    for (index, column) in columns.enumerated() {
      guard let now = column.now else { continue }
      return (DevicePixels.round(axis.y(ofSecond: Double(now)), scale), edges(of: index, scale: scale))
    }
    return nil
  }

  // MARK: Columns

  private static let dotRadius = 5.0

  /// A column's edges, on device pixels: neighbours have no gap and no overlap.
  private func edges(of index: Int, scale: Int) -> Range<Double> {
    let position = isRightToLeft ? columns.count - 1 - index : index
    let share = width / Double(columns.count)
    let (left, right) = (Double(position) * share, Double(position + 1) * share)
    return DevicePixels.round(left, scale)..<DevicePixels.round(right, scale)
  }

  /// A column without its separator line, and that line: at the leading edge, unless it is the only column.
  private func split(_ index: Int, scale: Int) -> (line: Range<Double>, inner: Range<Double>) {
    let edges = edges(of: index, scale: scale)
    let line = columns.count > 1 ? min(1, edges.upperBound - edges.lowerBound) : 0
    let cut = isRightToLeft ? edges.upperBound - line : edges.lowerBound + line
    let (left, right) = (edges.lowerBound..<cut, cut..<edges.upperBound)
    return isRightToLeft ? (right, left) : (left, right)
  }

  // GSK takes microseconds for each rectangle in each frame while a page moves, so adjacent days share one
  // rectangle where possible.

  private func y(_ second: Int, scale: Int) -> Double {
    DevicePixels.round(axis.y(ofSecond: Double(second)), scale)
  }

  /// The times outside working hours, combined for adjacent days that have the same.
  private func shades(scale: Int) -> [Fill] {
    let positions = isRightToLeft ? columns.indices.reversed() : Array(columns.indices)
    let (start, end) = (
      y(workingMinutes.lowerBound * 60, scale: scale), y(workingMinutes.upperBound * 60, scale: scale)
    )
    return positions.chunked { columns[$0].isWeekend == columns[$1].isWeekend }.flatMap { days -> [Fill] in
      guard let first = days.first, let last = days.last else { return [] }
      let across = edges(of: first, scale: scale).lowerBound..<edges(of: last, scale: scale).upperBound
      // No part of a weekend is working time: a single, even shade.
      if columns[first].isWeekend {
        return [Fill(rectangle: Rectangle(across, y: 0, height: axis.contentHeight), color: palette.weekend)]
      }
      guard !workingMinutes.isEmpty else { return [] }
      return [
        Fill(rectangle: Rectangle(across, y: 0, height: start), color: palette.offHours),
        Fill(rectangle: Rectangle(across, y: end, height: axis.contentHeight - end), color: palette.offHours),
      ]
    }
  }

  private func hourLines(scale: Int) -> [Fill] {
    (0...48).map { half in
      Fill(
        rectangle: Rectangle(
          0..<DevicePixels.round(width, scale), y: y(half * 1800, scale: scale), height: 1),
        color: half.isMultiple(of: 2) ? palette.hourLine : palette.halfHourLine)
    }
  }

  /// The lines between the days. They are opaque and painted over the shading and the hour lines.
  private func dayLines(scale: Int) -> [Fill] {
    columns.indices.map { index in
      Fill(
        rectangle: Rectangle(split(index, scale: scale).line, y: 0, height: axis.contentHeight),
        color: palette.hourLine.over(palette.background))
    }
  }

  private func paintClockChanges(_ index: Int, part: Rectangle, on canvas: Canvas) {
    let edges = split(index, scale: canvas.scale).inner
    for change in columns[index].clockChanges {
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

  /// Width in px of the mark for an hour that occurs twice.
  private static let repeatedBand = 12.0
}

extension Rectangle {
  fileprivate init(_ x: Range<Double>, y: Double, height: Double) {
    self.init(x: x.lowerBound, y: y, width: x.upperBound - x.lowerBound, height: height)
  }
}

extension Array {
  /// Splits into runs in which each element belongs together with the one before it.
  fileprivate func chunked(_ belongs: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
    var chunks: [ArraySlice<Element>] = []
    var start = startIndex
    for index in indices where index + 1 == endIndex || !belongs(self[index], self[index + 1]) {
      chunks.append(self[start...index])
      start = index + 1
    }
    return chunks
  }
}
