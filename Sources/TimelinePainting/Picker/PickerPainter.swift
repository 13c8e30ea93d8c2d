import TimelineInteraction

/// Paints the part of a picker's row that can be seen: what is centred is larger and marked, its neighbours step back,
/// and towards the edges everything fades.
package struct PickerPainter: Sendable {
  private let palette: Palette
  private let text: TextStyle
  private let axis: PickerAxis

  package init(palette: Palette, text: TextStyle, axis: PickerAxis) {
    self.palette = palette
    self.text = text
    self.axis = axis
  }

  /// px from the middle of an item to that of the next: a finger's breadth, and more where text is large.
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
  ///   - position: where it is.
  ///   - breadth: px across the row.
  ///   - pictures: what was painted of the items before.
  ///   - face: how an item looks.
  package func paint(
    _ track: PickerTrack, at position: Double, breadth: Double, on canvas: Canvas,
    pictures: PickerPictures, face: (Int) -> any PickerFace
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
        of: track.item(at: index), isCentred: nearness > 0, in: look, scale: canvas.scale, face: face)
      canvas.translated(x: centre.x, y: centre.y) {
        let size = nearness > 0 ? PickerLook.restScale + (1 - PickerLook.restScale) * smooth(nearness) : 1
        canvas.scaled(size) { canvas.draw(picture, size: look.size, opacity: opacity) }
      }
    }
  }

  /// The place where an item is the picked one.
  private func paintMark(_ track: PickerTrack, breadth: Double, on canvas: Canvas) {
    // A little lower than a wheel's item, which is as high as a finger needs it.
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

  /// Full in the middle, nothing at the edges, so that no item is seen to be cut. In high contrast what is fully
  /// visible does not fade.
  private func opacity(_ along: Double, _ track: PickerTrack) -> Double {
    let distance = min(along, track.viewport - along)
    let finger = min(track.extent, PickerPainter.extent(text: text, axis: axis))
    // Wide items are seldom fully visible beside the centre, and are to be read all the same.
    let reach = max(track.extent * 0.5, finger * (palette.isHighContrast ? 0.5 : 0.75))
    return smooth(min(1, max(0, distance / reach)))
  }

  private func smooth(_ share: Double) -> Double { share * share * (3 - 2 * share) }
}

extension PickerLook {
  /// The size of a text in the centre to its usual size.
  static let textScale = 1.3
  /// px above and below the place of a ribbon's picked item together.
  package static let margins = 6.0
  /// The size of what is not in the centre, to what is.
  static let restScale = 0.78
}
