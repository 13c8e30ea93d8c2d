import TimelineInteraction

/// The mark of an event that is selected together with others: an outline, and a check mark in a circle.
///
/// It does not rely on color alone, and it is in a corner that the text of most blocks leaves free.
enum SelectionMark {
  /// The diameter of the circle at the default text size, and its distance from the edges, in px.
  private static let diameter = 16.0
  private static let inset = 4.0
  /// The minimum height of a block with the circle in its lower corner, as a multiple of the text size.
  private static let tallFactor = 4.0

  private static func diameter(_ text: TextStyle) -> Double { max(diameter, text.size) }

  private static func isTall(_ body: Rectangle, _ text: TextStyle) -> Bool {
    body.height >= tallFactor * text.size
  }

  /// Returns the part of a block for its text. On a block with one line, the circle is beside the text.
  static func textArea(in body: Rectangle, _ text: TextStyle) -> Rectangle {
    let reservedWidth = diameter(text) + inset
    guard !isTall(body, text), body.width > 4 * reservedWidth else { return body }
    var area = body
    area.width -= reservedWidth
    if text.isRightToLeft { area.x += reservedWidth }
    return area
  }

  /// Paints the outline and, unless the block is too narrow, the check mark.
  static func paint(
    on shape: RoundedRectangle, _ tint: EventTint, _ palette: Palette, _ text: TextStyle, _ canvas: Canvas
  ) {
    canvas.outline(shape, width: canvas.thickness(2), tint.mark)
    let body = shape.rectangle
    let size = min(diameter(text), body.height - 2)
    guard body.width >= size + 2 * inset else { return }
    let radius = size / 2
    let x = text.isRightToLeft ? body.x + inset + radius : body.maxX - inset - radius
    let y = isTall(body, text) ? body.maxY - inset - radius : body.y + body.height / 2
    canvas.fillCircle(x: x, y: y, radius: radius, tint.mark)
    canvas.stroke(
      [
        (x - 0.42 * radius, y + 0.02 * radius), (x - 0.1 * radius, y + 0.36 * radius),
        (x + 0.46 * radius, y - 0.34 * radius),
      ],
      width: max(1.5, 0.24 * radius), palette.background)
  }
}
