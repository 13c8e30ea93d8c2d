import CGtk
import GtkSupport
import TimelinePainting

/// The picture of a lifted block with its shadow.
///
/// While the event is being resized, the height changes in every frame. Painting the shadow and the text each
/// time would take longer than a frame, so both are cached and reused for all heights.
@MainActor
final class LiftedPicture {
  /// The values that determine how the block looks, apart from its height.
  struct Look: Equatable {
    var content: BlockContent
    var appearance: BlockAppearance
    var width: Double
    var scale: Double
    var isBar: Bool
    var styleRevision: Int

    /// The look with a placeholder for each time. Times change with every step, but neither the ends of the
    /// picture nor the part below the text depends on them.
    fileprivate var withoutTimes: Look {
      var look = self
      for text in [\BlockContent.timeText, \.startText] where !look.content[keyPath: text].isEmpty {
        look.content[keyPath: text] = "0"
      }
      return look
    }
  }

  /// The values that determine how a shadow looks, apart from its height.
  private struct ShadowKey: Equatable {
    var width: Double
    var scale: Double
    var continuesBefore: Bool
    var continuesAfter: Bool
    var isBar: Bool
    var styleRevision: Int

    init(_ look: Look) {
      (width, scale, isBar, styleRevision) = (look.width, look.scale, look.isBar, look.styleRevision)
      (continuesBefore, continuesAfter) = (look.content.continuesBefore, look.content.continuesAfter)
    }
  }

  private let style: TimelineStyle
  private let shadowPicture = StretchedPicture<ShadowKey>()
  private let blockPicture = StretchedPicture<Look>()
  private var cachedEnds: (look: Look, ends: BlockPainter.EndHeights?)?

  init(style: TimelineStyle) { self.style = style }

  /// Appends the picture to a widget's snapshot, with the given height in px.
  ///
  /// - Returns: the bottom edge of the painted block in px.
  func append(_ look: Look, height: Double, to snapshot: OpaquePointer, of widget: CustomWidget) -> Double {
    appendShadow(look, height: height, to: snapshot, of: widget)
    let lookWithoutTimes = look.withoutTimes
    guard let ends = endHeights(of: lookWithoutTimes), height >= ends.top + ends.bottom else {
      var paintedBottom = 0.0
      widget.draw(on: snapshot, width: look.width, height: height, cachesPixels: false) {
        paintedBottom = paint(look, height: height, on: $0)
      }
      return paintedBottom
    }
    blockPicture.append(
      to: snapshot, of: widget, for: look, lowerRowsKey: lookWithoutTimes, width: look.width,
      height: height, outset: 0, ends: .init(top: ends.top, bottom: ends.bottom)
    ) { _ = paint(look, height: $1, on: $0) }
    return height
  }

  /// Returns the heights of the picture's upper and lower ends. They are cached, because laying out text is slow.
  private func endHeights(of look: Look) -> BlockPainter.EndHeights? {
    if let cachedEnds, cachedEnds.look == look { return cachedEnds.ends }
    let ends = painter(look).endHeights(of: look.content, width: look.width, text: style.text)
    cachedEnds = (look, ends)
    return ends
  }

  private func painter(_ look: Look) -> BlockPainter {
    BlockPainter(flow: look.isBar ? .horizontal : .vertical)
  }

  private func paint(_ look: Look, height: Double, on cairo: OpaquePointer) -> Double {
    FrameStatistics.paintCount += 1
    return painter(look).paint(
      look.content, look.appearance, width: look.width, height: height,
      on: Canvas(cairo: cairo, scale: look.scale), palette: style.palette, text: style.text,
      hasShadow: false
    ).maxY
  }

  private func appendShadow(
    _ look: Look, height: Double, to snapshot: OpaquePointer, of widget: CustomWidget
  ) {
    let outset = BlockPainter.overhang(look.appearance)
    let ends = StretchedPicture<ShadowKey>.Ends(
      top: BlockPainter.shadowEndHeight, bottom: BlockPainter.shadowEndHeight)
    guard height >= ends.height else {
      return widget.draw(
        on: snapshot, outset: outset, width: look.width, height: height, cachesPixels: false
      ) { paintShadow(look, height: height, on: $0) }
    }
    shadowPicture.append(
      to: snapshot, of: widget, for: ShadowKey(look), width: look.width, height: height, outset: outset,
      ends: ends
    ) { paintShadow(look, height: $1, on: $0) }
  }

  private func paintShadow(_ look: Look, height: Double, on cairo: OpaquePointer) {
    FrameStatistics.shadowPaintCount += 1
    painter(look).paintShadow(
      look.content, width: look.width, height: height, on: Canvas(cairo: cairo, scale: look.scale),
      palette: style.palette, text: style.text)
  }
}
