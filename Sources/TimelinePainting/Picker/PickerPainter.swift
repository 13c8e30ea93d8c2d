import TimelineInteraction

/// Paints the visible part of a picker's row: the selected item is larger and marked, its neighbors are
/// dimmed, and everything fades toward the edges.
package struct PickerPainter: Sendable {
  private let palette: Palette
  private let text: TextStyle
  private let axis: PickerAxis

  package init(palette: Palette, text: TextStyle, axis: PickerAxis) {
    self.palette = palette
    self.text = text
    self.axis = axis
  }

  /// Returns the distance in px between the centers of adjacent items. It is at least the width of a finger,
  /// and larger for large text.
  package static func itemExtent(text: TextStyle, axis: PickerAxis) -> Double {
    let minimum =
      switch axis {
      case .vertical: 44.0
      case .horizontal: 48.0
      }
    return max(minimum, (text.size * minimum / 14.67).rounded())
  }

  /// Paints a row.
  ///
  /// - Parameters:
  ///   - track: the layout of the items along the row.
  ///   - position: the current position of the row.
  ///   - breadth: the size across the row, in px.
  ///   - pictures: cached pictures of the items.
  ///   - painter: returns the painter of an item.
  package func paint(
    _ track: PickerTrack, at position: Double, breadth: Double, on canvas: Canvas,
    pictures: PickerPictures, painter: (Int) -> any PickerItemPainter
  ) {
    paintMark(track, breadth: breadth, on: canvas)
    let style = PickerItemStyle(
      palette: palette, text: text, itemExtent: track.itemExtent, breadth: breadth,
      isVertical: axis == .vertical)
    for index in track.visibleIndices(at: position) {
      let along = track.center(of: index, at: position)
      let opacity = opacity(along, track)
      guard opacity > 0 else { continue }
      let center = point(along, across: breadth / 2, track)
      let nearness = max(0, 1 - abs(Double(index) - position))
      let picture = pictures.picture(
        of: track.item(at: index), isCentered: nearness > 0, in: style, scale: canvas.scale, painter: painter)
      canvas.translated(x: center.x, y: center.y) {
        let itemScale =
          nearness > 0
          ? PickerItemStyle.sideItemScale + (1 - PickerItemStyle.sideItemScale) * smooth(nearness) : 1
        canvas.scaled(itemScale) { canvas.draw(picture, size: style.size, opacity: opacity) }
      }
    }
  }

  /// Paints the mark behind the selected item.
  private func paintMark(_ track: PickerTrack, breadth: Double, on canvas: Canvas) {
    // In a wheel, the mark is slightly shorter than an item, whose height is chosen for fingers.
    let extent = axis == .vertical ? track.itemExtent - 6 : track.itemExtent
    let center = point(track.selectionCenter, across: breadth / 2, track)
    let height = min(extent, breadth - PickerItemStyle.margins)
    let background =
      switch axis {
      case .vertical:
        Rectangle(
          x: 0, y: canvas.snapped(center.y - extent / 2), width: breadth, height: canvas.snapped(extent))
      case .horizontal:
        Rectangle(
          x: canvas.snapped(center.x - extent / 2), y: canvas.snapped(center.y - height / 2),
          width: canvas.snapped(extent), height: canvas.snapped(height))
      }
    let radius = axis == .vertical ? 9.0 : 12.0
    let shape = RoundedRectangle(
      background, topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
    canvas.fill(shape, palette.foreground.faded(palette.isDark ? 0.1 : 0.07))
    if palette.isHighContrast { canvas.outline(shape, width: 1, palette.foreground) }
  }

  private func point(_ along: Double, across: Double, _ track: PickerTrack) -> Point {
    switch axis {
    case .vertical: Point(x: across, y: along)
    case .horizontal(let isRightToLeft):
      Point(x: isRightToLeft ? track.viewportLength - along : along, y: across)
    }
  }

  /// Returns the opacity of an item. Items become transparent toward the edges, so that none looks cut off;
  /// those that are fully visible are opaque, so that they can be read.
  private func opacity(_ along: Double, _ track: PickerTrack) -> Double {
    let distance = min(along, track.viewportLength - along)
    return smooth(min(1, max(0, distance / (track.itemExtent * 0.5))))
  }

  /// Interpolates from 0 to 1, with a slope of zero at both ends.
  private func smooth(_ fraction: Double) -> Double { fraction * fraction * (3 - 2 * fraction) }
}

extension PickerItemStyle {
  /// The text size in the center, as a multiple of the normal size.
  static let textScale = 1.3
  /// The total height in px of the margins above and below the selected item of a ribbon.
  package static let margins = 6.0
  /// The size of the items beside the center, as a fraction of the size of the centered one.
  static let sideItemScale = 0.78
}
