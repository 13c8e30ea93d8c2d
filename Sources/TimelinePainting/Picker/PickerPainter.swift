import TimelineInteraction

/// Paints the visible part of a picker's row: the centred item is larger and marked, its neighbours are
/// dimmed, and everything fades towards the edges.
package struct PickerPainter: Sendable {
  private let palette: Palette
  private let text: TextStyle
  private let axis: PickerAxis

  package init(palette: Palette, text: TextStyle, axis: PickerAxis) {
    self.palette = palette
    self.text = text
    self.axis = axis
  }

  /// px between the centres of adjacent items: at least the width of a finger, and more for large text.
  package static func extent(text: TextStyle, axis: PickerAxis) -> Double {
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
  ///   - track: the row, as long as its viewport.
  ///   - position: its current position.
  ///   - breadth: size across the row in px.
  ///   - pictures: cached pictures of the items.
  ///   - painter: returns the painter of an item.
  package func paint(
    _ track: PickerTrack, at position: Double, breadth: Double, on canvas: Canvas,
    pictures: PickerPictures, painter: (Int) -> any PickerItemPainter
  ) {
    paintMark(track, breadth: breadth, on: canvas)
    let look = PickerLook(
      palette: palette, text: text, extent: track.extent, breadth: breadth, isVertical: axis == .vertical)
    for index in track.visible(at: position) {
      let along = track.centre(of: index, at: position)
      let opacity = opacity(along, track)
      guard opacity > 0 else { continue }
      let centre = point(along, across: breadth / 2, track)
      let nearness = max(0, 1 - abs(Double(index) - position))
      let picture = pictures.picture(
        of: track.item(at: index), isCentred: nearness > 0, in: look, scale: canvas.scale, painter: painter)
      canvas.translated(x: centre.x, y: centre.y) {
        let size = nearness > 0 ? PickerLook.restScale + (1 - PickerLook.restScale) * smooth(nearness) : 1
        canvas.scaled(size) { canvas.draw(picture, size: look.size, opacity: opacity) }
      }
    }
  }

  /// Paints the mark behind the selected item.
  private func paintMark(_ track: PickerTrack, breadth: Double, on canvas: Canvas) {
    // Slightly lower than an item of a wheel, whose height is chosen for fingers.
    let extent = axis == .vertical ? track.extent - 6 : track.extent
    let from = (track.viewport - extent) / 2
    let height = min(extent, breadth - PickerLook.margins)
    let background =
      switch axis {
      case .vertical:
        Rectangle(x: 0, y: canvas.snapped(from), width: breadth, height: canvas.snapped(extent))
      case .horizontal:
        Rectangle(
          x: canvas.snapped(from), y: canvas.snapped((breadth - height) / 2),
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
      Point(x: isRightToLeft ? track.viewport - along : along, y: across)
    }
  }

  /// Opaque in the middle and transparent at the edges, so that no item looks cut off. In high contrast,
  /// fully visible items do not fade.
  private func opacity(_ along: Double, _ track: PickerTrack) -> Double {
    let distance = min(along, track.viewport - along)
    let finger = min(track.extent, PickerPainter.extent(text: text, axis: axis))
    // Wide items are seldom fully visible beside the centre, but should be readable.
    let reach = max(track.extent * 0.5, finger * (palette.isHighContrast ? 0.5 : 0.75))
    return smooth(min(1, max(0, distance / reach)))
  }

  private func smooth(_ share: Double) -> Double { share * share * (3 - 2 * share) }
}

extension PickerLook {
  /// Text size in the centre, relative to the usual size.
  static let textScale = 1.3
  /// px above and below the selected item of a ribbon, together.
  package static let margins = 6.0
  /// Size of the items beside the centre, relative to the centred one.
  static let restScale = 0.78
}
