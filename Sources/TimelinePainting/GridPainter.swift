import TimelineInteraction

/// Paints the sheet behind the events of a page: hours, half hours, working hours, what the clocks skip or repeat,
/// and the line of the present moment, in one column for each day.
///
/// The sheet is as wide as its columns together and `axis.contentHeight` high. It is painted in parts, so that a
/// widget can keep it in tiles: what touches two parts is painted in both, each its own share. The hours are named
/// beside it, by `GutterPainter`.
package struct GridPainter: Sendable {
  /// Where the hours are.
  package var axis: DayAxis
  /// Width of all columns together in px.
  package var width: Double
  /// The days in the order of time, in columns of equal width. Not empty.
  package var columns: [GridColumn]
  /// Working hours in minutes since midnight; the rest of a working day is a shade apart. Empty: no such shade.
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
  /// The canvas's origin is the part's own upper left corner. Its ground is left as it is: the background is the
  /// widget's, or that of whoever has none.
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
    /// What is laid over it.
    package var color: PaintColor
  }

  /// All that `paint` paints, as rectangles of one colour each in the order in which they are laid, from the part's own
  /// upper left corner and cut to the part: for those who have something cheaper than Cairo for them.
  ///
  /// - Parameter scale: device pixels per px; the edges lie on them.
  /// - Returns: nil if the clocks change in the part, which is then more than rectangles.
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
    return (sheet + [nowLead(scale: scale)].compactMap { $0 }).compactMap { fill in
      let (y, end) = (max(top, fill.rectangle.y), min(bottom, fill.rectangle.maxY))
      guard end > y, fill.rectangle.width > 0 else { return nil }
      var cut = fill
      (cut.rectangle.y, cut.rectangle.height) = (y - top, end - y)
      return cut
    }
  }

  /// Paints line and dot of the present moment, on a canvas whose origin is the sheet's upper left corner.
  ///
  /// Nothing is painted if no column is today's. It goes over the events, so that it is seen in the midst of one.
  package func paintNow(on canvas: Canvas) {
    guard let (y, today) = now(scale: canvas.scale) else { return }
    canvas.fill(Rectangle(today, y: y - 1, height: 2), palette.now)
    let edge = isRightToLeft ? today.upperBound : today.lowerBound
    canvas.fillCircle(x: edge, y: y, radius: GridPainter.dotRadius, palette.now)
  }

  /// A faint line from the time in the gutter to today's column; events stand over it.
  private func nowLead(scale: Int) -> Fill? {
    guard let (y, today) = now(scale: scale) else { return nil }
    let lead = isRightToLeft ? today.upperBound..<width : 0..<today.lowerBound
    return Fill(rectangle: Rectangle(lead, y: y - 1, height: 1), color: palette.now.faded(0.35))
  }

  /// Where the present moment is: px of the sheet, and today's column.
  private func now(scale: Int) -> (y: Double, today: Range<Double>)? {
    for (index, column) in columns.enumerated() {
      guard let now = column.now else { continue }
      return (DevicePixels.round(axis.y(ofSecond: Double(now)), scale), edges(of: index, scale: scale))
    }
    return nil
  }

  // MARK: Columns

  private static let dotRadius = 5.0

  /// A column's edges, on device pixels: neighbours neither gap nor overlap.
  private func edges(of index: Int, scale: Int) -> Range<Double> {
    let position = isRightToLeft ? columns.count - 1 - index : index
    let share = width / Double(columns.count)
    let (left, right) = (Double(position) * share, Double(position + 1) * share)
    return DevicePixels.round(left, scale)..<DevicePixels.round(right, scale)
  }

  /// A column without the line beside it, and that line: at its leading edge, unless it is alone.
  private func split(_ index: Int, scale: Int) -> (line: Range<Double>, inner: Range<Double>) {
    let edges = edges(of: index, scale: scale)
    let line = columns.count > 1 ? min(1, edges.upperBound - edges.lowerBound) : 0
    let cut = isRightToLeft ? edges.upperBound - line : edges.lowerBound + line
    let (left, right) = (edges.lowerBound..<cut, cut..<edges.upperBound)
    return isRightToLeft ? (right, left) : (left, right)
  }

  // GSK takes microseconds for each rectangle at each frame in which a page moves: what can be one over many days is one.

  private func y(_ second: Int, scale: Int) -> Double {
    DevicePixels.round(axis.y(ofSecond: Double(second)), scale)
  }

  /// What is no working time, of days beside each other that have the same.
  private func shades(scale: Int) -> [Fill] {
    let positions = isRightToLeft ? columns.indices.reversed() : Array(columns.indices)
    let (start, end) = (
      y(workingMinutes.lowerBound * 60, scale: scale), y(workingMinutes.upperBound * 60, scale: scale)
    )
    return positions.chunked { columns[$0].isWeekend == columns[$1].isWeekend }.flatMap { days -> [Fill] in
      guard let first = days.first, let last = days.last else { return [] }
      let across = edges(of: first, scale: scale).lowerBound..<edges(of: last, scale: scale).upperBound
      // No part of a weekend is working time: one even shade.
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

  /// The lines between the days. They lie over everything and let nothing through.
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

  /// Width in px of the mark of an hour that comes twice.
  private static let repeatedBand = 12.0
}

extension Rectangle {
  fileprivate init(_ x: Range<Double>, y: Double, height: Double) {
    self.init(x: x.lowerBound, y: y, width: x.upperBound - x.lowerBound, height: height)
  }
}

extension Array {
  /// The runs of elements that belong together, each with the one before it.
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
