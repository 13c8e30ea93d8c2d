import CalendarModel
import CalendarText
import TimelineInteraction

/// Paints the gutter beside the hour grid of a page: the hour labels, and the current time beside its line.
///
/// The gutter is as tall as the grid and, like the grid, can be painted in parts. The hours of a second zone are
/// on the outer side.
package struct GutterPainter: Sendable {
  /// The positions of the hours.
  package var axis: DayAxis
  /// The width in px; at least `width(text:phrases:secondZone:)`.
  package var width: Double
  /// The current time in seconds since midnight; nil if today is not visible. It replaces an hour label that
  /// it would overlap.
  package var currentSecond: Int?
  /// The times of a second zone; nil for none.
  package var secondZone: SecondZoneTimes?
  package var palette: Palette
  /// The text style; for right-to-left text, the gutter is to the right of the grid.
  package var text: TextStyle
  package var phrases: Phrases

  package init(
    axis: DayAxis, width: Double, currentSecond: Int? = nil, secondZone: SecondZoneTimes? = nil,
    palette: Palette,
    text: TextStyle, phrases: Phrases
  ) {
    self.axis = axis
    self.width = width
    self.currentSecond = currentSecond
    self.secondZone = secondZone
    self.palette = palette
    self.text = text
    self.phrases = phrases
  }

  /// Returns the minimum width of a gutter in px, for labels in the given text style and clock format.
  ///
  /// To make room for the label of the all-day row, the gutter may be up to a quarter wider than the hours need.
  package static func width(text: TextStyle, phrases: Phrases, secondZone: SecondZoneTimes? = nil) -> Double {
    let widths = labelWidths(text, phrases, secondZone)
    let secondZoneWidth = widths.secondZone.map { $0 + zoneSpace } ?? 0
    let hoursWidth = widths.displayZone + secondZoneWidth + leadingSpace + labelSpace
    let allDayWidth = allDayLabel(text, phrases).layout.size.width + 2 * allDayLabelSpace
    return (max(hoursWidth, min(allDayWidth, hoursWidth * 1.25)) / 6).rounded(.up) * 6
  }

  /// The minimum distance in px from the label of the all-day row to the edges of the gutter.
  package static let allDayLabelSpace = 6.0

  /// Returns the label of the all-day row, no wider than the given width.
  static func allDayLabel(
    _ text: TextStyle, _ phrases: Phrases, maximumWidth: Double = .infinity
  ) -> FittedText {
    FittedText(phrases.allDay, style: text, size: text.size * 0.82, maximumWidth: maximumWidth)
  }

  /// Paints the part of the gutter from `top` to `bottom`, in px from the gutter's upper edge. The canvas's origin
  /// is the upper-left corner of the part.
  package func paint(from top: Double, to bottom: Double, on canvas: Canvas) {
    canvas.translated(x: 0, y: -top) {
      canvas.clipped(to: Rectangle(x: 0, y: top, width: width, height: bottom - top)) {
        paintLabels(top..<bottom, on: canvas)
      }
    }
  }

  /// Paints the current time, on a canvas whose origin is the upper-left corner of the gutter.
  package func paintNow(on canvas: Canvas) {
    guard let currentSecond else { return }
    let string = phrases.time(WallTime(seconds: currentSecond))
    draw(
      GutterPainter.label(string, text, weight: .semibold), center: axis.y(ofSecond: Double(currentSecond)),
      palette.now, on: canvas)
  }

  /// Paints the name of each zone above its labels, if there is a second zone. The lower edge of the
  /// text is `bottom` px below the canvas's origin.
  package func paintZones(bottom: Double, on canvas: Canvas) {
    guard let secondZone else { return }
    let zones = [
      (secondZone.displayZoneLabel, GutterPainter.labelSpace), (secondZone.label, secondZoneInset),
    ]
    for (name, inset) in zones {
      let label = GutterPainter.zoneLabel(name, text)
      let x = text.isRightToLeft ? inset : width - inset - label.size.width
      canvas.draw(label, x: x, y: canvas.snapped(bottom - label.size.height), palette.dimForeground)
    }
  }

  // MARK: Labels

  /// The distance in px from the edge of the window to the labels.
  static let leadingSpace = 9.0
  /// The distance in px from the labels to the columns. The dot of the current time extends into this space.
  static let labelSpace = 10.0
  /// The distance in px between the labels of the two zones.
  private static let zoneSpace = 9.0

  /// The distance in px from the grid to the labels of the second zone.
  private var secondZoneInset: Double {
    GutterPainter.labelSpace + GutterPainter.labelWidths(text, phrases, secondZone).displayZone
      + GutterPainter.zoneSpace
  }

  private func paintLabels(_ part: Range<Double>, on canvas: Canvas) {
    let labelReach = TextMetrics.smallLineHeight(text)
    let nowY = currentSecond.map { axis.y(ofSecond: Double($0)) }
    let inset = secondZone == nil ? 0 : secondZoneInset
    let secondZoneLabels = secondZone?.labels(phrases)
    for hour in 0...24 {
      let y = axis.y(ofSecond: Double(hour * 3600))
      guard y + labelReach > part.lowerBound, y - labelReach < part.upperBound else { continue }
      if let nowY, abs(nowY - y) < labelReach { continue }
      draw(GutterPainter.label(phrases.hourLabel(hour), text), center: y, palette.dimForeground, on: canvas)
      if let secondZoneLabels {
        let label = GutterPainter.label(secondZoneLabels[hour], text)
        draw(label, center: y, inset: inset, palette.dimForeground, on: canvas)
      }
    }
  }

  private func draw(
    _ label: TextLayout, center: Double, inset: Double = GutterPainter.labelSpace, _ color: PaintColor,
    on canvas: Canvas
  ) {
    let x = text.isRightToLeft ? inset : width - inset - label.size.width
    // Centers the digits on the line, rather than the line box. Digits are about 0.7 em high.
    let top = canvas.snapped(canvas.snapped(center) + 0.35 * text.smallSize - label.baseline)
    canvas.drawOutlines(of: label, x: x, y: top, color)
  }

  static func label(
    _ string: String, _ text: TextStyle, weight: TextLayout.Weight = .regular
  ) -> TextLayout {
    TextLayout(string, style: text, size: text.size * 0.82, weight: weight, hasTabularFigures: true)
  }

  /// The size of the zones' names, relative to the text size.
  private static let zoneLabelScale = 0.7
  /// The maximum width of a zone's name, relative to the text size. Longer names end in an ellipsis.
  private static let maximumZoneLabelWidth = 4.2

  private static func zoneLabel(_ name: String, _ text: TextStyle) -> TextLayout {
    let label = TextLayout(name, style: text, size: text.size * zoneLabelScale, hasTabularFigures: true)
    let maximumWidth = text.size * maximumZoneLabelWidth
    return label.size.width > maximumWidth ? label.fit(width: maximumWidth, lines: 1) : label
  }

  /// Returns the height in px of the names of the zones.
  package static func zoneLabelHeight(_ text: TextStyle) -> Double {
    TextLayout("X", style: text, size: text.size * zoneLabelScale).size.height.rounded(.up)
  }

  /// Returns the width in px of the widest label of each zone.
  private static func labelWidths(
    _ text: TextStyle, _ phrases: Phrases, _ zone: SecondZoneTimes?
  ) -> (displayZone: Double, secondZone: Double?) {
    let hours = (0..<24).map { label(phrases.hourLabel($0), text) }
    // The current time also appears in the gutter, with minutes and in semibold.
    let times = [0, 22 * 3600].map {
      label(phrases.time(WallTime(seconds: $0)), text, weight: .semibold)
    }
    func widest(_ labels: [TextLayout]) -> Double { labels.map(\.size.width).max() ?? 0 }
    guard let zone else { return (widest(hours + times), nil) }
    return (
      widest(hours + times + [zoneLabel(zone.displayZoneLabel, text)]),
      widest(zone.labels(phrases).map { label($0, text) } + [zoneLabel(zone.label, text)])
    )
  }
}
