/// A short label that shrinks to fit, because a truncated number would be misread.
struct FittedText {
  let layout: TextLayout
  /// The em size in px at which the label fits.
  let size: Double

  init(
    _ label: String, style: TextStyle, size: Double, weight: TextLayout.Weight = .regular,
    maximumWidth: Double = .infinity
  ) {
    func makeLayout(size: Double) -> TextLayout {
      TextLayout(label, style: style, size: size, weight: weight, hasTabularFigures: true)
    }
    let naturalLayout = makeLayout(size: size)
    let scale = max(0.1, min(1, maximumWidth / max(1, naturalLayout.size.width)))
    self.size = size * scale
    layout = scale < 1 ? makeLayout(size: size * scale) : naturalLayout
  }

  /// Draws the label centered on a point. Vertically, the digits are centered, rather than the line box. Digits
  /// are about 0.7 em high.
  func draw(centerX: Double, centerY: Double, _ color: PaintColor, on canvas: Canvas) {
    canvas.draw(layout, x: centerX - layout.size.width / 2, y: centerY + 0.35 * size - layout.baseline, color)
  }
}
