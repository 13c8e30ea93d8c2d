import CPaint
import TimelineInteraction

/// Paints the block of one event.
///
/// The block's upper edge is the start of the event and its lower edge the end. The gap to its neighbours is
/// taken from the top and from the trailing side, so that the painting ends exactly where the event does and
/// the hour line of its start stays visible.
package struct BlockPainter: Sendable {
  /// Corner radius in px.
  package static let radius = 6.0
  /// Width of the leading bar in px.
  package static let barWidth = 3.0
  /// Distance between neighbours in px.
  package static let gap = 1.0
  /// Diameter of a handle's dot in px.
  package static let handleDiameter = 10.0

  /// px from the upper and from the lower edge of a block beyond which the rows of its shadow are all alike.
  package static let shadowEnds = Shadow.reach

  /// The direction of time in a block.
  package enum Flow: Hashable, Sendable {
    /// Downwards, on a sheet of hours: an event that continues has no rounded corners at the bottom.
    case vertical
    /// In the reading direction, for all-day events: an event that continues has no rounded corners at the
    /// trailing side.
    case horizontal
  }

  private let flow: Flow

  /// A painter of blocks with that direction of time.
  package init(flow: Flow = .vertical) {
    self.flow = flow
  }

  /// Minimum height of a block in px: one line of its text.
  package static func minimumHeight(text: TextStyle) -> Double {
    TextMetrics.lineHeight(text) + 2 * BlockText.tightPadding + gap
  }

  /// px from a block's leading edge to its text.
  package static let textInset = barWidth + BlockText.leadingPadding

  /// Whether a block of that height in px has room for a line for the title and one for the time.
  package static func hasTwoLines(height: Double, text: TextStyle) -> Bool {
    height - gap >= BlockPainter.twoLines(text) + 2 * BlockText.tightPadding
  }

  /// px from the top of a block of that height to its title.
  package static func titleTop(height: Double, text: TextStyle, isBar: Bool) -> Double {
    guard !isBar, hasTwoLines(height: height, text: text) else {
      return gap + (height - gap - TextMetrics.lineHeight(text)) / 2
    }
    return gap + min(BlockText.padding, max(0, (height - gap - twoLines(text)) / 2))
  }

  private static func twoLines(_ text: TextStyle) -> Double {
    TextMetrics.lineHeight(text) + TextMetrics.smallLineHeight(text)
  }

  /// px by which a block's painting extends beyond its rectangle on every side: shadow, handles, focus ring.
  package static func overhang(_ appearance: BlockAppearance) -> Double {
    if appearance.pose == .lifted { return Shadow.reach }
    if appearance.isSelected { return handleDiameter / 2 + 1 }
    return 0
  }

  /// Paints a block whose rectangle has its upper left corner at the origin.
  ///
  /// - Parameters:
  ///   - appearance: its current appearance.
  ///   - width: width of its column in px.
  ///   - height: px from its start to its end; on device pixels, not necessarily whole px.
  ///   - canvas: the target; the painting extends beyond the rectangle by `overhang(_:)`.
  ///   - text: the text style; right-to-left text mirrors the block.
  ///   - hasShadow: whether to include a lifted block's shadow; `paintShadow` paints it alone.
  /// - Returns: the rectangle of the block itself, without shadow and handles. Its lower edge is at `height`.
  @discardableResult
  package func paint(
    _ content: BlockContent, _ appearance: BlockAppearance, width: Double, height: Double,
    on canvas: Canvas, palette: Palette, text: TextStyle, hasShadow: Bool = true
  ) -> Rectangle {
    let body = BlockPainter.body(width: width, height: height, isRightToLeft: text.isRightToLeft)
    guard body.width > 0, body.height > 0 else { return body }
    let shape = shape(of: content, in: body, isRightToLeft: text.isRightToLeft)
    let tint = tint(of: content, appearance, palette)

    if appearance.pose == .dropOutline {
      paintDropOutline(shape, tint: tint, on: canvas)
    } else {
      if appearance.pose == .lifted, hasShadow {
        Shadow.paint(below: shape, isDark: palette.isDark, on: canvas)
      }
      canvas.fill(shape, tint.fill)
      if content.isFree || palette.isHighContrast { canvas.outline(shape, width: 1, tint.bar) }
      paintBar(shape, content, tint: tint, isRightToLeft: text.isRightToLeft, on: canvas)
    }
    canvas.clipped(to: shape) {
      BlockText(content, style: text).paint(in: body, color: tint.text, on: canvas)
    }
    if appearance.isFocused { canvas.outline(shape, width: 2, palette.accent) }
    if appearance.isSelected {
      paintHandles(
        body, width: width, content, color: tint.bar, sheet: palette.background,
        isRightToLeft: text.isRightToLeft, on: canvas)
    }
    return body
  }

  /// The colours of a resting block without text and rounded corners, for frames in which there is no time to
  /// paint the block.
  package func backgroundFills(
    of content: BlockContent, _ appearance: BlockAppearance, width: Double, height: Double, palette: Palette,
    isRightToLeft: Bool
  ) -> [GridPainter.Fill] {
    var body = BlockPainter.body(width: width, height: height, isRightToLeft: isRightToLeft)
    guard body.width > BlockPainter.barWidth, body.height > 0 else { return [] }
    let tint = tint(of: content, appearance, palette)
    let background = GridPainter.Fill(rectangle: body, color: tint.fill)
    if isRightToLeft { body.x = body.maxX - BlockPainter.barWidth }
    body.width = BlockPainter.barWidth
    return [background, GridPainter.Fill(rectangle: body, color: tint.bar)]
  }

  /// The ends of a block that grows: all rows between them are alike, and both stay as they are from the height
  /// of both on. In px.
  package struct Ends: Equatable, Sendable {
    package let top: Double
    package let bottom: Double
  }

  /// The ends of a block; nil if there are none: the text or the dashes of its bar depend on the height.
  package func ends(of content: BlockContent, width: Double, text: TextStyle) -> Ends? {
    guard flow == .vertical, content.status != .tentative else { return nil }
    let body = BlockPainter.body(width: width, height: 0, isRightToLeft: text.isRightToLeft)
    let words = BlockText(content, style: text)
    return Ends(
      top: (max(words.wholeHeight(in: body), BlockPainter.radius) + BlockPainter.gap).rounded(.up),
      bottom: max(words.lowerMarkHeight, BlockPainter.radius).rounded(.up))
  }

  /// Paints only the shadow of a lifted block of that width and height in px at the origin.
  package func paintShadow(
    _ content: BlockContent, width: Double, height: Double, on canvas: Canvas, palette: Palette,
    text: TextStyle
  ) {
    let body = BlockPainter.body(width: width, height: height, isRightToLeft: text.isRightToLeft)
    guard body.width > 0, body.height > 0 else { return }
    let shape = shape(of: content, in: body, isRightToLeft: text.isRightToLeft)
    Shadow.paint(below: shape, isDark: palette.isDark, on: canvas)
  }

  private static func body(width: Double, height: Double, isRightToLeft: Bool) -> Rectangle {
    Rectangle(x: isRightToLeft ? gap : 0, y: gap, width: max(0, width - gap), height: max(0, height - gap))
  }

  private func shape(of content: BlockContent, in body: Rectangle, isRightToLeft: Bool) -> RoundedRectangle {
    let before = content.continuesBefore ? 0 : BlockPainter.radius
    let after = content.continuesAfter ? 0 : BlockPainter.radius
    return switch flow {
    case .vertical:
      RoundedRectangle(body, topLeft: before, topRight: before, bottomRight: after, bottomLeft: after)
    case .horizontal where isRightToLeft:
      RoundedRectangle(body, topLeft: after, topRight: before, bottomRight: before, bottomLeft: after)
    case .horizontal:
      RoundedRectangle(body, topLeft: before, topRight: after, bottomRight: after, bottomLeft: before)
    }
  }

  private func tint(
    of content: BlockContent, _ appearance: BlockAppearance, _ palette: Palette
  ) -> EventTint {
    let opacity =
      switch appearance.pose {
      case .original: 0.35
      case .resting where content.isPast && !palette.isHighContrast: 0.6
      default: 1.0
      }
    let isStrong = appearance.pose == .lifted || appearance.isHovered
    return EventTint(
      content.color, background: isStrong ? .strong : content.isFree ? .plain : .tinted, opacity: opacity,
      palette: palette)
  }

  private func paintDropOutline(_ shape: RoundedRectangle, tint: EventTint, on canvas: Canvas) {
    canvas.fill(shape, tint.fill.faded(0.6))
    canvas.outline(shape, width: 2, tint.bar)
  }

  private func paintBar(
    _ shape: RoundedRectangle, _ content: BlockContent, tint: EventTint, isRightToLeft: Bool,
    on canvas: Canvas
  ) {
    let body = shape.rectangle
    let width = BlockPainter.barWidth
    let x = isRightToLeft ? body.maxX - width : body.x
    canvas.clipped(to: shape) {
      guard content.status == .tentative else {
        canvas.fill(Rectangle(x: x, y: body.y, width: width, height: body.height), tint.bar)
        return
      }
      // Dashes of 4 px, 3 px apart: short enough to be recognized as dashes on a block of one line.
      var y = body.y
      while y < body.maxY {
        canvas.fill(Rectangle(x: x, y: y, width: width, height: min(4, body.maxY - y)), tint.bar)
        y += 7
      }
    }
  }

  /// Paints a dot at the trailing end of the upper edge and one at the leading end of the lower edge, as
  /// `HitTest` expects them.
  private func paintHandles(
    _ body: Rectangle, width: Double, _ content: BlockContent, color: PaintColor, sheet: PaintColor,
    isRightToLeft: Bool, on canvas: Canvas
  ) {
    let inset = min(Feel.handleInset, width / 4)
    let (left, right) = (inset, width - inset)
    if !content.continuesBefore {
      paintHandle(x: isRightToLeft ? left : right, y: body.y, color: color, sheet: sheet, on: canvas)
    }
    if !content.continuesAfter {
      paintHandle(x: isRightToLeft ? right : left, y: body.maxY, color: color, sheet: sheet, on: canvas)
    }
  }

  private func paintHandle(x: Double, y: Double, color: PaintColor, sheet: PaintColor, on canvas: Canvas) {
    let radius = BlockPainter.handleDiameter / 2
    canvas.fillCircle(x: x, y: y, radius: radius + 1, sheet)
    canvas.fillCircle(x: x, y: y, radius: radius, color)
    canvas.fillCircle(x: x, y: y, radius: radius - 2, sheet)
  }
}
