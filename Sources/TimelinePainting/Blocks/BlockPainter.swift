import CPaint
import TimelineInteraction

/// Paints the block of one event.
///
/// The upper edge of the rectangle is at the start of the event, and the lower edge at its end. The gap to
/// adjacent blocks is at the top and on the trailing side. The block therefore ends exactly where the event
/// ends, and the hour line at its start stays visible.
package struct BlockPainter: Sendable {
  /// The corner radius in px.
  package static let radius = 6.0
  /// The width in px of the stripe at the leading edge.
  package static let stripeWidth = 3.0
  /// The distance between adjacent blocks in px.
  package static let gap = 1.0
  /// The diameter of a handle's dot in px.
  package static let handleDiameter = 10.0

  /// The height in px of the parts at the top and at the bottom of a block where its shadow changes from row to
  /// row. All rows between these parts are identical.
  package static let shadowEndHeight = Shadow.reach

  /// The direction of time in a block.
  package enum Flow: Hashable, Sendable {
    /// Downward, in the hour grid. If an event continues on the next day, the lower corners are square.
    case vertical
    /// In the reading direction, for all-day events. If an event continues on the next page, the trailing
    /// corners are square.
    case horizontal
  }

  private let flow: Flow

  /// Creates a painter of blocks with the given direction of time.
  package init(flow: Flow = .vertical) {
    self.flow = flow
  }

  /// Returns the minimum height of a block in px, which is enough for one line of text.
  package static func minimumHeight(text: TextStyle) -> Double {
    TextMetrics.lineHeight(text) + 2 * BlockText.tightPadding + gap
  }

  /// The distance in px from a block's leading edge to its text.
  package static let textInset = stripeWidth + BlockText.leadingPadding

  /// Returns whether a block of the given height in px has space for one line for the title and one for the
  /// time.
  package static func hasTwoLines(height: Double, text: TextStyle) -> Bool {
    height - gap >= BlockPainter.twoLineHeight(text) + 2 * BlockText.tightPadding
  }

  /// Returns the distance in px from the top of a block of the given height to its title.
  package static func titleTop(height: Double, text: TextStyle, isBar: Bool) -> Double {
    guard !isBar, hasTwoLines(height: height, text: text) else {
      return gap + (height - gap - TextMetrics.lineHeight(text)) / 2
    }
    return gap + min(BlockText.padding, max(0, (height - gap - twoLineHeight(text)) / 2))
  }

  private static func twoLineHeight(_ text: TextStyle) -> Double {
    TextMetrics.lineHeight(text) + TextMetrics.smallLineHeight(text)
  }

  /// Returns the distance in px by which the shadow or the handles of a block extend beyond its rectangle on
  /// every side.
  package static func overhang(_ appearance: BlockAppearance) -> Double {
    if appearance.dragRole == .lifted { return Shadow.reach }
    if appearance.hasHandles { return handleDiameter / 2 + 1 }
    return 0
  }

  /// Paints a block whose rectangle has its upper-left corner at the origin.
  ///
  /// - Parameters:
  ///   - appearance: the current appearance of the block.
  ///   - width: the width of the block's column in px.
  ///   - height: the height in px from the event's start to its end. It is a whole number of device pixels,
  ///     but not necessarily of px.
  ///   - canvas: the canvas to paint on. The shadow and the handles extend beyond the rectangle by
  ///     `overhang(_:)`.
  ///   - text: the text style; right-to-left text mirrors the block.
  ///   - hasShadow: whether to paint the shadow of a lifted block. `paintShadow` paints only the shadow.
  /// - Returns: the rectangle of the block without its shadow and handles. Its lower edge is at `height`.
  @discardableResult
  package func paint(
    _ content: BlockContent, _ appearance: BlockAppearance, width: Double, height: Double,
    on canvas: Canvas, palette: Palette, text: TextStyle, hasShadow: Bool = true
  ) -> Rectangle {
    let body = BlockPainter.body(
      width: width, height: height, isRightToLeft: text.isRightToLeft, scale: canvas.scale)
    guard body.width > 0, body.height > 0 else { return body }
    let shape = shape(of: content, in: body, isRightToLeft: text.isRightToLeft)
    let tint = tint(of: content, appearance, palette)

    if appearance.dragRole == .dropOutline {
      paintDropOutline(shape, tint: tint, on: canvas)
    } else {
      if appearance.dragRole == .lifted, hasShadow {
        Shadow.paint(below: shape, isDark: palette.isDark, on: canvas)
      }
      canvas.fill(shape, tint.fill)
      if content.isFree || palette.isHighContrast {
        canvas.outline(shape, width: canvas.thickness(1), tint.mark)
      }
      paintStripe(shape, content, tint: tint, isRightToLeft: text.isRightToLeft, on: canvas)
    }
    canvas.clipped(to: shape) {
      var area = appearance.isSelected ? SelectionMark.textArea(in: body, text) : body
      if appearance.hasHandles { area = BlockPainter.areaBetweenHandles(in: area, width: width, text) }
      BlockText(content, style: text).paint(in: area, color: tint.text, on: canvas)
    }
    if appearance.isSelected { SelectionMark.paint(on: shape, tint, palette, text, canvas) }
    if appearance.isFocused { canvas.outline(shape, width: canvas.thickness(2), tint.focusRing) }
    if appearance.hasHandles {
      paintHandles(
        body, width: width, content, color: tint.mark, backdrop: palette.background,
        isRightToLeft: text.isRightToLeft, on: canvas)
    }
    return body
  }

  /// Returns the background and the stripe of a block as plain rectangles, for frames in which there is not
  /// enough time to paint the block.
  package func backgroundFills(
    of content: BlockContent, _ appearance: BlockAppearance, width: Double, height: Double, palette: Palette,
    isRightToLeft: Bool
  ) -> [GridPainter.Fill] {
    var body = BlockPainter.body(width: width, height: height, isRightToLeft: isRightToLeft)
    guard body.width > BlockPainter.stripeWidth, body.height > 0 else { return [] }
    let tint = tint(of: content, appearance, palette)
    let background = GridPainter.Fill(rectangle: body, color: tint.fill)
    if isRightToLeft { body.x = body.maxX - BlockPainter.stripeWidth }
    body.width = BlockPainter.stripeWidth
    return [background, GridPainter.Fill(rectangle: body, color: tint.mark)]
  }

  /// The heights in px of the top and bottom parts of a block, which do not change when the block grows. All
  /// rows between these parts are identical. This applies to blocks that are at least as tall as both parts
  /// together.
  package struct EndHeights: Equatable, Sendable {
    package let top: Double
    package let bottom: Double
  }

  /// Returns the heights of the ends of a block; nil if the position of its text or the dashes of its stripe depend on
  /// its height.
  package func endHeights(of content: BlockContent, width: Double, text: TextStyle) -> EndHeights? {
    guard flow == .vertical, content.status != .tentative else { return nil }
    let body = BlockPainter.body(width: width, height: 0, isRightToLeft: text.isRightToLeft)
    let blockText = BlockText(content, style: text)
    return EndHeights(
      top: (max(blockText.completeTextHeight(in: body), BlockPainter.radius) + BlockPainter.gap).rounded(.up),
      bottom: max(blockText.lowerMarkAreaHeight, BlockPainter.radius).rounded(.up))
  }

  /// Paints only the shadow of a lifted block that has the given size in px and its upper-left corner at the
  /// origin.
  package func paintShadow(
    _ content: BlockContent, width: Double, height: Double, on canvas: Canvas, palette: Palette,
    text: TextStyle
  ) {
    let body = BlockPainter.body(
      width: width, height: height, isRightToLeft: text.isRightToLeft, scale: canvas.scale)
    guard body.width > 0, body.height > 0 else { return }
    let shape = shape(of: content, in: body, isRightToLeft: text.isRightToLeft)
    Shadow.paint(below: shape, isDark: palette.isDark, on: canvas)
  }

  /// Returns the rectangle of a block without the gap to adjacent blocks.
  private static func body(
    width: Double, height: Double, isRightToLeft: Bool, scale: Double = 1
  ) -> Rectangle {
    let gap = DevicePixels.thickness(gap, scale)
    return Rectangle(
      x: isRightToLeft ? gap : 0, y: gap, width: max(0, width - gap), height: max(0, height - gap))
  }

  private func shape(of content: BlockContent, in body: Rectangle, isRightToLeft: Bool) -> RoundedRectangle {
    let startRadius = content.continuesBefore ? 0 : BlockPainter.radius
    let endRadius = content.continuesAfter ? 0 : BlockPainter.radius
    return switch flow {
    case .vertical:
      RoundedRectangle(
        body, topLeft: startRadius, topRight: startRadius, bottomRight: endRadius, bottomLeft: endRadius)
    case .horizontal where isRightToLeft:
      RoundedRectangle(
        body, topLeft: endRadius, topRight: startRadius, bottomRight: startRadius, bottomLeft: endRadius)
    case .horizontal:
      RoundedRectangle(
        body, topLeft: startRadius, topRight: endRadius, bottomRight: endRadius, bottomLeft: startRadius)
    }
  }

  private func tint(
    of content: BlockContent, _ appearance: BlockAppearance, _ palette: Palette
  ) -> EventTint {
    let opacity =
      switch appearance.dragRole {
      case .original: 0.35
      case .resting where content.isPast && !palette.isHighContrast: 0.6
      default: 1.0
      }
    let isStrong = appearance.dragRole == .lifted || appearance.isHovered || appearance.isSelected
    return .cached(
      content.color, background: isStrong ? .strong : content.isFree ? .untinted : .tinted, opacity: opacity,
      palette: palette)
  }

  private func paintDropOutline(_ shape: RoundedRectangle, tint: EventTint, on canvas: Canvas) {
    canvas.fill(shape, tint.fill.faded(0.6))
    canvas.outline(shape, width: canvas.thickness(2), tint.mark)
  }

  private func paintStripe(
    _ shape: RoundedRectangle, _ content: BlockContent, tint: EventTint, isRightToLeft: Bool,
    on canvas: Canvas
  ) {
    let body = shape.rectangle
    let width = canvas.thickness(BlockPainter.stripeWidth)
    let x = isRightToLeft ? body.maxX - width : body.x
    canvas.clipped(to: shape) {
      guard content.status == .tentative else {
        canvas.fill(Rectangle(x: x, y: body.y, width: width, height: body.height), tint.mark)
        return
      }
      // The dashes are 4 px long and 3 px apart, short enough to be recognizable on a block with one line of
      // text.
      var y = body.y
      while y < body.maxY {
        canvas.fill(Rectangle(x: x, y: y, width: width, height: min(4, body.maxY - y)), tint.mark)
        y += 7
      }
    }
  }

  /// Paints a dot at the trailing end of the upper edge and one at the leading end of the lower edge, where
  /// `HitTest` expects them.
  private func paintHandles(
    _ body: Rectangle, width: Double, _ content: BlockContent, color: PaintColor, backdrop: PaintColor,
    isRightToLeft: Bool, on canvas: Canvas
  ) {
    let inset = min(Feel.handleInset, width / 4)
    let (left, right) = (inset, width - inset)
    if !content.continuesBefore {
      paintHandle(x: isRightToLeft ? left : right, y: body.y, color: color, backdrop: backdrop, on: canvas)
    }
    if !content.continuesAfter {
      paintHandle(x: isRightToLeft ? right : left, y: body.maxY, color: color, backdrop: backdrop, on: canvas)
    }
  }

  /// Returns the part of a block's body that its handles leave free for the text. This matters only in a short block:
  /// in a taller one, the text does not reach the handles, and in a narrow one, too little space would remain for a
  /// word.
  private static func areaBetweenHandles(in body: Rectangle, width: Double, _ text: TextStyle) -> Rectangle {
    let radius = handleDiameter / 2 + 1
    guard body.height < twoLineHeight(text) + 2 * radius else { return body }
    // The padding of the text separates it from the dot.
    let handleSpace = min(Feel.handleInset, width / 4) + radius - stripeWidth - BlockText.leadingPadding / 2
    guard body.width >= 2 * handleSpace + 4 * text.size else { return body }
    var area = body
    area.x += handleSpace
    area.width -= 2 * handleSpace
    return area
  }

  private func paintHandle(x: Double, y: Double, color: PaintColor, backdrop: PaintColor, on canvas: Canvas) {
    let radius = BlockPainter.handleDiameter / 2
    canvas.fillCircle(x: x, y: y, radius: radius + 1, backdrop)
    canvas.fillCircle(x: x, y: y, radius: radius, color)
    canvas.fillCircle(x: x, y: y, radius: radius - 2, backdrop)
  }
}
